/// The credential for a cloud: a key, or a token that identifies the caller.
public struct CloudCredential: Sendable {
  let key: ModelProvider.Key
  let isToken: Bool

  /// Creates a credential from a key of the resource.
  public static func key(_ key: ModelProvider.Key) -> CloudCredential {
    CloudCredential(key: key, isToken: false)
  }

  /// Creates a credential from a token of the cloud's own sign-in.
  ///
  /// The token is read again for each request, since tokens expire.
  ///
  /// - Parameter token: The token, such as `.provider { try await signIn.token() }`.
  /// - Returns: The credential.
  public static func token(_ token: ModelProvider.Key) -> CloudCredential {
    CloudCredential(key: token, isToken: true)
  }

  /// The field for the credential, if the cloud has its own field for keys.
  func field(ofKey name: String) -> KeyField { isToken ? .bearer : .named(name) }
}
