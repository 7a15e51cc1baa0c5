extension GeneratedContent {
  /// What content is, without its value.
  package enum Shape: Sendable {
    /// Nothing has arrived yet.
    case nothing
    case null
    case bool
    case number
    case string
    case array
    case object
  }

  /// What this content is, found without making its value.
  package var shape: Shape {
    switch tag {
    case .null: isNothingYet ? .nothing : .null
    case .false, .true: .bool
    case .integer, .wideInteger, .number, .wideNumber: .number
    case .string, .wideString: .string
    case .array: .array
    case .object: .object
    }
  }

  /// The content of a property, null included, or `nil` if there is none of that name.
  package func property(named name: String) -> GeneratedContent? {
    place(ofProperty: name).map { part(at: $0) }
  }

  /// How many elements or properties there are; zero for other content.
  ///
  /// - Complexity: O(1) once all of them have arrived, else linear in their number.
  package var childCount: Int {
    guard let buffer, tag == .array || tag == .object else { return 0 }
    return buffer.count(of: node)
  }
}
