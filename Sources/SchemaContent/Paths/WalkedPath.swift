/// The path to the current value of a walk through content.
///
/// A pending value of the walk has only its last step: with a path for each value, the time would
/// be quadratic in the depth.
struct WalkedPath {
  /// The place of a value.
  struct Place {
    static let root = Place(depth: 0, step: nil)

    fileprivate let depth: Int
    /// The last step to the value; `nil` for the root.
    fileprivate let step: SchemaPath.Component?

    /// Returns the place of a value in this one.
    func appending(_ step: SchemaPath.Component) -> Place { Place(depth: depth + 1, step: step) }
  }

  private var components: [SchemaPath.Component] = []

  /// The path to the current value.
  ///
  /// - Complexity: O(depth), since the next move copies the components.
  var path: SchemaPath { SchemaPath(components) }

  /// Moves to a value, whose parent has to be the current value or one around it.
  mutating func move(to place: Place) {
    guard let step = place.step else { return components.removeAll() }
    components.removeLast(components.count - (place.depth - 1))
    components.append(step)
  }
}
