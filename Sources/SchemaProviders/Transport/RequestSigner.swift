/// A value that signs complete requests, or adds fields to their header.
///
/// A signer gets each request that is sent, including retries. App Attest, signatures of a cloud
/// and your own proxies need one:
///
///     struct ProxySigner: RequestSigner {
///       func headers(for request: TransportRequest) async throws -> [String: String] {
///         ["x-signature": try await signature(of: request.body)]
///       }
///     }
///
/// The names of fields decide which fields errors and recordings leave out: choose a name with
/// `signature`, `token` or `auth` for a secret value.
public protocol RequestSigner: Sendable {
  /// Returns the fields to add to the header of a request.
  ///
  /// - Returns: The names of the fields, in any case, and their values. They replace fields of the
  ///   same name.
  /// - Throws: An error, which the session throws.
  nonisolated(nonsending) func headers(
    for request: TransportRequest
  ) async throws -> [String: String]
}
