import SchemaContent
import SchemaModel

/// The keys of a request, which texts must not show.
package struct SecretMask: Sendable {
  /// The text that replaces a key.
  static let mask = "•••"

  /// The keys in each form in which a text can repeat them.
  ///
  /// They are sorted by length, the longest first, since a key can be a part of another key.
  let secrets: [String]

  /// `true` if there are no keys.
  var isEmpty: Bool { secrets.isEmpty }

  /// Creates a mask.
  ///
  /// - Parameter secrets: The keys; empty ones are ignored.
  package init(_ secrets: some Sequence<String>) {
    let forms = secrets.flatMap { secret in
      // A server can repeat a key in JSON, in which slashes may be escaped.
      let escaped = String(GeneratedContent(secret).jsonString.dropFirst().dropLast())
      return [secret, escaped, escaped.replacing("/", with: #"\/"#)]
    }
    self.secrets = Set(forms).filter { !$0.isEmpty }.sorted { ($1.count, $0) < ($0.count, $1) }
  }

  /// Returns a text with ``mask`` in place of keys.
  ///
  /// The search compares Unicode scalars, so that a key followed by a combining accent is found. A
  /// key of fewer than four scalars is replaced only where it is a complete word, since its letters
  /// occur in many texts.
  package func callAsFunction(_ text: String) -> String {
    String(
      secrets.reduce(text.unicodeScalars) { text, secret in
        let secret = secret.unicodeScalars
        guard secret.count < 4, secret.allSatisfy(\.isWordPart) else {
          return text.replacing(secret, with: Self.mask.unicodeScalars)
        }
        return Self.replacing(word: secret, in: text)
      })
  }

  /// Returns a text with ``mask`` in place of a word.
  private static func replacing(
    word: String.UnicodeScalarView, in text: String.UnicodeScalarView
  ) -> String.UnicodeScalarView {
    var result = String.UnicodeScalarView()
    var rest = text[...]
    while let first = rest.first {
      let part = first.isWordPart ? rest.prefix { $0.isWordPart } : rest.prefix(1)
      result += part.elementsEqual(word) ? mask.unicodeScalars[...] : part
      rest = rest[part.endIndex...]
    }
    return result
  }

  /// Returns the beginning of a text, with ``mask`` in place of keys.
  ///
  /// Keys are masked before the text is shortened. The text may be the beginning of a longer text.
  /// So if the text ends with four or more scalars that begin a key, these scalars are masked as
  /// well.
  ///
  /// - Returns: The beginning, with `…` at its end if it was shortened.
  func beginning(of text: String, limit: Int) -> String {
    var masked = Array(self(text).unicodeScalars)
    let cut = secrets.lazy.map { Self.lengthOfCutSecret($0, at: masked) }.max() ?? 0
    if cut > 0 { masked.replaceSubrange((masked.count - cut)..., with: Self.mask.unicodeScalars) }
    let beginning = String(String.UnicodeScalarView(masked.prefix(limit)))
    return masked.count > limit ? beginning + "…" : beginning
  }

  /// The number of scalars at the end of a text that are the beginning of a secret.
  private static func lengthOfCutSecret(
    _ secret: String, at end: [Unicode.Scalar]
  ) -> Int {
    let secret = Array(secret.unicodeScalars)
    let tail = Array(end.suffix(secret.count - 1))
    let start = tail.indices.dropLast(3).first { secret.starts(with: tail[$0...]) }
    return start.map { tail.count - $0 } ?? 0
  }
}

extension Unicode.Scalar {
  /// `true` if a word can contain the scalar.
  fileprivate var isWordPart: Bool { properties.isAlphabetic || properties.numericType != nil }
}
