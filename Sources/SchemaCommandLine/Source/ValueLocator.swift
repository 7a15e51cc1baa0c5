import SchemaKit
import SchemaText

/// Finds the places of values in a JSON text that is known to be well-formed.
enum ValueLocator {
  /// Returns the positions of values.
  ///
  /// - Parameters:
  ///   - places: The places of the values.
  ///   - text: A well-formed JSON text in UTF-8.
  /// - Returns: The position of each value that exists.
  /// - Complexity: Linear in the length of the text and of the places, without recursion.
  static func positions(
    of places: some Collection<SchemaPath>, in text: [UInt8]
  ) -> [SchemaPath: TextPosition] {
    var search = Search(places, text)
    return search.run()
  }

  /// A search for places that only enters values on the way to one of them.
  private struct Search {
    /// The steps to the places as a tree: the parts of each step by their names, and its place.
    private var steps: [(parts: [String: Int], place: SchemaPath?)] = [([:], nil)]

    /// The entered values: the step of each, and the number of its next element.
    private var open: [(step: Int, element: Int)] = []

    private var found: [SchemaPath: TextPosition] = [:]
    private var scanner: JSONScanner
    private var counter: JSONScanner

    init(_ places: some Collection<SchemaPath>, _ text: [UInt8]) {
      scanner = JSONScanner(text)
      counter = scanner
      for place in places {
        var step = 0
        for component in place.components {
          if let next = steps[step].parts[component.token] {
            step = next
          } else {
            steps[step].parts[component.token] = steps.count
            step = steps.count
            steps.append(([:], nil))
          }
        }
        steps[step].place = place
      }
    }

    mutating func run() -> [SchemaPath: TextPosition] {
      visit(0)
      while let top = open.last {
        let before = scanner
        guard let token = scanner.next() else { break }
        switch token.kind {
        case .endObject, .endArray: open.removeLast()
        case .name: visit(steps[top.step].parts[scanner.string(token)])
        default:
          scanner = before
          open[open.count - 1].element += 1
          visit(steps[top.step].parts["\(top.element)"])
        }
      }
      return found
    }

    /// Records the position of the next value, and enters or skips it.
    private mutating func visit(_ step: Int?) {
      guard let step else {
        _ = scanner.skipValue()
        return
      }
      let before = scanner
      guard let token = scanner.next() else { return }
      if let place = steps[step].place, found[place] == nil {
        found[place] = counter.position(at: token.range.lowerBound)
      }
      switch token.kind {
      case .beginObject where !steps[step].parts.isEmpty,
        .beginArray where !steps[step].parts.isEmpty:
        open.append((step, 0))
      default:
        scanner = before
        _ = scanner.skipValue()
      }
    }
  }
}
