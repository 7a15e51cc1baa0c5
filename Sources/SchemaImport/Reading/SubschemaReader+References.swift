import SchemaDocuments
import SchemaFormats

extension SubschemaReader {
  /// The target of a reference; `nil` with a warning if it has several.
  mutating func target(
    of keyword: Keyword, _ node: Int, in schema: Subschema
  ) throws(SchemaImportError) -> Int? {
    let text = try text(node, keyword)
    guard keyword == .reference || isStatic(keyword, text) else {
      log.add(
        .dynamicReference, at: node, keyword.rawValue,
        "'\(keyword.rawValue)' has several possible targets, so any value is accepted.",
        remedy: "Use '$ref' to refer to one schema.")
      return nil
    }
    switch resolve(text, at: schema.node) {
    case .value(let target, _): return target
    case .unknownDocument(let uri):
      throw fault(
        .remoteReference, node,
        "'\(text)' refers to another document, '\(uri)', which is not fetched.",
        "Supply the document with the option 'remotes', or copy the target into '$defs'.")
    case .nothing:
      guard let target = outerTarget(of: text, at: schema.node) else {
        throw fault(
          .invalidReference, node, "'\(text)' has no target in this document.",
          "Correct the reference, or add the target.")
      }
      log.add(
        .outerReference, at: node, keyword.rawValue,
        "'\(text)' has no target within the schema's own '$id', and was looked up from the root.",
        remedy: "Write the reference relative to the '$id' that encloses it.")
      return target
    }
  }

  /// What a reference leads to in the part that is imported, else in its document.
  private mutating func resolve(_ text: String, at schema: Int) -> SchemaLibrary.Target {
    let resource = library.resource(of: schema)
    let target = library.resolve(text, in: resource)
    guard case .nothing = target, let outerResource, library.resources[resource].root == root
    else { return target }
    return library.resolve(text, in: outerResource)
  }

  /// What the pointer of a reference leads to from the root of the document.
  private func outerTarget(of text: String, at schema: Int) -> Int? {
    guard URIReference.isFragment(text), let fragment = URIReference(text).decodedFragment,
      let path = try? SchemaPath(pointer: fragment)
    else { return nil }
    return document.value(at: path, from: document.root(of: schema))
  }

  /// Whether a dynamic reference has one possible target.
  private func isStatic(_ keyword: Keyword, _ text: String) -> Bool {
    let name =
      keyword == .recursiveReference
      ? .recursiveAnchor : URIReference(text).decodedFragment.map(ExactText.init)
    guard let name else { return true }
    return library.dynamicAnchors[name, default: []].count <= 1
  }

  /// The name that the URI of a resource gives its root, such as `item` for `…/item.json`.
  mutating func resourceName(of node: Int) -> String? {
    let resource = library.resources[library.resource(of: node)]
    guard resource.root == node else { return nil }
    return URIReference(resource.uri).path.split(separator: "/").last?
      .split(separator: ".").first.map(String.init)
  }
}
