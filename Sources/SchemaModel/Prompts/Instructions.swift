/// The role and the rules of a model.
///
/// The model gets them once, before all prompts.
///
///     let instructions = Instructions {
///       "You are an experienced fitness trainer."
///       "Create safe, effective exercises."
///     }
///
/// Instructions are built in the same way as a ``Prompt``.
public struct Instructions: Sendable, Equatable {
  /// The parts, in order.
  public var components: [Prompt.Component]

  /// Creates instructions from their parts.
  public init(components: [Prompt.Component]) { self.components = components }

  /// Creates instructions from a value that represents instructions, such as a string.
  public init(_ content: some InstructionsRepresentable) {
    self = content.instructionsRepresentation
  }

  /// Creates instructions from several parts.
  ///
  /// - Throws: The errors of `content`.
  public init(@InstructionsBuilder _ content: () throws -> Instructions) rethrows {
    self = try content()
  }
}

extension Instructions: InstructionsRepresentable {}

// In an extension with the conformance, the compiler would apply a result builder to the body, and
// the builder would read this property again.
extension Instructions {
  /// The instructions themselves.
  public var instructionsRepresentation: Instructions { self }
}
