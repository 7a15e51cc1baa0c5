/// A place in one of several documents.
struct SchemaLocation: Hashable, Sendable {
  let document: Int
  /// The number of the value in the document's tree.
  let value: Int
}

/// Which keywords are in force.
struct SchemaVocabulary: Sendable, Hashable {
  var draft: SchemaDraft
  /// Whether the keywords count that apply schemas.
  var applies = true
  /// Whether the keywords count that constrain values.
  var validates = true
  /// Whether the keywords count that apply to what no other keyword has evaluated.
  var findsUnevaluated = true
  /// Whether `format` constrains values, by the schema's own word.
  var assertsFormats = false
}

/// A schema with a URI of its own, to which the references in it are relative.
struct SchemaResource: Sendable {
  /// The URI without a fragment; empty if it is not known.
  var uri: String
  let root: SchemaLocation
  let vocabulary: SchemaVocabulary
  /// The schemas with plain names.
  var anchors: [String: SchemaLocation] = [:]
  /// Those of them to which references are dynamic; `$recursiveAnchor` has an empty name.
  var dynamicAnchors: [String: SchemaLocation] = [:]
}
