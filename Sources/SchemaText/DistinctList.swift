/// Elements in order, each once.
package struct DistinctList<Element: Hashable & Sendable>: Sendable {
  /// The largest number of elements that are compared with a new one; more are hashed.
  private static var comparedElements: Int { 8 }

  /// The elements, in the order of the first addition of each.
  package private(set) var elements: [Element] = []

  /// The elements, if they are more than are compared.
  private var known: Set<Element> = []

  package init() {}

  /// Adds an element, unless the list has it.
  ///
  /// - Complexity: O(1) on average.
  package mutating func append(_ element: Element) {
    if elements.count < Self.comparedElements {
      if elements.contains(element) { return }
    } else {
      if known.isEmpty { known = Set(elements) }
      guard known.insert(element).inserted else { return }
    }
    elements.append(element)
  }
}

extension DistinctList: Hashable {
  package static func == (first: DistinctList, second: DistinctList) -> Bool {
    first.elements == second.elements
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}
