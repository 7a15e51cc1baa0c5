import IndexedTables

/// A trie of byte strings, with a number for each string.
///
/// The children of a node are adjacent, in the order of their bytes. A node with many children also
/// has a directory of 256 entries.
struct ByteTrie: Sendable {
  struct Node: BitwiseCopyable, Sendable {
    fileprivate var storedValue: Int32 = -1
    fileprivate var firstChild = NodeIndex(0)
    fileprivate var storedChildCount: UInt16 = 0
    let byte: UInt8
    /// The first entry of the node's directory; `nil` if it has few children.
    @PackedIndex fileprivate var directory: EntryIndex<PackedIndex<Node>>?

    fileprivate init(byte: UInt8) { self.byte = byte }

    /// The number of the string that ends here; `nil` if no string ends here.
    var value: Int32? { storedValue < 0 ? nil : storedValue }

    var children: EntryRange<Node> { EntryRange(from: firstChild, count: Int(storedChildCount)) }

    /// Indicates whether longer strings have this prefix.
    var hasChildren: Bool { storedChildCount > 0 }

    /// Indicates whether the node has a directory of its children.
    var hasDirectory: Bool { directory != nil }
  }

  typealias NodeIndex = EntryIndex<Node>

  /// The number of children from which on a node has a directory.
  private static let directoryThreshold = 12

  let nodes: [Node]
  private let directories: [PackedIndex<Node>]

  /// A range of the strings in the order of their bytes.
  typealias StringRange = EntryRange<ArraySlice<UInt8>>

  /// Makes a trie of strings that are sorted and distinct.
  ///
  /// `strings`: The strings. No string may be empty.
  init(sorted strings: [ArraySlice<UInt8>], values: [Int32]) {
    var ranges: [StringRange] = []
    self.init(sorted: strings, values: values, ranges: &ranges)
  }

  /// Makes a trie of strings that are sorted and distinct.
  ///
  /// `strings`: The strings. No string may be empty. `ranges`: Receives for each node the range of
  /// the strings at and below the node.
  init(sorted strings: [ArraySlice<UInt8>], values: [Int32], ranges: inout [StringRange]) {
    ranges = [StringRange(strings.indices)]
    var nodes = [Node(byte: 0)]
    var directories: [PackedIndex<Node>] = []
    /// The nodes whose children are not yet made, with the strings below them and their depth.
    var pending = [(node: Self.root, strings: strings.indices, depth: 0)]
    while let (parent, range, depth) = pending.popLast() {
      let first = nodes.count
      var position = range.lowerBound
      var below: [(node: NodeIndex, strings: Range<Int>, depth: Int)] = []
      while position < range.upperBound {
        let string = strings[position]
        let byte = string[string.startIndex + depth]
        var end = position + 1
        while end < range.upperBound,
          strings[end][strings[end].startIndex + depth] == byte
        {
          end += 1
        }
        var node = Node(byte: byte)
        // Since strings are sorted, the string that ends here is the first one.
        var rest = position
        if string.count == depth + 1 {
          node.storedValue = values[position]
          rest += 1
        }
        let index = nodes.add(node)
        if rest < end { below.append((index, rest..<end, depth + 1)) }
        ranges.append(StringRange(position..<end))
        position = end
      }
      let children = EntryRange<Node>(first..<nodes.count)
      nodes[parent].firstChild = NodeIndex(first)
      nodes[parent].storedChildCount = UInt16(children.count)
      if children.count >= Self.directoryThreshold {
        let directory = directories.count
        nodes[parent].directory = EntryIndex(directory)
        directories.append(contentsOf: repeatElement(PackedIndex(), count: 256))
        for child in children {
          directories[directory + Int(nodes[child].byte)] = PackedIndex(wrappedValue: child)
        }
      }
      pending.append(contentsOf: below.reversed())
    }
    self.nodes = nodes
    self.directories = directories
  }

  static var root: NodeIndex { NodeIndex(0) }

  /// Returns the child of a node by the child's byte; `nil` if there is none.
  func child(of node: Node, _ byte: UInt8) -> NodeIndex? {
    if let directory = node.directory {
      return directories[directory.value + Int(byte)].wrappedValue
    }
    for child in node.children where nodes[child].byte == byte { return child }
    return nil
  }

  /// Returns the node of a text; `nil` if no string begins with the text.
  func node(of text: some Sequence<UInt8>) -> NodeIndex? {
    var node = Self.root
    for byte in text {
      guard let child = child(of: nodes[node], byte) else { return nil }
      node = child
    }
    return node
  }

  var byteCount: Int { nodes.byteCount + directories.byteCount }
}
