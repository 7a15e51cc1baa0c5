/// Byte strings as a tree, with a number at the end of each.
///
/// The children of a node are neighbors, in the order of their bytes. A node with many children has
/// a directory of 256 entries besides.
struct ByteTrie: Sendable {
  struct Node: BitwiseCopyable, Sendable {
    /// The number of the string that ends here, or -1.
    var value: Int32 = -1
    var firstChild: UInt32 = 0
    /// Where the node's directory begins, or -1.
    var directory: Int32 = -1
    var childCount: UInt16 = 0
    var byte: UInt8 = 0
  }

  /// From this many children on a node has a directory.
  private static let directoryThreshold = 12

  let nodes: [Node]
  private let directories: [UInt32]

  /// Neighbors among the strings, by their places in the order of their bytes.
  struct StringRange: BitwiseCopyable, Sendable {
    var start: Int32
    var end: Int32

    var count: Int { Int(end - start) }
  }

  /// Makes a trie of strings that are sorted and distinct.
  ///
  /// - Parameters:
  ///   - strings: The strings, none of them empty.
  ///   - values: The number of each.
  init(sorted strings: [ArraySlice<UInt8>], values: [Int32]) {
    var ranges: [StringRange] = []
    self.init(sorted: strings, values: values, ranges: &ranges)
  }

  /// Makes a trie of strings that are sorted and distinct.
  ///
  /// - Parameters:
  ///   - strings: The strings, none of them empty.
  ///   - values: The number of each.
  ///   - ranges: Becomes the strings at and below each node.
  init(sorted strings: [ArraySlice<UInt8>], values: [Int32], ranges: inout [StringRange]) {
    func stringRange(_ range: Range<Int>) -> StringRange {
      StringRange(
        start: Int32(truncatingIfNeeded: range.lowerBound),
        end: Int32(truncatingIfNeeded: range.upperBound))
    }
    ranges = [stringRange(strings.indices)]
    var nodes = [Node()]
    var directories: [UInt32] = []
    /// Nodes whose children are still to be made: the strings below them, and their depth.
    var pending: [(node: Int, strings: Range<Int>, depth: Int)] = [(0, strings.indices, 0)]
    while let (parent, range, depth) = pending.popLast() {
      let first = nodes.count
      var position = range.lowerBound
      var below: [(node: Int, strings: Range<Int>, depth: Int)] = []
      while position < range.upperBound {
        let string = strings[position]
        let byte = string[string.startIndex + depth]
        var end = position + 1
        while end < range.upperBound,
          strings[end][strings[end].startIndex + depth] == byte
        {
          end += 1
        }
        var node = Node()
        node.byte = byte
        // Sorting puts the string that ends here first.
        var rest = position
        if string.count == depth + 1 {
          node.value = values[position]
          rest += 1
        }
        if rest < end { below.append((nodes.count, rest..<end, depth + 1)) }
        nodes.append(node)
        ranges.append(stringRange(position..<end))
        position = end
      }
      nodes[parent].firstChild = UInt32(truncatingIfNeeded: first)
      nodes[parent].childCount = UInt16(truncatingIfNeeded: nodes.count - first)
      if nodes.count - first >= Self.directoryThreshold {
        nodes[parent].directory = Int32(truncatingIfNeeded: directories.count)
        directories.append(contentsOf: repeatElement(0, count: 256))
        for child in first..<nodes.count {
          directories[directories.count - 256 + Int(nodes[child].byte)] =
            UInt32(truncatingIfNeeded: child)
        }
      }
      pending.append(contentsOf: below.reversed())
    }
    self.nodes = nodes
    self.directories = directories
  }

  static let root = 0

  /// The child of a node by its byte, or 0, which is the root and nobody's child.
  func child(of node: Node, _ byte: UInt8) -> Int {
    if node.directory >= 0 { return Int(directories[Int(node.directory) + Int(byte)]) }
    var index = Int(node.firstChild)
    let end = index + Int(node.childCount)
    while index < end {
      if nodes[index].byte == byte { return index }
      index += 1
    }
    return 0
  }

  /// The size in bytes.
  var byteCount: Int { nodes.byteCount + directories.byteCount }
}
