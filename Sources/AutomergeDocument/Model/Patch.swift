// The cases of the enumeration in this file are named as in automerge-swift, so that code written
// for it compiles.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// One step from a state of a document to another.
///
/// Patches are applied one after the other: the indices and the path of a patch belong to the state
/// that the patches before it have made.
public struct Patch: Sendable {
  /// The change, with its object.
  public let action: PatchAction
  /// The paths of all patches that were computed together.
  private let paths: PatchPaths
  /// The place of the patch's path among them.
  private let end: PatchPaths.End

  init(action: PatchAction, paths: PatchPaths, end: PatchPaths.End) {
    self.action = action
    self.paths = paths
    self.end = end
  }

  /// The steps from the root to the object that changes.
  ///
  /// The key or the index that changes within the object is part of ``action``.
  public var path: [PathElement] { paths.path(to: end) }
}

extension Patch: Equatable {
  /// Compares the actions and the paths.
  public static func == (first: Patch, second: Patch) -> Bool {
    first.action == second.action && first.path == second.path
  }
}

extension Patch: CustomStringConvertible {
  /// The action and the path, for logs.
  public var description: String { "\(action) at \(path)" }
}

/// The paths to several objects, which share their beginnings.
///
/// A nested object repeats the path of its parent. If each patch had its own array, the patches of
/// a deeply nested document would take memory in proportion to the square of the depth.
struct PatchPaths: Sendable {
  /// The end of a path.
  struct End {
    /// The last step; `nil` for the path of the root, which has no steps.
    fileprivate let step: Int?

    static let root = End(step: nil)
  }

  private var steps: [(element: PathElement, before: End)] = []

  /// Adds the path that continues another by a step.
  mutating func append(_ element: PathElement, after before: End) -> End {
    steps.append((element, before))
    return End(step: steps.count - 1)
  }

  func path(to end: End) -> [PathElement] {
    var path: [PathElement] = []
    var next = end
    while let step = next.step {
      path.append(steps[step].element)
      next = steps[step].before
    }
    return path.reversed()
  }
}

/// A change of an object.
///
/// A value that is an object is new and empty; later patches fill it. This is also so for an object
/// that was there before and comes back.
public enum PatchAction: Equatable, Sendable {
  /// Sets the value of a map entry or of a list element.
  case Put(ObjId, Prop, Value)
  /// Inserts values into a list, or objects into a text, before an index.
  ///
  /// The marks are those of an object in a text.
  case Insert(obj: ObjId, index: UInt64, values: [Value], marks: [String: Value])
  /// Inserts a string into a text.
  ///
  /// The index is in the document's text units. The marks are those of the whole string.
  case SpliceText(obj: ObjId, index: UInt64, value: String, marks: [String: Value])
  /// Adds an amount to the counter of a map entry or of a list element.
  case Increment(ObjId, Prop, Int64)
  /// Deletes a map entry.
  case DeleteMap(ObjId, String)
  /// Deletes elements of a list, or a range of a text.
  case DeleteSeq(DeleteSeq)
  /// Sets properties of ranges of a text; the value null removes a property.
  case Marks(ObjId, [Mark])
  /// States that a place has several values now, of which the winning one is the same as before.
  ///
  /// A place that gets another value can also have several: ``Document/getAll(obj:key:)`` and
  /// ``Document/getAll(obj:index:)`` return all of them.
  case Conflict(ObjId, Prop)
}

/// Deleted elements of a list, or a deleted range of a text.
public struct DeleteSeq: Equatable, Sendable {
  /// The list or text.
  public let obj: ObjId
  /// The index of the first deleted element or unit.
  public let index: UInt64
  /// The number of deleted elements or units.
  public let length: UInt64

  /// Creates a deletion.
  public init(obj: ObjId, index: UInt64, length: UInt64) {
    self.obj = obj
    self.index = index
    self.length = length
  }
}
