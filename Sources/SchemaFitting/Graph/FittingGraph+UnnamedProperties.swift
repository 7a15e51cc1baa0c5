import SchemaEncoding
import SchemaModel

extension DialectRules.ObjectRules {
  /// Indicates whether a dialect with these rules may be unable to state unnamed properties of
  /// objects.
  var mayLackUnnamedProperties: Bool {
    additionalProperties != .written(patterns: .written) || !open.isWritten
      || propertyNames != .any
  }
}

extension FittingGraph {
  /// The objects with unnamed properties that the dialect cannot state.
  ///
  /// - Parameter isOneDictionary: Whether the objects have no named properties, and one schema for
  ///   the values of all properties.
  /// - Returns: The objects.
  func objectsWithUnstatedProperties(asOneDictionary isOneDictionary: Bool) -> [NodeID] {
    objectsWithUnnamedProperties().filter { object in
      hasUnstatedProperties(object)
        && (!namesProperties(object) && entryKinds(of: object).count == 1) == isOneDictionary
    }
  }

  /// The objects with properties whose names match patterns, which the dialect cannot state.
  func objectsWithUnstatedPatterns() -> [NodeID] {
    objectsWithUnnamedProperties().filter { object in
      children(of: object).contains {
        if case .patternProperty = role(of: $0) { true } else { false }
      } && (form(of: object).object?.patterns != .written || rules.objects.propertyNames != .any)
    }
  }

  /// The objects with schemas for unnamed properties.
  private func objectsWithUnnamedProperties() -> [NodeID] {
    let objects = nodes(with: .unnamedProperties).compactMap { parent(of: $0) }
    return Set(objects).sorted().filter { kind(of: $0) == .object }
  }

  private func namesProperties(_ object: NodeID) -> Bool {
    children(of: object).contains { child in
      if case .property = role(of: child) {
        kind(of: child) != .never
      } else {
        false
      }
    }
  }

  private func hasUnstatedProperties(_ object: NodeID) -> Bool {
    guard let form = form(of: object).object else { return false }
    // A dialect that restricts names allows arbitrary names only as keys of entries.
    let allowsNames = rules.objects.propertyNames == .any
    if form.unnamed != .none, form.support != .written || !allowsNames { return true }
    if form.patterns == .written, allowsNames { return false }
    return children(of: object).contains { child in
      if case .patternProperty = role(of: child) { kind(of: child) != .never } else { false }
    }
  }
}
