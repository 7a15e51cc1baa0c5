import Foundation

// Descriptions and mirrors of a request do not show the key.
extension TransportRequest: CustomStringConvertible, CustomReflectable {
  /// `true` if a field of a header, or a parameter of an address, probably holds a key.
  private static func isSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    let bytes = Array(name.utf8)
    let fragments = [
      "auth", "cookie", "credential", "key", "passphrase", "passwd", "password", "secret",
      "signature", "token",
    ]
    // Short words are parts of ordinary names, such as `design` and `bypass`.
    return bytes.indices.contains { start in
      fragments.contains { bytes[start...].starts(with: $0.utf8) }
    }
      || name.split { !$0.isLetter }.contains { ["pass", "pwd", "sig"].contains($0) }
  }

  /// The header, with ``SecretMask/mask`` in place of keys.
  package var maskedHeaders: [String: String] {
    headers.reduce(into: [:]) { fields, field in
      fields[field.key] = Self.isSecret(field.key) ? SecretMask.mask : field.value
    }
  }

  /// The address, without a user and a password, and with ``SecretMask/mask`` in place of keys.
  package var maskedURL: String {
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return SecretMask.mask
    }
    components.user = nil
    components.password = nil
    components.queryItems = components.queryItems?.map { item in
      Self.isSecret(item.name) ? URLQueryItem(name: item.name, value: SecretMask.mask) : item
    }
    return components.string ?? SecretMask.mask
  }

  /// The keys of the header and the address, which can also occur in bodies and in errors.
  package var secretMask: SecretMask {
    let fields = headers.filter { Self.isSecret($0.key) }.values.flatMap { value in
      // A server can repeat credentials without the name of their scheme, such as `Bearer`.
      [value, value.firstIndex(of: " ").map { String(value[value.index(after: $0)...]) }]
    }
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    // A server may repeat an address as it was sent, or decoded.
    let items = (components?.queryItems ?? []) + (components?.percentEncodedQueryItems ?? [])
    let parameters = items.filter { Self.isSecret($0.name) }.map(\.value)
    return SecretMask((fields + parameters + credentials(of: components)).compactMap { $0 })
  }

  /// The credentials in the address before the host.
  ///
  /// They are the password, or the user if there is no password, and the Base64 text of both, as in
  /// an `authorization` header.
  private func credentials(of components: URLComponents?) -> [String?] {
    guard let user = components?.user, !user.isEmpty else {
      return [components?.password, components?.percentEncodedPassword]
    }
    guard let password = components?.password, !password.isEmpty else {
      return [user, components?.percentEncodedUser, Data("\(user):".utf8).base64EncodedString()]
    }
    return [
      password, components?.percentEncodedPassword,
      Data("\(user):\(password)".utf8).base64EncodedString(),
    ]
  }

  /// The body as text, without keys, and with sizes in place of attachments.
  var maskedBody: String {
    let mask = secretMask
    var text = ""
    var start = body.startIndex
    for range in attached where range.upperBound <= body.count {
      let attachment = body.startIndex + range.lowerBound
      text += mask(String(decoding: body[start..<attachment], as: UTF8.self))
      text += "(\(range.count) bytes)"
      start = body.startIndex + range.upperBound
    }
    return text + mask(String(decoding: body[start...], as: UTF8.self))
  }

  /// Returns a text without the keys of the request, which providers and transports may repeat.
  package func masking(_ text: String) -> String { secretMask(text) }

  /// The method and the address, without keys.
  public var description: String { "\(method) \(maskedURL)" }

  /// A mirror with the address and the header without keys.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "method": method, "url": maskedURL, "headers": maskedHeaders, "body": body,
        "idleTimeout": idleTimeout,
      ],
      displayStyle: .struct)
  }
}
