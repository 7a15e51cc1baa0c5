import SchemaEncoding
import SchemaModel

extension SchemaGraph.Node {
  /// The phrase for the values in diagnostics.
  var phrase: String {
    kind == .object && properties.isEmpty && !children.isEmpty ? "a dictionary" : kind.phrase
  }
}
