/// JSON documents as one flat list of their values, each with the index of its parent.
///
/// A value is identified by its index. The values of a container are next to each other, so a range
/// describes them. No traversal recurses.
package struct DocumentTree: Sendable {
  package struct Value: Sendable {
    let shape: ContentShape
    /// The keyword that is the name of the value in its object, if the name is a keyword.
    package let keyword: Keyword?
    /// The container; `nil` for the root of a document.
    package let parent: Int?
    package fileprivate(set) var children = 0..<0
    fileprivate let document: Int
    /// The places of the value and of its name in the content of the document.
    fileprivate let place: ContentPlace
    fileprivate let key: ContentPlace?
  }

  private struct Document {
    let places: ContentPlaces
    let root: Int
    let uri: String
  }

  package private(set) var values: [Value] = []
  private var documents: [Document] = []
  /// The members of large objects by name.
  private var members: [Int: [ExactText: Int]] = [:]

  /// The smallest number of members for which an object has a table.
  private static let tableSize = 32

  package init() {}

  /// Adds a document.
  ///
  /// - Parameters:
  ///   - content: The document.
  ///   - uri: The URI under which it is supplied.
  /// - Returns: Its root.
  package mutating func append(_ content: GeneratedContent, uri: String) -> Int {
    let places = ContentPlaces(content)
    let root = values.count
    let document = documents.count
    documents.append(Document(places: places, root: root, uri: uri))
    values.append(
      Value(
        shape: places.shape(at: places.root), keyword: nil, parent: nil, document: document,
        place: places.root, key: nil))
    var next = root
    while next < values.count {
      switch values[next].shape {
      case .object: addMembers(of: next, places)
      case .array: addElements(of: next, places)
      default: break
      }
      next += 1
    }
    return root
  }

  private mutating func addMembers(of object: Int, _ places: ContentPlaces) {
    let first = values.count
    let document = values[object].document
    var children = places.children(of: values[object].place)
    while let property = places.nextProperty(&children) {
      values.append(
        Value(
          shape: places.shape(at: property.value), keyword: Keyword(property, in: places),
          parent: object, document: document, place: property.value, key: property.key))
    }
    values[object].children = first..<values.count
    guard values.count - first >= Self.tableSize else { return }
    let named = (first..<values.count).map { (ExactText(name(of: $0)), $0) }
    members[object] = Dictionary(named) { first, _ in first }
  }

  private mutating func addElements(of array: Int, _ places: ContentPlaces) {
    let first = values.count
    let document = values[array].document
    var children = places.children(of: values[array].place)
    while let place = places.next(&children) {
      values.append(
        Value(
          shape: places.shape(at: place), keyword: nil, parent: array, document: document,
          place: place, key: nil))
    }
    values[array].children = first..<values.count
  }

  // MARK: Values

  package func shape(_ value: Int) -> ContentShape { values[value].shape }

  /// Returns the values directly inside another value, in order.
  package func children(of value: Int) -> Range<Int> { values[value].children }

  /// Returns the content of a value.
  package func content(_ value: Int) -> GeneratedContent {
    documents[values[value].document].places.content(at: values[value].place)
  }

  /// Returns the name of a value in an object; empty for an element or a root.
  package func name(of value: Int) -> String {
    guard let key = values[value].key else { return "" }
    return documents[values[value].document].places.text(at: key)
  }

  /// Returns the string of a value; `nil` if the value is not a string.
  package func string(_ value: Int) -> String? {
    guard shape(value) == .string else { return nil }
    return documents[values[value].document].places.text(at: values[value].place)
  }

  /// Returns the outline of a value's string; `nil` if the value is not a string.
  func outline(_ value: Int) -> TextOutline? {
    guard shape(value) == .string else { return nil }
    return documents[values[value].document].places.outline(at: values[value].place)
  }

  /// Returns the index of an element in its array.
  package func index(of element: Int) -> Int {
    values[element].parent.map { element - values[$0].children.lowerBound } ?? 0
  }

  /// Returns the value of a keyword of a schema.
  ///
  /// - Complexity: Linear in the number of members.
  package func member(_ keyword: Keyword, of object: Int) -> Int? {
    values[object].children.first { values[$0].keyword == keyword }
  }

  /// Returns the value of a member of an object.
  package func member(_ name: String, of object: Int) -> Int? {
    guard shape(object) == .object else { return nil }
    if let members = members[object] { return members[ExactText(name)] }
    let places = documents[values[object].document].places
    return children(of: object).first { child in
      values[child].key.map { places.isText(at: $0, name) } ?? false
    }
  }

  // MARK: Places

  /// Returns the value at a path.
  package func value(at path: SchemaPath, from root: Int = 0) -> Int? {
    var value = root
    for component in path.components {
      if shape(value) == .array {
        guard case .index(let index) = SchemaPath.Component(token: component.token),
          index < children(of: value).count
        else { return nil }
        value = children(of: value).lowerBound + index
      } else {
        guard let member = member(component.token, of: value) else { return nil }
        value = member
      }
    }
    return value
  }

  /// Returns the path to a value from the root of its document, or from an ancestor.
  ///
  /// - Complexity: O(depth).
  package func path(to value: Int, from root: Int? = nil) -> SchemaPath {
    var components: [SchemaPath.Component] = []
    var value = value
    while value != root, let parent = values[value].parent {
      components.append(
        values[value].key == nil ? .index(index(of: value)) : .key(name(of: value)))
      value = parent
    }
    return SchemaPath(components.reversed())
  }

  /// Returns the root of the document that contains a value.
  package func root(of value: Int) -> Int { documents[values[value].document].root }

  /// Returns the URI of the supplied document that contains a value; `nil` for the first document.
  package func uri(of value: Int) -> String? {
    let document = values[value].document
    return document > 0 ? documents[document].uri : nil
  }

  /// Returns the beginning of a problem at a value.
  ///
  /// It names the supplied document that contains the value, and is empty for the first document.
  package func prefix(forProblemAt value: Int) -> String {
    uri(of: value).map { "In '\($0.excerpt)': " } ?? ""
  }

  /// Returns the position of each value in the order of the texts.
  package func textOrder() -> [Int] {
    var sizes = [Int](repeating: 1, count: values.count)
    for value in values.indices.reversed() {
      if let parent = values[value].parent { sizes[parent] += sizes[value] }
    }
    // The values of all earlier documents come before the root of a document.
    var order = Array(values.indices)
    for parent in values.indices {
      var next = order[parent] + 1
      for child in children(of: parent) {
        order[child] = next
        next += sizes[child]
      }
    }
    return order
  }
}
