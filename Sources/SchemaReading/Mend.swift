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

  /// The places of all mends of a reading, as their last steps in a tree.
  let places: MendPlaces
  let place: Int?

  /// The place in the value.
  ///
  /// - Complexity: Linear in the depth of the place.
  public var path: SchemaPath { places.path(to: place) }

  /// The places, the kind and what stood there, in one line.
  public var description: String {
    let pointer = path.pointer
    return (pointer.isEmpty ? "" : "at \(pointer): ")
      + "\(kind.meaning)\(found.isEmpty ? "" : ": \(found)") (\(position))"
  }

  /// Returns `true` if two mends are the same, at the same places.
  public static func == (first: Mend, second: Mend) -> Bool {
    first.kind == second.kind && first.position == second.position && first.found == second.found
      && first.path == second.path
  }

  /// Combines the kind and the place in the text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(position)
  }
}

/// Places in a value, which share their common beginnings.
final class MendPlaces: Sendable {
  struct Step: Sendable {
    let parent: Int?
    let component: SchemaPath.Component
  }

  let steps: [Step]

  init(_ steps: [Step]) { self.steps = steps }

  /// Returns the path to a place, given by its last step; `nil` is the root.
  func path(to place: Int?) -> SchemaPath {
    var path: [SchemaPath.Component] = []
    var last = place
    while let index = last {
      path.append(steps[index].component)
      last = steps[index].parent
    }
    return SchemaPath(path.reversed())
  }
}

/// Mends with their places in the value, before their places in the text are counted.
struct PlacedMends {
  private(set) var steps: [MendPlaces.Step] = []
  private(set) var mends: [(mend: RawMend, place: Int?)] = []

  /// Adds a mend; without a place, it is one of the root.
  mutating func add(_ mend: RawMend, at place: Int? = nil) { mends.append((mend, place)) }

  /// Adds a place in another one.
  mutating func addStep(_ component: SchemaPath.Component, in parent: Int?) -> Int {
    steps.append(MendPlaces.Step(parent: parent, component: component))
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
    let places = MendPlaces(steps)
    var lines = PositionCounter(source)
    // The order of mends at one place does not change.
    let sorted = mends.enumerated().sorted {
      ($0.element.mend.offset, $0.offset) < ($1.element.mend.offset, $1.offset)
    }
    return sorted.map { _, found in
      Mend(
        kind: found.mend.kind, position: lines.position(of: found.mend.offset),
        found: found.mend.found, places: places, place: found.place)
    }
  }
}
