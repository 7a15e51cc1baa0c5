/// Names, or other texts, that are looked up by their bytes in UTF-8, as JSON compares them.
struct NameTable: Sendable {
  private(set) var names: [String] = []
  private var bytes: [[UInt8]] = []
  private var indices: [ExactText: Int] = [:]

  init() {}

  init(_ names: some Sequence<String>) {
    for name in names { _ = insert(name) }
  }

  /// Adds a name, unless it is there.
  ///
  /// - Returns: Its index.
  mutating func insert(_ name: String) -> Int {
    if let known = indices[ExactText(name)] { return known }
    indices[ExactText(name)] = names.count
    names.append(name)
    bytes.append(Array(name.utf8))
    return names.count - 1
  }

  /// The index of a name; a likely index is tried first.
  func index(of text: Span<UInt8>, near hint: Int = 0) -> Int? {
    if hint < bytes.count, Self.areEqual(bytes[hint], text) { return hint }
    if bytes.count <= 4 { return bytes.indices.first { Self.areEqual(bytes[$0], text) } }
    return indices[ExactText(String(copying: text))]
  }

  func index(of text: String) -> Int? { indices[ExactText(text)] }

  private static func areEqual(_ name: [UInt8], _ text: Span<UInt8>) -> Bool {
    guard name.count == text.count else { return false }
    for index in name.indices where name[index] != text[index] { return false }
    return true
  }
}
