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
  /// - Parameter hasNamed: Whether the objects also have named properties.
  /// - Returns: The objects.
  func objectsWithUnstatedProperties(havingNamed hasNamed: Bool) -> [NodeID] {
    nodes { $0.kind == .object }.filter {
      hasUnstatedProperties($0) && namesProperties($0) == hasNamed
    }
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
