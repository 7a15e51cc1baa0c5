import SchemaEncoding
import SchemaModel
import SchemaText

extension SchemaGraph.Node {
  /// The phrase for the values in diagnostics.
  var phrase: String {
    kind == .object && propertyNames.isEmpty && childCount > 0 ? "a dictionary" : kind.phrase
  }

  /// The phrase for the values, with the names of their properties.
  var outline: String {
    let names = propertyNames
    guard !names.isEmpty else { return phrase }
    return "\(phrase) with the \(names.count == 1 ? "property" : "properties") \(names.listed())"
  }
}
