/// A condition on an object: properties that it has, and properties that it does not have.
package struct PropertyPresence: Hashable, Sendable {
  package private(set) var present: [ExactText] = []
  package private(set) var absent: [ExactText] = []

  /// The number of properties.
  package var count: Int { present.count + absent.count }

  /// Creates the condition that an object has some properties.
  package init(_ names: [String]) {
    for name in names.map(ExactText.init) where !present.contains(name) { present.append(name) }
  }

  /// Creates the condition that an object does not have a property.
  package init(without name: ExactText) { absent = [name] }

  /// Returns the condition of both; `nil` if no object satisfies both.
  package func intersection(_ other: PropertyPresence) -> PropertyPresence? {
    var result = self
    result.present += other.present.filter { !present.contains($0) }
    result.absent += other.absent.filter { !absent.contains($0) }
    return result.present.contains { result.absent.contains($0) } ? nil : result
  }

  /// The properties that all of some conditions state.
  static func common(to conditions: [PropertyPresence]) -> PropertyPresence {
    guard var common = conditions.first else { return PropertyPresence([]) }
    for other in conditions.dropFirst() {
      common.present.removeAll { !other.present.contains($0) }
      common.absent.removeAll { !other.absent.contains($0) }
    }
    return common
  }

  /// Returns the condition without the properties of another one.
  func removing(_ other: PropertyPresence) -> PropertyPresence {
    var result = self
    result.present.removeAll { other.present.contains($0) }
    result.absent.removeAll { other.absent.contains($0) }
    return result
  }

  /// Returns `true` if all objects that satisfy this condition satisfy another one.
  func isSubset(of other: PropertyPresence) -> Bool {
    other.present.allSatisfy { present.contains($0) }
      && other.absent.allSatisfy { absent.contains($0) }
  }

  /// Returns `true` if an object with these properties, of those that the condition names,
  /// satisfies the condition.
  func allows(_ names: Set<ExactText>) -> Bool {
    present.allSatisfy { names.contains($0) } && !absent.contains { names.contains($0) }
  }
}
