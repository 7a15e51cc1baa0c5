/// The stack of the open containers of a ``ContentBuilder``.
struct OpenContainers: Sendable {
  /// An open container.
  struct Frame: Sendable {
    /// The index of the container's entry.
    let start: Int
    /// The depth of the ancestor to which the container's second link leads.
    fileprivate let jumpDepth: Int
    let isObject: Bool
    /// A number that the caller stores with the container.
    let note: Int
    /// The number of values in the container so far.
    var count = 0
    /// `true` if a value in the container is incomplete.
    var isIncomplete = false

    fileprivate static var none: Frame { Frame(start: 0, jumpDepth: 0, isObject: false, note: 0) }
  }

  /// The links of a container's entry, as distances on the tape.
  struct Links {
    var parentDistance = 0
    /// The distance to an ancestor further up.
    var jumpDistance = 0
  }

  /// The number of open containers.
  private(set) var depth = 0
  /// The innermost open container.
  ///
  /// If no container is open, this frame counts the values at the top level.
  private(set) var innermost = Frame.none
  /// The containers that enclose the innermost one, outermost first.
  private var outer: [Frame] = []
  /// The largest nesting depth of containers.
  ///
  /// With copied content, the number may be too large. It exceeds ``StoredContent/maximumNesting``
  /// only if the real depth does.
  private(set) var nesting = 0

  /// Returns the open container at a level; the outermost is at level 0.
  subscript(level: Int) -> Frame { level >= 0 && level < outer.count ? outer[level] : innermost }

  /// Opens a container.
  ///
  /// - Parameters:
  ///   - start: The index of the container's entry.
  ///   - isObject: `true` for an object.
  ///   - note: A number that is stored with the container.
  /// - Returns: The links of the container's entry, which ``ContentBuffer/openChild(of:)`` follows.
  @inline(__always)
  mutating func open(at start: Int, isObject: Bool, note: Int) -> Links {
    var links = Links()
    var jumpDepth = 0
    if depth > 0 {
      // Myers' rule: if the last two jumps toward the root have the same length, the new jump
      // combines them.
      let parentDepth = depth - 1
      let one = innermost.jumpDepth
      let two = self[one].jumpDepth
      jumpDepth = parentDepth - one == one - two ? two : parentDepth
      links.parentDistance = start - innermost.start
      links.jumpDistance = start - self[jumpDepth].start
      if outer.capacity == 0 { outer.reserveCapacity(8) }
      outer.append(innermost)
    }
    depth += 1
    if depth > nesting { nesting = depth }
    innermost = Frame(start: start, jumpDepth: jumpDepth, isObject: isObject, note: note)
    return links
  }

  /// Closes the innermost container, and returns it.
  @inline(__always)
  mutating func close() -> Frame {
    let closed = innermost
    depth -= 1
    innermost = outer.isEmpty ? .none : outer.removeLast()
    return closed
  }

  /// Counts values in the innermost container.
  @inline(__always)
  mutating func add(_ count: Int = 1, isIncomplete: Bool = false) {
    innermost.count += count
    if isIncomplete { innermost.isIncomplete = true }
  }

  /// Raises the largest nesting depth to the depth of a copied value.
  mutating func raiseNesting(to depth: Int) { nesting = max(nesting, depth) }

  // MARK: Going back

  /// A state to return to.
  ///
  /// The containers that are open in this state have to stay open until the return.
  struct Mark {
    fileprivate let depth: Int
    fileprivate let innermost: Frame
    fileprivate let outerCount: Int
    fileprivate let nesting: Int
  }

  var mark: Mark {
    Mark(depth: depth, innermost: innermost, outerCount: outer.count, nesting: nesting)
  }

  /// Removes the containers that were opened, and the values that were counted, after the mark.
  mutating func returnTo(_ mark: Mark) {
    (depth, innermost, nesting) = (mark.depth, mark.innermost, mark.nesting)
    outer.removeSubrange(mark.outerCount...)
  }
}
