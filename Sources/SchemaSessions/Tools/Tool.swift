import SchemaEncoding
import SchemaFitting
public import SchemaModel
import SchemaReading
package import SchemaValidation

/// A function that a model may call while it answers.
///
///     struct FindRecipes: Tool {
///       let description = "Finds recipes in the user's collection"
///
///       @Generable
///       struct Arguments {
///         @Guide(description: "What to look for")
///         var term: String
///       }
///
///       func call(arguments: Arguments) async throws -> [String] {
///         try await collection.find(arguments.term)
///       }
///     }
///
/// Tools that a model calls together run concurrently. A session checks the arguments against
/// ``parameters`` before each call.
public protocol Tool<Arguments, Output>: Sendable {
  /// The output, which the model reads.
  associatedtype Output: PromptRepresentable

  /// The arguments, which the model writes.
  associatedtype Arguments: ConvertibleFromGeneratedContent

  /// The name by which the model calls the tool; by default the type's name.
  var name: String { get }

  /// A text for the model that states the tool's purpose, and when to call the tool.
  var description: String { get }

  /// The schema of the arguments; by default the schema of their type, if it is generable.
  var parameters: GenerationSchema { get }

  /// `true` if the instructions describe the tool, which is the default.
  var includesSchemaInInstructions: Bool { get }

  /// `true` to ask a provider to enforce the schema of the arguments, if it can. The default is
  /// `true`.
  ///
  /// Providers limit the number and the size of the schemas that they enforce in a request. The
  /// session checks the arguments in any case.
  var isStrict: Bool { get }

  /// Runs the tool.
  ///
  /// - Throws: Any error; ``SessionPolicy/toolFailure-swift.property`` decides on the reaction.
  @concurrent func call(arguments: Arguments) async throws -> Output
}

extension Tool {
  /// The name of the type.
  public var name: String { String(describing: Self.self) }

  /// `true`.
  public var includesSchemaInInstructions: Bool { true }

  /// `true`.
  public var isStrict: Bool { true }
}

extension Tool where Arguments: Generable {
  /// The schema of the arguments' type.
  public var parameters: GenerationSchema { Arguments.generationSchema }
}

/// A tool that passes its calls on to another one.
package protocol WrappingTool<Base>: Tool {
  associatedtype Base: Tool

  /// The tool that is called.
  var base: Base { get }
}

extension Tool {
  /// The wrapped tool, or the tool itself if it wraps no other one.
  var unwrapped: any Tool { (self as? any WrappingTool)?.base.unwrapped ?? self }
}

/// A tool, with a compiled validator of its arguments.
package struct ValidatedTool: Sendable {
  package let tool: any Tool

  private let parameters: GenerationSchema
  /// The validator, or the error in the tool's parameters, which a call of the tool throws.
  private let validator: Result<ContentValidator, any Error>
  /// The readers of the session's schemas.
  private let schemas: SessionSchemas

  package init(_ tool: any Tool, _ schemas: SessionSchemas) {
    self.tool = tool
    self.schemas = schemas
    let parameters = tool.parameters
    self.parameters = parameters
    validator = Result { try schemas.validator(of: parameters) }
  }

  /// Compares the arguments of a call with the tool's parameters.
  ///
  /// - Throws: `SchemaError` for a tool with a faulty schema.
  package func report(on arguments: GeneratedContent) throws -> ValidationReport {
    try validator.get().report(on: arguments)
  }

  /// Returns `true` if arguments fit the tool's parameters, or if these have a fault.
  func accepts(_ arguments: GeneratedContent) -> Bool {
    (try? validator.get())?.isValid(arguments) ?? true
  }

  /// Reads a text along the tool's parameters; `nil` if these have a fault.
  func reading(
    _ text: String, as mapping: AnswerMapping, by policy: ReadingPolicy
  ) -> Result<Reading, ReadingError>? {
    guard let reader = try? FormReader(parameters, mapping, schemas) else { return nil }
    return Result { () throws(ReadingError) in try reader.read(text, by: policy) }
  }
}
