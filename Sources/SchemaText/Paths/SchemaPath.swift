/// The path to a place in a schema, in a JSON document or in generated content.
///
///     let path: SchemaPath = ["steps", 2, "name"]
///     print(path)                                   // /steps/2/name
///     let name = try content.value(String.self, at: path)
///
/// A path prints as a JSON Pointer (RFC 6901), so that `/`, `~` and empty names stay unambiguous.
/// In a schema, the path consists of the names of properties: the items of an array add no step,
/// and an alternative of a union adds its own name or number.
public struct SchemaPath: Sendable {
  /// The last step; `nil` for the root.
  private var end: Link?

  /// The steps, from the root down.
  ///
  /// - Complexity: Linear in the number of steps, also to change one of them. ``appending(_:)``
  ///   takes constant time.
  public var components: [Component] {
    get {
      var steps: [Component] = []
      steps.reserveCapacity(count)
      var next = end
      while let link = next {
        steps.append(link.step)
        next = link.parent
      }
      steps.reverse()
      return steps
    }
    set { self = SchemaPath(newValue) }
  }

  private init(end: Link?) { self.end = end }

  /// Creates a path from its steps, from the root down.
  public init(_ components: [Component] = []) {
    end = components.reduce(nil) { Link($1, in: $0) }
  }

  /// Creates a path from names, from the root down.
  package init(_ names: some Sequence<String>) {
    end = names.reduce(nil) { Link(.key($1), in: $0) }
  }

  /// The steps as the reference tokens of a JSON Pointer, not escaped: names, and indices as text.
  package var names: [String] { components.map(\.token) }

  /// `true` for the path to the root.
  public var isEmpty: Bool { end == nil }

  /// The number of steps.
  package var count: Int { end?.count ?? 0 }

  /// The number of bytes of the pointer, if no byte has to be escaped.
  package var length: Int { end?.length ?? 0 }

  /// The last step; `nil` for the root.
  package var last: Component? { end?.step }

  /// The path to the parent of the place, or `nil` for the root.
  package var parent: SchemaPath? { end.map { SchemaPath(end: $0.parent) } }

  /// Returns `true` if the path leads to the place of another path, or further in.
  ///
  /// - Complexity: Linear in the number of steps by which the path is longer, if both share the
  ///   others.
  package func begins(with other: SchemaPath) -> Bool {
    var beginning = self
    while beginning.count > other.count, let parent = beginning.parent { beginning = parent }
    return beginning == other
  }

  /// Returns the path with one more step.
  ///
  /// - Complexity: O(1); both paths share their beginning.
  public func appending(_ component: Component) -> SchemaPath {
    SchemaPath(end: Link(component, in: end))
  }
}

extension SchemaPath {
  /// A step, with the steps before it, which it shares with other paths.
  ///
  /// So a path to each of many nested places takes no more memory than the longest of them. Swift
  /// frees nested objects by recursion; a link frees the steps before it in a loop.
  ///
  /// A link is `@unchecked Sendable` because ``parent`` changes only in `deinit`, and only in links
  /// that have no other owner.
  private final class Link: @unchecked Sendable {
    let step: Component
    private(set) var parent: Link?
    let count: Int
    let length: Int

    /// The hash of all steps.
    let hash: Int

    init(_ step: Component, in parent: Link?) {
      self.step = step
      self.parent = parent
      count = (parent?.count ?? 0) + 1
      length = (parent?.length ?? 0) + 1 + step.length
      var hasher = Hasher()
      hasher.combine(parent?.hash ?? 0)
      hasher.combine(step)
      hash = hasher.finalize()
    }

    deinit {
      var last = parent
      parent = nil
      while isKnownUniquelyReferenced(&last) {
        let next = last?.parent
        last?.parent = nil
        last = next
      }
    }
  }
}

extension SchemaPath {
  /// Paths of which those that are equal share all of their steps, so that they are compared at
  /// once.
  package struct Pool: Sendable {
    /// A step in the place of a shared path.
    private struct Place: Hashable {
      let parent: ObjectIdentifier?
      let step: Component
    }

    private var shared: [Place: Link] = [:]
    /// The links that were met, each with the shared one in its place.
    private var met: [ObjectIdentifier: (link: Link, shared: Link)] = [:]

    package init() {}

    /// The number of different steps.
    package var count: Int { shared.count }

    /// Returns the shared path that is equal to a path.
    ///
    /// - Complexity: Linear in the number of steps that no earlier path has shared with the path.
    package mutating func path(equalTo path: SchemaPath) -> SchemaPath {
      var way: [Link] = []
      var (next, result) = (path.end, nil as Link?)
      while let link = next {
        if let known = met[ObjectIdentifier(link)] {
          result = known.shared
          break
        }
        way.append(link)
        next = link.parent
      }
      for link in way.reversed() {
        let place = Place(parent: result.map { ObjectIdentifier($0) }, step: link.step)
        let found =
          shared[place] ?? (link.parent === result ? link : Link(link.step, in: result))
        shared[place] = found
        met[ObjectIdentifier(link)] = (link, found)
        result = found
      }
      return SchemaPath(end: result)
    }
  }
}

extension SchemaPath: Hashable {
  /// Returns `true` if all steps are equal.
  ///
  /// - Complexity: Linear in the number of steps that the paths do not share.
  public static func == (first: SchemaPath, second: SchemaPath) -> Bool {
    var (one, two) = (first.end, second.end)
    guard one?.hash == two?.hash, one?.count == two?.count else { return false }
    while let a = one, let b = two, a !== b {
      guard a.step == b.step else { return false }
      (one, two) = (a.parent, b.parent)
    }
    return true
  }

  /// Hashes the steps.
  ///
  /// - Complexity: O(1).
  public func hash(into hasher: inout Hasher) { hasher.combine(end?.hash ?? 0) }
}

extension SchemaPath: ExpressibleByArrayLiteral {
  /// Creates a path from its steps.
  public init(arrayLiteral components: Component...) { self.init(components) }
}

extension SchemaPath: CustomStringConvertible {
  /// The JSON Pointer, or `the root`.
  ///
  /// The description is for messages: the middle of a pointer with more than 1 000 scalars is left
  /// out. The ``pointer`` is always complete.
  public var description: String { description(atMost: 1_000) }

  /// The description, with at most a number of scalars.
  ///
  /// A longer pointer has its beginning and its end around an ellipsis.
  package func description(atMost limit: Int) -> String {
    if isEmpty { return "the root" }
    let pointer = pointer
    let scalars = pointer.unicodeScalars
    guard scalars.count > limit else { return pointer }
    return "\(String(scalars.prefix(limit / 2)))…\(String(scalars.suffix((limit - 1) / 2)))"
  }
}

extension SchemaPath {
  /// A text is not a JSON Pointer.
  ///
  ///     "/a~b" is not a JSON Pointer: expected "0" or "1" after "~" at byte 3.
  public struct SyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text.
    package let text: String

    /// The place of the fault, in bytes of UTF-8 from the beginning of the text.
    package let offset: Int

    /// A description of the expected text.
    package let expected: String

    /// The text, the place and the expected text, as a sentence.
    public var description: String {
      "\(text.excerpt.debugDescription) is not a JSON Pointer: expected \(expected) at byte "
        + "\(offset)."
    }
  }
}
