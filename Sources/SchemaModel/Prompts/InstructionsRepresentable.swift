/// A type whose values can be part of instructions.
///
/// Every ``Generable`` type conforms to this protocol: its values become JSON in instructions.
public protocol InstructionsRepresentable {
  /// The value as instructions.
  @InstructionsBuilder var instructionsRepresentation: Instructions { get }
}

extension ConvertibleToGeneratedContent {
  /// Instructions that contain this value as JSON.
  public var instructionsRepresentation: Instructions {
    Instructions(components: [.content(generatedContent)])
  }
}

extension String: InstructionsRepresentable {
  /// Instructions that consist of this text.
  public var instructionsRepresentation: Instructions { Instructions(components: [.text(self)]) }
}

extension Array: InstructionsRepresentable where Element: InstructionsRepresentable {
  /// The elements, one after the other; values that become JSON are one JSON array.
  ///
  /// Instructions, strings and other values that are not generated content become separate parts.
  public var instructionsRepresentation: Instructions {
    let value =
      Element.self == String.self
      ? nil : (self as? any ConvertibleToGeneratedContent)?.generatedContent
    return Instructions(
      components: value.map { [.content($0)] }
        ?? flatMap { $0.instructionsRepresentation.components })
  }
}

extension Optional: InstructionsRepresentable where Wrapped: InstructionsRepresentable {
  /// The value as instructions, which are empty for `nil`.
  public var instructionsRepresentation: Instructions {
    self?.instructionsRepresentation ?? Instructions(components: [])
  }
}
