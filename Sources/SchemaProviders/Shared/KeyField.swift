/// The field of a header in which a key stands.
enum KeyField: Sendable {
  /// `authorization`, after the word `Bearer`.
  case bearer
  /// A field with the key alone.
  case named(String)

  /// The field with a key; nothing without one.
  func header(_ key: String?) -> [String: String] {
    guard let key else { return [:] }
    return switch self {
    case .bearer: ["authorization": "Bearer \(key)"]
    case .named(let name): [name: key]
    }
  }
}

/// A key of a cloud, or a token that proves who the caller is.
public struct CloudCredential: Sendable {
  let key: ModelProvider.Key
  let isToken: Bool

  /// A key of the resource.
  ///
  /// - Parameter key: The key.
  /// - Returns: The credential.
  public static func key(_ key: ModelProvider.Key) -> CloudCredential {
    CloudCredential(key: key, isToken: false)
  }

  /// A token of the cloud's own sign-in, which is asked for at each request, since tokens end.
  ///
  /// - Parameter token: The token, such as `.provider { try await signIn.token() }`.
  /// - Returns: The credential.
  public static func token(_ token: ModelProvider.Key) -> CloudCredential {
    CloudCredential(key: token, isToken: true)
  }

  /// The field in which the credential stands, for a cloud with a field of its own for keys.
  func field(ofKey name: String) -> KeyField { isToken ? .bearer : .named(name) }
}

extension String {
  /// The text as one segment of a path.
  var pathSegment: String {
    var allowed = ""
    for byte in utf8 {
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        (byte < 0x80 && scalar.properties.isAlphabetic) || ("0"..."9").contains(scalar)
        || "-._~".unicodeScalars.contains(scalar)
      let digits = String(byte, radix: 16, uppercase: true)
      allowed += isPlain ? String(scalar) : "%" + (byte < 0x10 ? "0" : "") + digits
    }
    return allowed
  }
}
