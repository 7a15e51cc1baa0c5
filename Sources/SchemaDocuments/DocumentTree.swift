package import IndexedTables

/// JSON documents as one flat list of their values, each with the index of its parent.
///
/// The values of a container are next to each other, so a range describes them. No traversal
/// recurses.
package struct DocumentTree: Sendable {
  private struct Value {
    let shape: ContentShape
    let keyword: Keyword?
    let parent: ValueID?
    var children = Range<ValueID>.empty
    let document: EntryIndex<Document>
    let place: ContentPlace
    let key: ContentPlace?
  }

  private struct Document {
    let places: ContentPlaces
    let root: ValueID
    /// The URI under which the document is supplied; `nil` for the first document.
    let uri: String?
  }

  private var values = IndexedTable<ValueID, Value>(from: .root)
  private var documents: [Document] = []
  /// The members of large objects by name.
  private var members: [ValueID: [ExactText: ValueID]] = [:]

  /// The smallest number of members for which an object has a table.
  private static let tableSize = 32

  package init() {}

  /// Adds a document.
  package mutating func append(_ content: GeneratedContent, uri: String) -> ValueID {
    let places = ContentPlaces(content)
    let root = values.endIndex
    let document = documents.add(
      Document(places: places, root: root, uri: documents.isEmpty ? nil : uri))
    values.append(
      Value(
        shape: places.shape(at: places.root), keyword: nil, parent: nil, document: document,
        place: places.root, key: nil))
    var next = root
    while next < values.endIndex {
      switch values[next].shape {
      case .object: addMembers(of: next, places)
      case .array: addElements(of: next, places)
      default: break
      }
      next = next.advanced(by: 1)
    }
    return root
  }

  private mutating func addMembers(of object: ValueID, _ places: ContentPlaces) {
    let first = values.endIndex
    let document = values[object].document
    var children = places.children(of: values[object].place)
    while let property = places.nextProperty(&children) {
      values.append(
        Value(
          shape: places.shape(at: property.value), keyword: Keyword(property, in: places),
          parent: object, document: document, place: property.value, key: property.key))
    }
    values[object].children = first..<values.endIndex
    guard values[object].children.count >= Self.tableSize else { return }
    let named = values[object].children.map { (ExactText(name(of: $0)), $0) }
    members[object] = Dictionary(named) { first, _ in first }
  }

  private mutating func addElements(of array: ValueID, _ places: ContentPlaces) {
    let first = values.endIndex
    let document = values[array].document
    var children = places.children(of: values[array].place)
    while let place = places.next(&children) {
      values.append(
        Value(
          shape: places.shape(at: place), keyword: nil, parent: array, document: document,
          place: place, key: nil))
    }
    values[array].children = first..<values.endIndex
  }

  // MARK: Values

  package var valueCount: Int { values.count }

  /// The values of all documents.
  ///
  /// The values of a document come after the values of earlier documents, and each value comes
  /// after its container.
  package var indices: Range<ValueID> { values.indices }

  /// Returns the container of a value; `nil` for the root of a document.
  package func parent(of value: ValueID) -> ValueID? { values[value].parent }

  /// Returns the keyword that is the name of a value in its object; `nil` if the name is not a
  /// keyword.
  func keyword(of value: ValueID) -> Keyword? { values[value].keyword }

  package func shape(_ value: ValueID) -> ContentShape { values[value].shape }

  /// Returns the values directly inside another value, in order.
  package func children(of value: ValueID) -> Range<ValueID> { values[value].children }

  package func content(_ value: ValueID) -> GeneratedContent {
    documents[values[value].document].places.content(at: values[value].place)
  }

  /// Returns the name of a value in an object; empty for an element or a root.
  package func name(of value: ValueID) -> String {
    guard let key = values[value].key else { return "" }
    return documents[values[value].document].places.text(at: key)
  }

  /// Returns the string of a value; `nil` if the value is not a string.
  func string(_ value: ValueID) -> String? {
    guard shape(value) == .string else { return nil }
    return documents[values[value].document].places.text(at: values[value].place)
  }

  /// Returns the outline of a value's string; `nil` if the value is not a string.
  func outline(_ value: ValueID) -> TextOutline? {
    guard shape(value) == .string else { return nil }
    return documents[values[value].document].places.outline(at: values[value].place)
  }

  package func index(of element: ValueID) -> Int {
    parent(of: element).map { children(of: $0).lowerBound.distance(to: element) } ?? 0
  }

  /// Returns the value of a keyword of a schema.
  ///
  /// - Complexity: Linear in the number of members.
  package func member(_ keyword: Keyword, of object: ValueID) -> ValueID? {
    values[object].children.first { values[$0].keyword == keyword }
  }

  package func member(_ name: String, of object: ValueID) -> ValueID? {
    guard shape(object) == .object else { return nil }
    if let members = members[object] { return members[ExactText(name)] }
    let places = documents[values[object].document].places
    return children(of: object).first { child in
      values[child].key.map { places.isText(at: $0, name) } ?? false
    }
  }

  // MARK: Places

  package func value(at path: SchemaPath, from root: ValueID = .root) -> ValueID? {
    var value = root
    for component in path.components {
      guard let inner = child(component.token, of: value) else { return nil }
      value = inner
    }
    return value
  }

  /// Returns the value to which a JSON Pointer leads; `nil` if there is none, or if the text is not
  /// a pointer.
  func value(atPointer pointer: String, from root: ValueID) -> ValueID? {
    // Most pointers have no escapes.
    guard !pointer.utf8.contains(UInt8(ascii: "~")) else {
      return (try? SchemaPath(pointer: pointer)).flatMap { self.value(at: $0, from: root) }
    }
    var value = root
    var rest = pointer.utf8[...]
    while let slash = rest.popFirst() {
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      guard slash == UInt8(ascii: "/"),
        let inner = child(String(Substring(rest[..<end])), of: value)
      else { return nil }
      value = inner
      rest = rest[end...]
    }
    return value
  }

  /// Returns the value directly inside another to which a token of a JSON Pointer leads.
  private func child(_ token: String, of value: ValueID) -> ValueID? {
    guard shape(value) == .array else { return member(token, of: value) }
    guard case .index(let index) = SchemaPath.Component(token: token),
      index < children(of: value).count
    else { return nil }
    return children(of: value).lowerBound.advanced(by: index)
  }

  /// Returns the path to a value from the root of its document, or from an ancestor.
  ///
  /// - Complexity: O(depth).
  package func path(to value: ValueID, from root: ValueID? = nil) -> SchemaPath {
    var paths = PathTable<ValueID>(root.map { [$0: SchemaPath()] } ?? [:])
    return path(to: value, in: &paths)
  }

  /// Returns the path to a value, and adds the paths on the way to those that are known.
  package func path(to value: ValueID, in paths: inout PathTable<ValueID>) -> SchemaPath {
    paths.path(to: value) {
      values[$0].parent
    } step: { value in
      if values[value].parent == nil { return nil }
      return values[value].key == nil ? .index(index(of: value)) : .key(name(of: value))
    }
  }

  /// Returns the root of the document that contains a value.
  package func root(of value: ValueID) -> ValueID { documents[values[value].document].root }

  /// Returns the URI of the supplied document that contains a value; `nil` for the first document.
  package func uri(of value: ValueID) -> String? { documents[values[value].document].uri }

  /// Returns `true` if a value is in a supplied document, `false` if it is in the first document.
  package func isSupplied(_ value: ValueID) -> Bool { uri(of: value) != nil }

  /// Returns the beginning of a problem at a value.
  ///
  /// It names the supplied document that contains the value, and is empty for the first document.
  package func prefix(forProblemAt value: ValueID) -> String {
    uri(of: value).map { "In '\($0.excerpt)': " } ?? ""
  }

  /// Returns the position of each value in the order of the texts.
  package func textOrder() -> IndexedTable<ValueID, Int> {
    var sizes = IndexedTable<ValueID, Int>(repeating: 1, for: indices)
    for value in indices.reversed() {
      if let parent = parent(of: value) { sizes[parent] += sizes[value] }
    }
    // The values of all earlier documents come before the root of a document.
    var order = IndexedTable<ValueID, Int>(from: .root, indices.map(\.number))
    for parent in indices {
      var next = order[parent] + 1
      for child in children(of: parent) {
        order[child] = next
        next += sizes[child]
      }
    }
    return order
  }
}
