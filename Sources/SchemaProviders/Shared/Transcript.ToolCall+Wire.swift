import SchemaModel
import SchemaSessions

extension Transcript.ToolCall {
  /// The arguments for an interface that only accepts objects.
  ///
  /// If the model wrote another value for an interface that accepts any text, it becomes the
  /// property of an object, as in a fitted schema, so that the model sees what it wrote.
  var argumentObject: GeneratedContent {
    arguments.shape == .object ? arguments : .object(["value": arguments])
  }
}
