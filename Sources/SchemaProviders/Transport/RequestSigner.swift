/// A part that signs requests, or adds to their header, when everything else of them is fixed.
///
/// A signer sees each request as it is sent: also each that is sent again. App Attest, signatures
/// of a cloud and proxies of your own need one:
///
///     struct ProxySigner: RequestSigner {
///       func headers(for request: TransportRequest) async throws -> [String: String] {
///         ["x-signature": try await signature(of: request.body)]
///       }
///     }
///
/// Fields are kept out of errors and recordings by their names: give one with `signature`, `token`
/// or `auth` in it to what nobody else may know.
public protocol RequestSigner: Sendable {
  /// The fields to add to the header of a request.
  ///
  /// - Parameter request: The request, with its body and its other fields.
  /// - Returns: The names of the fields, in any capitals, and their values. They replace fields of
  ///   the same name.
  /// - Throws: An error, which the session throws.
  nonisolated(nonsending) func headers(
    for request: TransportRequest
  ) async throws -> [String: String]
}
