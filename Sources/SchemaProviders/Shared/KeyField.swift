/// The field of a header for a key.
enum KeyField: Sendable {
  /// `authorization`, after the word `Bearer`.
  case bearer
  /// A field with the key alone.
  case named(String)

  /// The field with a key; empty without a key.
  func header(_ key: String?) -> [String: String] {
    guard let key else { return [:] }
    return switch self {
    case .bearer: ["authorization": "Bearer \(key)"]
    case .named(let name): [name: key]
    }
  }
}

/// The credential for a cloud: a key, or a token that identifies the caller.
public struct CloudCredential: Sendable {
  let key: ModelProvider.Key
  let isToken: Bool

  /// Creates a credential from a key of the resource.
  ///
  /// - Parameter key: The key.
  /// - Returns: The credential.
  public static func key(_ key: ModelProvider.Key) -> CloudCredential {
    CloudCredential(key: key, isToken: false)
  }

  /// Creates a credential from a token of the cloud's own sign-in.
  ///
  /// It is requested for each request, since tokens expire.
  ///
  /// - Parameter token: The token, such as `.provider { try await signIn.token() }`.
  /// - Returns: The credential.
  public static func token(_ token: ModelProvider.Key) -> CloudCredential {
    CloudCredential(key: token, isToken: true)
  }

  /// The field for the credential, if the cloud has its own field for keys.
  func field(ofKey name: String) -> KeyField { isToken ? .bearer : .named(name) }
}

extension String {
  /// `true` if the text can be an identifier in a path.
  var isIdentifier: Bool { !isEmpty && self != "." && self != ".." && utf8.count <= 512 }

  /// The text as one segment of a path, with its separators escaped.
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
