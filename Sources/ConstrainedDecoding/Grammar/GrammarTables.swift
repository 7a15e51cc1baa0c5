import SchemaEncoding

/// A compiled grammar: immutable, and shared by all matchers and threads.
final class GrammarTables: Sendable {
  /// A value of some kind, by how it may begin.
  struct Node: BitwiseCopyable, Sendable {
    var firstForm: Int32
    var formCount: Int32
    /// The bytes with which a value may begin.
    var first: ByteSet
  }

  /// One way in which a value may begin.
  struct Form: BitwiseCopyable, Sendable {
    enum Kind: UInt8, BitwiseCopyable {
      case leaf, counted, text, object, array
    }

    var kind: Kind
    /// The leaf, the counter, the first state of the object, or the array.
    var index: Int32
    /// The fewest characters, of a text.
    var need: Int32 = 0
    /// The most characters, of a text.
    var room: Int64 = 0
    var first: ByteSet
  }

  struct Leaf: BitwiseCopyable, Sendable {
    var firstTransition: Int32
    var firstClass: Int32
    var stride: Int32
    var firstState: Int32
    var stateCount: Int32
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
    var firstProperty: Int32
    var propertyCount: Int32
    /// The node of properties that are not declared, or -1.
    var additional: Int32
    /// The classes of names that are not declared, where patterns tell them apart.
    var firstName: Int32
    var nameCount: Int32
    /// The root of the tree of names.
    var keyRoot: Int32
    var firstState: Int32
    var stateCount: Int32
    /// The states for one index of property, or in any order for one number of required properties:
    /// one a count of properties, where these are counted.
    var countStride: Int32
    /// The words of a set of properties.
    var words: Int32
    var minimumCount: Int32
    /// The places ``Position/Kind/left`` of its properties; 0 where they come in their order.
    var leftCount: Int32

    /// The indices of its properties.
    var propertyRange: Range<Int> {
      Int(firstProperty)..<Int(firstProperty + propertyCount)
    }
  }

  /// Where an object stands between two properties.
  struct ObjectState: BitwiseCopyable, Sendable {
    var object: Int32
    /// The number of properties so far, where these are counted.
    var count: Int32
    /// The number of required properties so far, where they come in any order.
    var requiredCount: Int32 = 0
    /// The first word of the set of properties that may come next; in any order, if they are left.
    var allowed: Int32
    /// The state after a property that is not named; -1 if there may be none.
    var additionalNext: Int32
    /// Indicates whether a property may come next; in any order, if one is left.
    var hasNext: Bool
    var canClose: Bool
  }

  struct Property: BitwiseCopyable, Sendable {
    var node: Int32
    /// The bytes of the name in JSON, with the closing quote.
    var nameLength: Int32
    var isOptional: Bool
  }

  /// A class of names that are not declared.
  struct NameClass: BitwiseCopyable, Sendable {
    var leaf: Int32
    /// The leaf's state behind the opening quote.
    var state: Int32
    /// The node of the properties.
    var node: Int32
  }

  /// A node in the tree of an object's names, as they are written in JSON.
  struct KeyNode: BitwiseCopyable, Sendable {
    var firstChild: Int32 = 0
    /// The property of which this is the closing quote, or -1.
    var property: Int32 = -1
    /// The first word of the set of properties whose names go on here.
    var below: Int32 = 0
    var depth: Int32 = 0
    var childCount: UInt16 = 0
    var byte: UInt8 = 0
    /// The state of ``StringContent`` after the bytes up to here.
    var content: UInt8 = 0
  }

  struct Array: BitwiseCopyable, Sendable {
    var minimum: Int32
    /// The most elements, or -1.
    var maximum: Int32
    var firstPrefix: Int32
    var prefixCount: Int32
    /// The node of elements after the prefix, or -1.
    var rest: Int32
    /// The number from which on elements are not counted.
    var countLimit: Int32
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
