import SchemaModel
import SchemaSessions

extension Transcript.ToolCall {
  /// The arguments for an interface that takes objects only.
  ///
  /// A model may write something else where the interface takes any text. It becomes the property
  /// that it is in a fitted schema, so that the model sees what it wrote.
  var argumentObject: GeneratedContent {
    arguments.shape == .object ? arguments : .object(["value": arguments])
  }
}
