public import SchemaModel

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
/// A session calls tools that the model calls at the same time at the same time, too, and checks
/// the arguments against ``parameters`` before each call.
public protocol Tool<Arguments, Output>: Sendable {
  /// What the tool gives back to the model.
  associatedtype Output: PromptRepresentable

  /// What the model gives to the tool.
  associatedtype Arguments: ConvertibleFromGeneratedContent

  /// The name by which the model calls the tool; the type's name unless stated.
  var name: String { get }

  /// What the tool does, and when to call it, in words for the model.
  var description: String { get }

  /// The schema of the arguments; the arguments' own if they are generable.
  var parameters: GenerationSchema { get }

  /// Whether the instructions describe the tool; `true` unless stated.
  var includesSchemaInInstructions: Bool { get }

  /// Whether a provider is asked to hold the arguments to ``parameters``, where it can; `true`
  /// unless stated.
  ///
  /// Providers limit how many tools of a request they hold to their schemas, and how large these
  /// are. The session checks the arguments in any case.
  var isStrict: Bool { get }

  /// Runs the tool.
  ///
  /// - Parameter arguments: What the model gives to the tool.
  /// - Returns: What the model reads.
  /// - Throws: Any error; what follows is up to ``SessionPolicy/toolFailure-swift.property``.
  @concurrent func call(arguments: Arguments) async throws -> Output
}

extension Tool {
  /// The name of the type.
  public var name: String { String(describing: Self.self) }

  /// Whether the instructions describe the tool: they do.
  public var includesSchemaInInstructions: Bool { true }

  /// Whether a provider is asked to hold the arguments to the schema: it is.
  public var isStrict: Bool { true }
}

extension Tool where Arguments: Generable {
  /// The schema of the arguments' type.
  public var parameters: GenerationSchema { Arguments.generationSchema }
}
