extension ValidationReport {
  /// The alternative of a union that a report follows, where the value satisfies none.
  ///
  ///     at /shape: alternative 2 of 3 of 'anyOf' is meant, by its property 'type'
  public struct Alternative: Sendable, Hashable, CustomStringConvertible {
    /// The place of the value.
    public let path: SchemaPath

    /// The keyword, `anyOf` or `oneOf`.
    public let keyword: String

    /// The index of the alternative.
    public let index: Int

    /// How many alternatives there are.
    public let count: Int

    /// The property whose value selects the alternative; `nil` if it is the one that has the fewest
    /// violations.
    public let discriminator: String?

    /// The place, the alternative and the reason in one line.
    public var description: String {
      let place = path.pointer
      let reason =
        discriminator.map { "by its property '\($0)'" } ?? "since it has the fewest violations"
      return (place.isEmpty ? "" : "at \(place): ")
        + "alternative \(index + 1) of \(count) of '\(keyword)' is meant, \(reason)"
    }
  }
}
