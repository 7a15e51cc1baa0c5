/// A JSON document as a flat list of its values, each with the way back to its parent.
///
/// The values of a container stand side by side, so that a range describes them.
struct DocumentTree: Sendable {
  struct Value: Sendable {
    let kind: ContentPlaces.Kind
    /// The container, or -1.
    let parent: Int
    /// The name in an object.
    let name: String
    /// Where the value stands in the content.
    let place: Int
    var children = 0..<0
  }

  private(set) var values: [Value]
  private let places: ContentPlaces
  /// The members of large objects by name.
  private var members: [Int: [ExactText: Int]] = [:]

  /// From this many members on, an object is searched by a table.
  private static let tableSize = 32

  init(_ content: GeneratedContent) {
    places = ContentPlaces(content)
    values = []
    values.append(
      Value(kind: places.kind(at: places.root), parent: -1, name: "", place: places.root))
    var next = 0
    while next < values.count {
      if values[next].kind == .object || values[next].kind == .array { addChildren(of: next) }
      next += 1
    }
  }

  private mutating func addChildren(of parent: Int) {
    let first = values.count
    let isObject = values[parent].kind == .object
    var children = places.children(of: values[parent].place)
    while true {
      var name = ""
      if isObject {
        guard let key = places.nextKey(&children) else { break }
        name = places.withKey(key) { String(decoding: $0, as: UTF8.self) }
      }
      guard let place = places.next(&children) else { break }
      values.append(Value(kind: places.kind(at: place), parent: parent, name: name, place: place))
    }
    values[parent].children = first..<values.count
    guard isObject, values.count - first >= Self.tableSize else { return }
    let named = (first..<values.count).map { (ExactText(values[$0].name), $0) }
    members[parent] = Dictionary(named) { first, _ in first }
  }

  /// The value of a member of an object.
  func member(_ name: String, of object: Int) -> Int? {
    guard values[object].kind == .object else { return nil }
    if let members = members[object] { return members[ExactText(name)] }
    return values[object].children.first { ExactText(values[$0].name) == ExactText(name) }
  }

  /// The content of a value.
  func content(_ value: Int) -> GeneratedContent { places.content(at: values[value].place) }

  /// The string, if the value is one.
  func string(_ value: Int) -> String? {
    values[value].kind == .string ? content(value).text : nil
  }

  /// The string of a member, if it is one.
  func string(_ name: String, of object: Int) -> String? {
    member(name, of: object).flatMap { string($0) }
  }

  /// The value that a step leads to.
  func value(_ token: String, in container: Int) -> Int? {
    guard values[container].kind == .array else { return member(token, of: container) }
    guard case .index(let index) = SchemaPath.Component(token: token),
      index < values[container].children.count
    else { return nil }
    return values[container].children.lowerBound + index
  }

  /// The path from one value to another inside it.
  ///
  /// - Complexity: O(depth).
  func path(to value: Int, from root: Int = 0) -> SchemaPath {
    var components: [SchemaPath.Component] = []
    var value = value
    while value != root, values[value].parent >= 0 {
      let parent = values[value].parent
      components.append(
        values[parent].kind == .object
          ? .key(values[value].name) : .index(value - values[parent].children.lowerBound))
      value = parent
    }
    return SchemaPath(components.reversed())
  }
}
