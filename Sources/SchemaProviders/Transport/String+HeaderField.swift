import SchemaText

/// The rules for the texts in the fields of a header.
extension String {
  /// `true` if the text is a token of HTTP, and so a valid name of a field (RFC 9110, section
  /// 5.6.2).
  package var isHeaderToken: Bool {
    !isEmpty
      && utf8.allSatisfy { $0.isASCIIAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }

  /// The first scalar that a header's value cannot contain; `nil` if there is none.
  ///
  /// RFC 9110 allows bytes beyond ASCII, but transports and servers read them in different ways.
  var firstScalarUnfitForHeader: Unicode.Scalar? {
    unicodeScalars.first { !(" "..."~").contains($0) }
  }
}

extension Unicode.Scalar {
  /// The name of the scalar in errors, such as `U+000A`.
  var name: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
