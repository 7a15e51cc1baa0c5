import ContentStorage
import SchemaEncoding

/// A compiled grammar: immutable, and shared by all matchers and threads.
final class GrammarTables: Sendable {
  /// A value of some kind, by how it may begin.
  struct Node: BitwiseCopyable, Sendable {
    var forms: EntryRange<Form>
    /// The bytes with which a value may begin.
    var first: ByteSet
  }

  /// One way in which a value may begin.
  struct Form: BitwiseCopyable, Sendable {
    enum Kind: BitwiseCopyable {
      case leaf(EntryIndex<Leaf>)
      case counted(EntryIndex<StringCounter>)
      /// A text with the fewest and the most characters that it may have.
      case text(need: Int, room: Int64)
      /// An object in its first state.
      case object(EntryIndex<ObjectState>)
      case array(EntryIndex<Array>)
    }

    var kind: Kind
    /// The bytes with which the value may begin.
    var first: ByteSet
  }

  struct Leaf: BitwiseCopyable, Sendable {
    var firstTransition: Int
    var firstClass: Int
    var stride: Int
    var firstState: Int
    var stateCount: Int
    /// The most bytes that are needed to the end of the leaf, in any of its states.
    var longest: Int64
  }

  struct LeafState: BitwiseCopyable, Sendable {
    var following: ByteSet
    /// The fewest bytes to the end of the leaf.
    var distance: Int64
    /// The state of ``StringContent``, in a string.
    var content: UInt8
    var isAccepting: Bool
    /// Nothing can follow within the leaf.
    var isFinal: Bool
    /// The string may go on as any string may.
    var isUniversal: Bool
  }

  struct Object: BitwiseCopyable, Sendable {
    var properties: EntryRange<Property>
    /// The node of properties that are not declared; `nil` if there may be none.
    var additional: EntryIndex<Node>?
    /// The classes of names that are not declared, where patterns tell them apart.
    var names: EntryRange<NameClass>
    /// The root of the tree of names.
    var keyRoot: EntryIndex<KeyNode>
    var states: EntryRange<ObjectState>
    /// The states for one index of property, or in any order for one number of required properties:
    /// one a count of properties, where these are counted.
    var countStride: Int
    /// The words of a set of properties.
    var words: Int
    var minimumCount: Int
    /// The places ``Position/Kind/remaining`` of its properties; 0 where they come in their order.
    var remainingPlaceCount: Int
  }

  /// Where an object stands between two properties.
  struct ObjectState: BitwiseCopyable, Sendable {
    var object: EntryIndex<Object>
    /// The number of properties so far, where these are counted.
    var count: Int32
    /// The number of required properties so far, where they come in any order.
    var requiredCount: Int32 = 0
    /// The first word of the set of properties that may come next; in any order, if they are left.
    var allowed: EntryIndex<UInt64>
    /// The state after a property that is not declared; `nil` if there may be none.
    var additionalNext: EntryIndex<ObjectState>?
    /// Indicates whether a property may come next; in any order, if one is left.
    var hasNext: Bool
    var canClose: Bool
  }

  struct Property: BitwiseCopyable, Sendable {
    var node: EntryIndex<Node>
    /// The bytes of the name in JSON, with the closing quote.
    var nameLength: Int
    var isOptional: Bool
  }

  /// A class of names that are not declared.
  struct NameClass: BitwiseCopyable, Sendable {
    var leaf: EntryIndex<Leaf>
    /// The leaf's state behind the opening quote.
    var state: Int
    /// The node of the properties.
    var node: EntryIndex<Node>
  }

  /// A node in the tree of an object's names, as they are written in JSON.
  struct KeyNode: BitwiseCopyable, Sendable {
    /// The first word of the set of properties whose names go on here.
    var below: EntryIndex<UInt64>
    var children = EntryRange<KeyNode>(0..<0)
    var depth: Int32 = 0
    /// The number of the property of which this is the closing quote.
    var property: UInt32?
    var byte: UInt8 = 0
    /// The state of ``StringContent`` after the bytes up to here.
    var content: UInt8 = 0
  }

  struct Array: BitwiseCopyable, Sendable {
    var minimum: Int
    /// The most elements.
    var maximum: Int?
    /// The nodes of the first elements.
    var prefix: EntryRange<EntryIndex<Node>>
    /// The node of the elements after these; `nil` if there may be none.
    var rest: EntryIndex<Node>?
    /// The number from which on elements are not counted.
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

  /// The size in bytes, without the vocabulary.
  var byteCount: Int { layout.byteCount + distances.byteCount }
}
