import SchemaModel
import SchemaSessions

extension Transcript.ToolCall {
  /// The arguments as an object, for an interface that only accepts objects.
  ///
  /// The model may have written another value for an interface that accepts any text. This value
  /// becomes the property of an object, as in a fitted schema, so that the model can read its
  /// arguments.
  var argumentObject: GeneratedContent {
    arguments.shape == .object ? arguments : .object(["value": arguments])
  }
}
