#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// What a request shows of itself: not the key.
extension TransportRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
  /// What stands in place of a key.
  package static let mask = "•••"

  /// Whether a field of a header, or a parameter of an address, is likely to hold a key.
  private static func isSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["auth", "cookie", "key", "password", "secret", "signature", "token"]
      .contains { name.contains($0) }
  }

  /// The header, with ``mask`` in place of keys.
  package var maskedHeaders: [String: String] {
    headers.reduce(into: [:]) { fields, field in
      fields[field.key] = Self.isSecret(field.key) ? Self.mask : field.value
    }
  }

  /// The address, without a user and a password, and with ``mask`` in place of keys.
  package var maskedURL: String {
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return Self.mask
    }
    components.user = nil
    components.password = nil
    components.queryItems = components.queryItems?.map { item in
      Self.isSecret(item.name) ? URLQueryItem(name: item.name, value: Self.mask) : item
    }
    return components.string ?? Self.mask
  }

  /// The keys of the header and the address, as they may also occur in bodies; the longest first, since
  /// one may be a part of another.
  package var secrets: [String] {
    let fields = headers.filter { Self.isSecret($0.key) }.values.map { value in
      // What stands after the name of a scheme, such as `Bearer`.
      value.firstIndex(of: " ").map { String(value[value.index(after: $0)...]) } ?? value
    }
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    // A server may repeat an address as it was sent, or decoded.
    let items = (components?.queryItems ?? []) + (components?.percentEncodedQueryItems ?? [])
    let parameters = items.filter { Self.isSecret($0.name) }.map(\.value)
    let passwords = [components?.password, components?.percentEncodedPassword]
    return Set(fields + (parameters + passwords).compactMap { $0 })
      .filter { !$0.isEmpty }.sorted { ($1.count, $0) < ($0.count, $1) }
  }

  /// A text with ``mask`` in place of keys, which providers and transports may repeat.
  ///
  /// It compares Unicode scalars, so that a key followed by a combining accent is found.
  ///
  /// - Parameter text: The text.
  /// - Returns: The text without keys.
  package func masking(_ text: String) -> String {
    String(
      secrets.reduce(text.unicodeScalars) { text, secret in
        text.replacing(secret.unicodeScalars, with: Self.mask.unicodeScalars)
      })
  }

  /// The method and the address, without keys.
  public var description: String { "POST \(maskedURL)" }

  /// The method and the address, without keys.
  public var debugDescription: String { description }

  /// A mirror with the address and the header without keys.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "url": maskedURL, "headers": maskedHeaders, "body": body, "idleTimeout": idleTimeout,
      ],
      displayStyle: .struct)
  }
}
