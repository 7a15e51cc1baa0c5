import SchemaModel
import SchemaValidation

/// A tool, with a compiled validator of its arguments.
struct ValidatedTool: Sendable {
  let tool: any Tool

  /// The validator, or the error in the tool's parameters, which a call of the tool throws.
  private let validator: Result<ContentValidator, any Error>

  /// Prepares a tool.
  ///
  /// - Parameters:
  ///   - tool: The tool.
  ///   - validators: The store that keeps the validators of tools.
  init(_ tool: any Tool, validators: PreparedSchemas<ContentValidator>) {
    self.tool = tool
    validator = Result {
      try validators.value(for: tool.parameters) { try ContentValidator($0) }
    }
  }

  /// Compares the arguments of a call with the tool's parameters.
  ///
  /// - Throws: `SchemaError` for a tool with a faulty schema.
  func report(on arguments: GeneratedContent) throws -> ValidationReport {
    try validator.get().report(on: arguments)
  }
}
