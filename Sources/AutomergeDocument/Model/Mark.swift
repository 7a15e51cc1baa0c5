/// The edges of a mark at which inserted text becomes part of it.
///
/// The cases are named as in automerge-swift.
public enum ExpandMark: String, Hashable, Sendable {
  /// Text inserted at the beginning becomes part of the mark.
  case before
  /// Text inserted at the end becomes part of the mark.
  case after
  /// Text inserted at either edge becomes part of the mark.
  case both
  /// Text inserted at the edges stays outside.
  case none

  var includesBefore: Bool { self == .before || self == .both }
  var includesAfter: Bool { self == .after || self == .both }
}

/// A property of a range of text, such as bold or a link.
public struct Mark: Hashable, Sendable {
  /// The index at which the range begins, in the document's text units.
  public let start: UInt64
  /// The index after the range, in the document's text units.
  public let end: UInt64
  /// The name of the property.
  public let name: String
  /// The value of the property.
  public let value: Value

  /// Creates a mark, to compare it with those of a document.
  public init(start: UInt64, end: UInt64, name: String, value: Value) {
    self.start = start
    self.end = end
    self.name = name
    self.value = value
  }
}
