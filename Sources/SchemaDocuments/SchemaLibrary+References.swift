import SchemaFormats
import SchemaText

extension SchemaLibrary {
  /// What a reference leads to.
  package enum Target: Sendable {
    /// A value, and the plain name by which it was found, if it was.
    case value(Int, anchor: String?)
    /// A document that was not supplied, with its URI.
    case unknownDocument(String)
    /// Nothing in a document that is known.
    case nothing
  }

  /// Finds the target of a reference, in a document that may be added for it.
  ///
  /// - Parameters:
  ///   - reference: The reference as it is written.
  ///   - resource: The resource in which it is written.
  /// - Returns: The target.
  package mutating func resolve(_ reference: String, in resource: Int) -> Target {
    if let known = resources[resource].targets[ExactText(reference)] { return known }
    let target = find(reference, in: resource)
    resources[resource].targets[ExactText(reference)] = target
    return target
  }

  private mutating func find(_ reference: String, in resource: Int) -> Target {
    var target = URIReference(reference)
    var found = resource
    // A reference within the resource is found even if another one has its URI.
    if !reference.isEmpty, !URIReference.isFragment(reference) {
      target = target.resolved(against: URIReference(resources[resource].uri))
      guard let known = find(ExactText(target.withoutFragment)) else {
        return .unknownDocument(target.withoutFragment)
      }
      found = known
    }
    guard let fragment = target.decodedFragment else { return .nothing }
    if fragment.isEmpty { return .value(resources[found].root, anchor: nil) }
    if let named = resources[found].anchors[ExactText(fragment)] {
      return .value(named, anchor: fragment)
    }
    guard let path = try? SchemaPath(pointer: fragment),
      let value = tree.value(at: path, from: resources[found].root)
    else { return .nothing }
    return .value(value, anchor: nil)
  }

  /// The resource with a URI, which may be in a document that is not part of the schema yet.
  private mutating func find(_ uri: ExactText) -> Int? {
    if let known = resourcesByURI[uri] { return known }
    if let content = remotes.removeValue(forKey: uri) {
      add(content, uri: uri.text)
      return resourcesByURI[uri]
    }
    if let text = MetaSchemas.text(of: uri.text), let content = try? GeneratedContent(json: text) {
      add(content, uri: uri.text)
      return resourcesByURI[uri]
    }
    // A document may have another URI than that under which it is supplied.
    for other in remotes.keys.sorted() {
      guard let content = remotes.removeValue(forKey: other) else { continue }
      add(content, uri: other.text)
      if let known = resourcesByURI[uri] { return known }
    }
    return nil
  }
}
