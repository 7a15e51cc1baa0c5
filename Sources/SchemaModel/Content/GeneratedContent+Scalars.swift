extension GeneratedContent {
  /// The string, or `nil` if this is none.
  package var text: String? {
    switch tag {
    case .string, .wideString: stringValue
    default: nil
    }
  }

  /// The truth value, or `nil` if this is none.
  package var truth: Bool? {
    switch tag {
    case .false: false
    case .true: true
    default: nil
    }
  }
}
