/// The stack of the open containers of a ``ContentBuilder``.
struct OpenContainers: Sendable {
  /// An open container.
  struct Frame: Sendable {
    /// The index of its entry.
    let start: Int
    /// The depth of the ancestor that the container's second link leads to.
    fileprivate let jumpDepth: Int
    let isObject: Bool
    /// A number that the caller stores with the container.
    let note: Int
    /// The number of its values so far.
    var count = 0
    /// `true` if a value in it is incomplete.
    var isIncomplete = false

    fileprivate static var none: Frame { Frame(start: 0, jumpDepth: 0, isObject: false, note: 0) }
  }

  /// The links of a container's entry, as distances on the tape.
  struct Links {
    /// The distance to its parent.
    var parentDistance = 0
    /// The distance to an ancestor further up.
    var jumpDistance = 0
  }

  /// The number of open containers.
  private(set) var depth = 0
  /// The innermost open container; without one, a frame that counts the values outside.
  private(set) var innermost = Frame.none
  /// The containers around it, outermost first.
  private var outer: [Frame] = []
  /// The largest nesting depth of containers.
  ///
  /// With copied content it may be an overestimate, which exceeds ``StoredContent/maximumNesting``
  /// only if the real number does.
  private(set) var nesting = 0

  /// Returns the open container at a level; the outermost is at level 0.
  subscript(level: Int) -> Frame { level >= 0 && level < outer.count ? outer[level] : innermost }

  /// Opens a container.
  ///
  /// - Parameters:
  ///   - start: The index of its entry.
  ///   - isObject: `true` for an object.
  ///   - note: A number that is stored with it.
  /// - Returns: The links of its entry, which ``ContentBuffer/openChild(of:)`` follows.
  @inline(__always)
  mutating func open(at start: Int, isObject: Bool, note: Int) -> Links {
    var links = Links()
    var jumpDepth = 0
    if depth > 0 {
      // Myers' rule: if the last two jumps on the way up have the same length, combine them.
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

  /// Raises the largest nesting depth, to which a copied value leads.
  mutating func raiseNesting(to depth: Int) { nesting = max(nesting, depth) }

  // MARK: Going back

  /// A state to return to.
  ///
  /// The containers that are open in it have to stay open until then.
  struct Mark {
    fileprivate let depth: Int
    fileprivate let innermost: Frame
    fileprivate let outerCount: Int
    fileprivate let nesting: Int
  }

  var mark: Mark {
    Mark(depth: depth, innermost: innermost, outerCount: outer.count, nesting: nesting)
  }

  /// Drops the containers that were opened, and the values that were counted, after the mark.
  mutating func returnTo(_ mark: Mark) {
    (depth, innermost, nesting) = (mark.depth, mark.innermost, mark.nesting)
    outer.removeSubrange(mark.outerCount...)
  }
}
