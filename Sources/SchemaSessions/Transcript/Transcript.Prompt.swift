public import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Transcript {
  /// A request to a model.
  public struct Prompt: Sendable, Identifiable, Equatable {
    /// The identifier of the entry.
    public var id: String

    /// The request.
    public var segments: [Segment]

    /// The options of generation.
    public var options: GenerationOptions

    /// The form of the answer; `nil` for text.
    public var responseFormat: ResponseFormat?

    /// The options of the context.
    public var contextOptions: ContextOptions

    /// Values of the caller, by name.
    public var metadata: [String: GeneratedContent]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - id: The identifier of the entry.
    ///   - metadata: Values of the caller, by name.
    ///   - segments: The request.
    ///   - options: The options of generation.
    ///   - responseFormat: The form of the answer; `nil` for text.
    ///   - contextOptions: The options of the context.
    public init(
      id: String = UUID().uuidString, metadata: [String: any ConvertibleToGeneratedContent] = [:],
      segments: [Segment],
      options: GenerationOptions = GenerationOptions(), responseFormat: ResponseFormat? = nil,
      contextOptions: ContextOptions = ContextOptions()
    ) {
      self.id = id
      self.metadata = metadata.mapValues { $0.generatedContent }
      self.segments = segments
      self.options = options
      self.responseFormat = responseFormat
      self.contextOptions = contextOptions
    }

    /// Creates a request without metadata, with the default context options.
    ///
    /// - Parameters:
    ///   - id: The identifier of the entry.
    ///   - segments: The request.
    ///   - options: The options of generation.
    ///   - responseFormat: The form of the answer; `nil` for text.
    public init(
      id: String = UUID().uuidString, segments: [Segment],
      options: GenerationOptions = GenerationOptions(), responseFormat: ResponseFormat? = nil
    ) {
      self.init(
        id: id, metadata: [:], segments: segments, options: options,
        responseFormat: responseFormat)
    }
  }

  /// The form of an answer.
  public struct ResponseFormat: Sendable, Equatable {
    /// The schema of the answer.
    public let schema: GenerationSchema

    /// The kind of form.
    public enum Kind: Sendable {
      /// The schema of the answer.
      case schema(GenerationSchema)
    }

    /// The kind of form.
    public var kind: Kind { .schema(schema) }

    /// The name of the schema.
    public var name: String { schema.name }

    /// Creates the form of a type's values.
    public init<Content: Generable>(type: Content.Type) {
      schema = type.generationSchema
    }

    /// Creates the form of a schema's values.
    public init(schema: GenerationSchema) {
      self.schema = schema
    }

    /// `true` if two forms have the same name and the same JSON Schema text.
    public static func == (first: ResponseFormat, second: ResponseFormat) -> Bool {
      first.name == second.name && first.schema.isWrittenLike(second.schema)
    }
  }
}
