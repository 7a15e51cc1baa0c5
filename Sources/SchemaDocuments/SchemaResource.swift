import SchemaText

/// A schema with a URI of its own, to which the references in it are relative.
package struct SchemaResource: Sendable {
  /// The URI without a fragment; empty if it is not known.
  package internal(set) var uri: String
  /// The value that is the schema.
  package let root: Int
  package let vocabulary: SchemaVocabulary
  /// The schemas by their anchors.
  var anchors: [ExactText: Int] = [:]
  /// Those of them to which references are dynamic.
  package internal(set) var dynamicAnchors: [ExactText: Int] = [:]
  /// What the references in it that have been resolved lead to.
  var targets: [ExactText: SchemaLibrary.Target] = [:]
}

extension ExactText {
  /// The name under which `$recursiveAnchor`, which has none, is registered.
  package static let recursiveAnchor = ExactText("")
}
