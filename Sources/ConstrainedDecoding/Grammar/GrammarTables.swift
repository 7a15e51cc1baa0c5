import IndexedTables
import SchemaEncoding

/// A compiled grammar; it is immutable, and all matchers and threads share it.
final class GrammarTables: Sendable {
  /// The values of one node of the draft.
  struct Node: BitwiseCopyable, Sendable {
    var forms: EntryRange<Form>
    /// The bytes with which a value may begin.
    var first: ByteSet
  }

  /// One form of a value.
  ///
  /// A value may begin with this form if the next byte is one of the form's first bytes.
  struct Form: BitwiseCopyable, Sendable {
    enum Kind: BitwiseCopyable {
      case leaf(EntryIndex<Leaf>)
      case counted(EntryIndex<StringCounter>)
      /// A string with the smallest and the largest number of its characters.
      case text(need: Int, room: Int64)
      /// An object in its first state.
      case object(EntryIndex<ObjectState>)
      case array(EntryIndex<Array>)
    }

    var kind: Kind
    /// The bytes with which the value may begin.
    var first: ByteSet
  }

  struct LeafState: BitwiseCopyable, Sendable {
    var following: ByteSet
    /// The smallest number of bytes to the end of the leaf.
    var distance: Distance
    /// The state of ``StringContent``, if the leaf is a string.
    var content: UInt8
    var isAccepting: Bool
    /// Indicates whether no byte can follow within the leaf.
    var isFinal: Bool
    /// Indicates whether the rest of the string may be the rest of any string.
    var isUniversal: Bool
  }

  struct Object: BitwiseCopyable, Sendable {
    var properties: EntryRange<Property>
    /// The node of the values of undeclared properties; `nil` if undeclared properties are not
    /// allowed.
    var additional: EntryIndex<Node>?
    /// The classes of undeclared names, if patterns distinguish them.
    var names: EntryRange<NameClass>
    /// The root of the tree of names.
    var keyRoot: EntryIndex<KeyNode>
    var states: EntryRange<ObjectState>
    /// The number of states for one property index: one for each count of properties, if properties
    /// are counted.
    ///
    /// If properties come in any order, it is the number of states for one count of required
    /// properties.
    var countStride: Int
    /// The number of words in a set of properties.
    var words: Int
    var minimumCount: Int
    /// The number of ``GrammarPosition/Kind/remaining`` places for the object's properties; 0 if
    /// properties come in the declared order.
    var remainingPlaceCount: Int
  }

  /// The state of an object between two properties.
  struct ObjectState: BitwiseCopyable, Sendable {
    var object: EntryIndex<Object>
    /// The number of properties so far, if properties are counted.
    var count: Int32
    /// The number of required properties so far, if properties come in any order.
    var requiredCount: Int32 = 0
    /// The first word of the set of properties that may come next.
    ///
    /// If properties come in any order, the used properties of the set are excluded.
    var allowed: EntryIndex<UInt64>
    /// The state after an undeclared property; `nil` if an undeclared property may not come next.
    var additionalNext: EntryIndex<ObjectState>?
    /// Indicates whether a property may come next.
    ///
    /// If properties come in any order, an unused property must also remain.
    var hasNext: Bool
    var canClose: Bool
  }

  struct Property: BitwiseCopyable, Sendable {
    var node: EntryIndex<Node>
    /// The length of the name in JSON with its closing quote, in bytes.
    var nameLength: Int
    var isOptional: Bool
  }

  /// A class of undeclared names.
  struct NameClass: BitwiseCopyable, Sendable {
    var leaf: EntryIndex<Leaf>
    /// The state of the leaf after the opening quote.
    var state: Int
    /// The node of the properties' values.
    var node: EntryIndex<Node>
  }

  /// A node in the tree of an object's property names in JSON.
  struct KeyNode: BitwiseCopyable, Sendable {
    /// The first word of the set of properties whose names contain this node.
    var below: EntryIndex<UInt64>
    var children = EntryRange<KeyNode>(0..<0)
    var depth: Int32 = 0
    /// The index of the property whose name ends here with the closing quote.
    var property: UInt32?
    var byte: UInt8 = 0
    /// The state of ``StringContent`` after the bytes up to this node.
    var content: UInt8 = 0
  }

  struct Array: BitwiseCopyable, Sendable {
    var minimum: Int
    /// The largest number of elements; `nil` for no limit.
    var maximum: Int?
    /// The nodes of the first elements.
    var prefix: EntryRange<EntryIndex<Node>>
    /// The node of the elements after the prefix; `nil` if no more elements are allowed.
    var rest: EntryIndex<Node>?
    /// The count at which counting stops.
    var countLimit: Int
  }

  let vocabulary: VocabularyTables
  let layout: GrammarLayout
  let distances: GrammarDistances

  init(_ layout: GrammarLayout, vocabulary: VocabularyTables) {
    self.vocabulary = vocabulary
    distances = GrammarDistances(layout)
    self.layout = layout
  }

  /// The smallest number of bytes of a text, if each byte is a token.
  var minimumLength: Distance {
    let start = layout.start
    guard start.kind == .leaf else { return distances[start.node] }
    return layout.leaves[start.leaf].state(start.leafState).distance
  }

  /// Returns the size in bytes, without the vocabulary and the leaves that are already counted.
  ///
  /// Grammars can share leaves.
  func byteCount(countedLeaves: inout Set<ObjectIdentifier>) -> Int {
    layout.byteCount(countedLeaves: &countedLeaves) + distances.byteCount
  }
}
