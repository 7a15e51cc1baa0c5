package import SchemaModel
package import SchemaValidation

/// A tool, with a compiled validator of its arguments.
package struct ValidatedTool: Sendable {
  package let tool: any Tool

  /// The validator, or the error in the tool's parameters, which a call of the tool throws.
  private let validator: Result<ContentValidator, any Error>

  /// Prepares a tool.
  package init(_ tool: any Tool, validators: PreparedSchemas<ContentValidator>) {
    self.tool = tool
    validator = Result {
      try validators.value(for: tool.parameters) { try ContentValidator($0) }
    }
  }

  /// Compares the arguments of a call with the tool's parameters.
  ///
  /// - Throws: `SchemaError` for a tool with a faulty schema.
  package func report(on arguments: GeneratedContent) throws -> ValidationReport {
    try validator.get().report(on: arguments)
  }
}
