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
