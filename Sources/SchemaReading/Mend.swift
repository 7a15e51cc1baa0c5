public import SchemaText

/// A place of a text that is not as the schema or JSON has it, and that was read in its clear
/// meaning.
///
///     at /minutes: a number in groups of three digits: "12,500" (line 3, column 14 (byte 61))
public struct Mend: Sendable, Hashable, CustomStringConvertible {
  /// The kind of the mend.
  public let kind: MendKind

  /// The place in the text.
  public let position: TextPosition

  /// What stood there, shortened.
  public let found: String

  /// The place in the value.
  public let path: SchemaPath

  /// The places, the kind and what stood there, in one line.
  public var description: String {
    let pointer = path.pointer
    return (pointer.isEmpty ? "" : "at \(pointer): ")
      + "\(kind.meaning)\(found.isEmpty ? "" : ": \(found)") (\(position))"
  }
}

/// Mends with their places in the value, before their places in the text are counted.
struct PlacedMends {
  /// A step to a place, which places further in share.
  private struct Step {
    let parent: Int?
    let component: SchemaPath.Component
  }

  private var steps: [Step] = []
  private(set) var mends: [(mend: RawMend, place: Int?)] = []

  /// Adds a mend; without a place, it is one of the root.
  mutating func add(_ mend: RawMend, at place: Int? = nil) { mends.append((mend, place)) }

  /// Adds a place in another one.
  mutating func addStep(_ component: SchemaPath.Component, in parent: Int?) -> Int {
    steps.append(Step(parent: parent, component: component))
    return steps.count - 1
  }

  /// Moves all mends to one place in the text.
  mutating func move(to offset: Int) {
    mends = mends.map {
      (RawMend(kind: $0.mend.kind, offset: offset, found: $0.mend.found), $0.place)
    }
  }

  /// Returns the mends in the order of the text, with their positions.
  func positioned(in source: ReadText) -> [Mend] {
    var paths = PathTable<Int>()
    var lines = PositionCounter(source)
    // The order of mends at one place does not change.
    let sorted = mends.enumerated().sorted {
      ($0.element.mend.offset, $0.offset) < ($1.element.mend.offset, $1.offset)
    }
    return sorted.map { _, found in
      Mend(
        kind: found.mend.kind, position: lines.position(of: found.mend.offset),
        found: found.mend.found,
        path: found.place.map { place in
          paths.path(to: place) {
            steps[$0].parent
          } step: {
            steps[$0].component
          }
        } ?? SchemaPath())
    }
  }
}

/// Counts lines and columns on a way through a text.
struct PositionCounter {
  private let source: ReadText
  private var offset = 0
  private var line = 1
  private var column = 1

  init(_ source: ReadText) { self.source = source }

  /// Returns the position of an offset, which is not before the last one.
  mutating func position(of target: Int) -> TextPosition {
    while offset < min(target, source.count) {
      let byte = source.bytes[offset]
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      offset += 1
    }
    return TextPosition(offset: offset, line: line, column: column)
  }
}
