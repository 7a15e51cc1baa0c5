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
  /// - Complexity: Linear in the length of the text and of the places, without recursion. Places
  ///   share the way that they have in common.
  static func positions(
    of places: some Collection<SchemaPath>, in text: [UInt8]
  ) -> [SchemaPath: TextPosition] {
    var search = Search(places, text)
    return search.run()
  }

  /// A search for places that only enters values on the way to one of them.
  private struct Search {
    /// The steps to the places as a tree: the parts of each step by their names, and its place.
    private var steps: [(parts: [ExactText: Int], place: SchemaPath?)] = [([:], nil)]

    /// The entered values: the step of each, and the number of its next element.
    private var open: [(step: Int, element: Int)] = []

    private var found: [SchemaPath: TextPosition] = [:]
    private var scanner: JSONScanner

    init(_ places: some Collection<SchemaPath>, _ text: [UInt8]) {
      scanner = JSONScanner(text)
      // The steps to the places so far, and to those around them.
      var known: [SchemaPath: Int] = [:]
      for place in places {
        var step = 0
        var way: [SchemaPath] = []
        var rest = place
        while let outer = rest.parent {
          if let found = known[rest] {
            step = found
            break
          }
          way.append(rest)
          rest = outer
        }
        for path in way.reversed() {
          guard let last = path.last else { break }
          step = addPart(ExactText(last.token), of: step)
          known[path] = step
        }
        steps[step].place = place
      }
    }

    /// The step to a part of a value.
    private mutating func addPart(_ name: ExactText, of step: Int) -> Int {
      if let known = steps[step].parts[name] { return known }
      steps[step].parts[name] = steps.count
      steps.append(([:], nil))
      return steps.count - 1
    }

    mutating func run() -> [SchemaPath: TextPosition] {
      if let token = scanner.next() { visit(0, token) }
      while let top = open.last, let token = scanner.next() {
        switch token.kind {
        case .endObject, .endArray: open.removeLast()
        case .name:
          guard let value = scanner.next() else { break }
          visit(steps[top.step].parts[ExactText(scanner.string(token))], value)
        default:
          open[open.count - 1].element += 1
          visit(steps[top.step].parts[ExactText("\(top.element)")], token)
        }
      }
      return found
    }

    /// Records the position of the value that a token begins, and enters or skips it.
    private mutating func visit(_ step: Int?, _ token: JSONScanner.Token) {
      if let step, let place = steps[step].place, found[place] == nil {
        found[place] = scanner.position(of: token)
      }
      switch token.kind {
      case .beginObject, .beginArray:
        if let step, !steps[step].parts.isEmpty {
          open.append((step, 0))
        } else {
          scanner.skipRest(of: token)
        }
      default: break
      }
    }
  }
}
