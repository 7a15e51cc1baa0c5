import SchemaModel
import SchemaText

/// A reading of a value of a text as a value of a schema.
struct Fitting {
  /// The value, in the table of values.
  let value: Int

  /// The value in the text.
  let node: Int

  /// The mends of this value, besides those of its text.
  var mends: [RawMend] = []

  /// The readings of the parts, with their places in the value.
  var parts: [Part] = []

  /// The number of mends here and in the parts.
  var weight = 0

  /// `true` if something of the text is left out, or if the shape differs.
  var changesShape = false

  struct Part {
    /// `nil` for the same place.
    let place: SchemaPath.Component?
    let fitting: Int
  }
}

/// The result of reading a value of a text by a schema.
enum FittingOutcome {
  /// The value does not fit.
  case none
  /// The only reading, by its index.
  case fits(Int)
  /// Several readings are possible.
  case ambiguous
}
