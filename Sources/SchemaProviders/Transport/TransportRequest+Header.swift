import SchemaSessions

extension TransportRequest {
  /// Adds fields to the header, which replace those with the same name.
  ///
  /// - Throws: `LanguageModelError` for a name or a value that a header cannot contain.
  package mutating func add(_ fields: [String: String], provider: String) throws {
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      let unfit = value.firstScalarUnfitForHeader
      guard name.isHeaderToken, unfit == nil else {
        let (problem, remedy) =
          if let unfit {
            (
              "the value of the header \(name) has the character \(unfit.name), which a header "
                + "cannot contain.", "Remove the character."
            )
          } else {
            (
              "a header has a name with characters that a name cannot contain.",
              "Use letters, digits and -."
            )
          }
        throw LanguageModelError.providerFailure(
          .init(
            code: .invalidHeader, debugDescription: "\(provider): \(problem)", remedy: remedy))
      }
      headers[name.lowercased()] = value
    }
  }
}

// The texts that the header of a request can contain.
extension String {
  /// `true` if the text is a token of HTTP, and so a valid name of a field (RFC 9110, section
  /// 5.6.2).
  package var isHeaderToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
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
