/// A number of content for exact comparison with bounds, with an exponent of any size.
struct ComparableNumber {
  /// The number, unless its exponent has more digits than a ``SchemaNumber`` keeps.
  let exact: SchemaNumber?
  private let isNegative: Bool
  /// `true` for a negative exponent, if the exponent has too many digits to be kept.
  private let isTiny: Bool

  init(_ place: ContentPlace, in places: ContentPlaces) {
    exact =
      places.integer(at: place).map { SchemaNumber($0) } ?? places.content(at: place).exactNumber
    let text = exact == nil ? places.content(at: place).numberText : nil
    isNegative = text?.utf8.first == UInt8(ascii: "-")
    isTiny = text?.utf8.dropFirst().contains(UInt8(ascii: "-")) == true
  }

  var isInteger: Bool { exact?.isInteger ?? !isTiny }

  /// Returns -1, 0 or 1 if the number is below, equal to or above a bound.
  func order(_ bound: SchemaNumber) -> Int {
    if let exact { return exact < bound ? -1 : exact == bound ? 0 : 1 }
    // The number is larger than all numbers with an exact form, or between zero and all of them.
    let isBelow =
      isTiny ? bound > SchemaNumber(0) || (isNegative && bound == SchemaNumber(0)) : isNegative
    return isBelow ? -1 : 1
  }

  /// Returns `true` if the number is a multiple of another number; `nil` if the result is unknown.
  func isMultiple(of other: SchemaNumber) -> Bool? {
    if let exact { return exact.isMultiple(of: other) }
    return isTiny ? false : nil
  }
}
