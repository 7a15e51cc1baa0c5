/// The paths to nested places, each made once.
///
/// The paths share their beginnings, so those of all places take time and memory in proportion to
/// the number of places, however deep they are.
package struct PathTable<Place: Hashable & Sendable>: Sendable {
  private var known: [Place: SchemaPath]

  /// Creates a table.
  ///
  /// - Parameter known: The paths to places that do not follow from the places around them.
  package init(_ known: [Place: SchemaPath] = [:]) { self.known = known }

  /// Returns the path to a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - outer: Returns the place around another one; `nil` for the root.
  ///   - step: Returns the step that leads to a place from the one around it; `nil` if both have
  ///     the same path.
  /// - Returns: The path.
  /// - Complexity: Linear in the number of places around the place whose paths are not yet known.
  package mutating func path(
    to place: Place, outer: (Place) -> Place?, step: (Place) -> SchemaPath.Component?
  ) -> SchemaPath {
    var way: [Place] = []
    var path = SchemaPath()
    var next: Place? = place
    while let current = next {
      if let found = known[current] {
        path = found
        break
      }
      way.append(current)
      next = outer(current)
    }
    for place in way.reversed() {
      if let step = step(place) { path = path.appending(step) }
      known[place] = path
    }
    return path
  }
}
