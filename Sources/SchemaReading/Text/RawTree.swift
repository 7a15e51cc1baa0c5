/// A value as it stands in a text, before the schema decides what it means.
struct RawNode {
  enum Kind {
    case object, array
    /// A string in quotes.
    case string
    /// Text without quotes: a number, a word or a bare string.
    case bare
  }

  var kind: Kind

  /// The text of a string, or of a value without quotes.
  var text = ""

  /// The place in the text.
  var range: Range<Int>

  /// The keys of an object.
  var keys: [String] = []

  /// The elements of an array or the values of an object, as indices in the tree.
  var children: [Int] = []

  /// The mends of the text of this value, without those of its children.
  var notes: [RawMend] = []
}

/// A mend with its place in the text only.
struct RawMend {
  let kind: MendKind
  let offset: Int
  let found: String
}

/// A reason why a text cannot be read.
struct RawFault: Error {
  enum Kind {
    /// The text ends before the value.
    case end
    /// The text has no meaning at this place.
    case syntax
    /// The text has several meanings.
    case ambiguous
    /// Parts of the value were left out.
    case elision
    /// The value says of itself that it is no answer.
    case example
  }

  let kind: Kind
  let offset: Int
  /// What stands there, as part of a sentence.
  let problem: String
}
