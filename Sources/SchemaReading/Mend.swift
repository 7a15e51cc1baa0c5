public import SchemaText

/// A place of a text that is not as the schema or JSON has it, and that was read in its clear
/// meaning.
///
///     at /minutes: read "12,500", a number of another form (line 3, column 14 (byte 61))
public struct Mend: Sendable, Hashable, CustomStringConvertible {
  /// The kind of the mend.
  public let kind: MendKind

  /// The place in the value.
  public let path: SchemaPath

  /// The place in the text.
  public let position: TextPosition

  /// What stood there, shortened.
  public let found: String

  /// The places, the kind and what stood there, in one line.
  public var description: String {
    let place = path.pointer
    return (place.isEmpty ? "" : "at \(place): ")
      + "\(kind.meaning)\(found.isEmpty ? "" : ": \(found)") (\(position))"
  }
}
