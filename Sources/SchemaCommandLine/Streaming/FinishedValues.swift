import ContentStorage
import SchemaContent
import SchemaKit
import SchemaModel

/// Finds the values that were completed in growing content since the last call.
///
/// It finds scalars, and empty arrays and objects. They are in the order of the text, independent
/// of its division into pieces.
struct FinishedValues {
  /// A value and its path.
  struct Value: Equatable {
    let pointer: String
    let text: String
  }

  /// A container that was open when it was last visited, with the walk over its parts.
  private struct Frame {
    private(set) var place: ContentPlace
    private var children: ContentPlaces.Children
    private let isArray: Bool
    private var count = 0
    private var snapshot: Int

    init(_ place: ContentPlace, in content: ContentPlaces, snapshot: Int) {
      self.place = place
      self.snapshot = snapshot
      children = content.children(of: place)
      isArray = content.shape(at: place) == .array
    }

    /// Returns `true` if a part has arrived; call it before ``next(in:snapshot:)``.
    func hasParts(in content: ContentPlaces) -> Bool {
      var parts = children
      return content.next(&parts) != nil
    }

    /// Returns the next part and its name.
    mutating func next(in content: ContentPlaces, snapshot: Int) -> (
      name: String, place: ContentPlace
    )? {
      if self.snapshot != snapshot {
        self.snapshot = snapshot
        place = content.later(place)
        children = content.later(children, of: place)
      }
      let key = isArray ? nil : content.nextKey(&children)
      guard let value = content.next(&children) else { return nil }
      count += 1
      return (key.map { content.text(at: $0) } ?? "\(count - 1)", value)
    }
  }

  private var open: [Frame] = []
  /// The names of the parts that lead to the last value.
  private var path: [String] = []
  /// The place of the last value, if it had no parts and was not complete.
  private var unfinished: ContentPlace?
  /// The number of calls so far.
  private var snapshot = 0

  /// Returns the values that were completed since the last call.
  ///
  /// - Parameter content: The content: a later snapshot of the same text.
  /// - Returns: The values, in order.
  /// - Complexity: Linear in the size of what was added, and logarithmic in the depth.
  mutating func next(in content: GeneratedContent) -> [Value] {
    let places = ContentPlaces(content.stored)
    snapshot += 1
    var found: [Value] = []
    if snapshot == 1 {
      visit(places.root, in: places, &found)
    } else if let place = unfinished {
      // Nothing has a place before the text begins.
      visit(path.isEmpty ? places.root : places.later(place), in: places, &found)
    }
    while unfinished == nil, let top = open.indices.last {
      if let (name, place) = open[top].next(in: places, snapshot: snapshot) {
        path.append(name)
        visit(place, in: places, &found)
      } else if places.isOpen(at: open[top].place) {
        break
      } else {
        open.removeLast()
        if !path.isEmpty { path.removeLast() }
      }
    }
    return found
  }

  /// Visits a value: opens a container with parts; for a complete value without parts, adds it and
  /// removes its name from the path.
  private mutating func visit(
    _ place: ContentPlace, in content: ContentPlaces, _ found: inout [Value]
  ) {
    unfinished = nil
    let frame = Frame(place, in: content, snapshot: snapshot)
    if frame.hasParts(in: content) {
      open.append(frame)
    } else if content.isComplete(at: place) {
      let value = GeneratedContent(content.stored(at: place))
      found.append(
        Value(pointer: SchemaPath(path).pointer, text: value.jsonString(.compact)))
      if !path.isEmpty { path.removeLast() }
    } else {
      unfinished = place
    }
  }
}
