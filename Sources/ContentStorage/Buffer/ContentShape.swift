/// What content is, without its value.
package enum ContentShape: Sendable {
  /// Nothing has arrived yet.
  case nothing
  case null
  case bool
  case number
  case string
  case array
  case object
}

extension ContentWord.Tag {
  /// What an entry with the tag is.
  var shape: ContentShape {
    switch self {
    case .null: .null
    case .false, .true: .bool
    case .integer, .wideInteger, .number, .wideNumber: .number
    case .string, .wideString: .string
    case .array: .array
    case .object: .object
    }
  }
}
