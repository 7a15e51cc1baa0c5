import SchemaContent
import SchemaKit

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

  /// The number of values so far.
  private var count = 0

  /// Returns the values that were completed since the last call.
  ///
  /// - Parameter content: The content, which begins as that of the last call did.
  /// - Returns: The values, in order.
  /// - Complexity: Linear in the size of the content.
  mutating func next(in content: GeneratedContent) -> [Value] {
    var found: [Value] = []
    var seen = 0
    var path: [String] = []
    var open: [Frame] = []
    visit(content, &path, &open, &seen, &found)
    while let top = open.indices.last {
      if let (name, value) = open[top].next() {
        path.append(name)
        visit(value, &path, &open, &seen, &found)
      } else {
        open.removeLast()
        if !path.isEmpty { path.removeLast() }
      }
    }
    count = seen
    return found
  }

  /// An open container, and the position in its parts.
  private struct Frame {
    var elements: GeneratedContent.Elements.Iterator
    var properties: GeneratedContent.Properties.Iterator
    var position = 0

    init(_ content: GeneratedContent) {
      elements = content.elements.makeIterator()
      properties = content.properties.makeIterator()
    }

    mutating func next() -> (String, GeneratedContent)? {
      if let property = properties.next() { return (property.0, property.1) }
      guard let element = elements.next() else { return nil }
      position += 1
      return ("\(position - 1)", element)
    }
  }

  /// Visits a value: opens a container with parts, or counts a value without parts and removes its
  /// name from the path.
  private func visit(
    _ content: GeneratedContent, _ path: inout [String], _ open: inout [Frame], _ seen: inout Int,
    _ found: inout [Value]
  ) {
    var frame = Frame(content)
    if frame.next() != nil {
      open.append(Frame(content))
      return
    }
    if content.isComplete {
      seen += 1
      if seen > count {
        found.append(
          Value(pointer: SchemaPath(path).pointer, text: content.jsonString(.compact)))
      }
    }
    if !path.isEmpty { path.removeLast() }
  }
}

/// The parts that an answer which was cut off lacks, by its schema.
struct MissingParts: Equatable {
  /// The place where the text ends: the incomplete value, as a JSON Pointer.
  let unfinished: String

  /// The required properties that have not begun, as JSON Pointers, the outermost first.
  let missing: [String]

  /// Finds the missing parts.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - graph: Its schema.
  /// - Throws: `SchemaError` if the schema has a fault.
  init(of content: GeneratedContent, by graph: SchemaGraph) throws {
    self.init(of: content, by: try ContentValidator(graph))
  }

  /// Finds the missing parts.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - validator: The validator of its schema.
  init(of content: GeneratedContent, by validator: ContentValidator) {
    unfinished = content.unfinishedPath?.pointer ?? ""
    missing = validator.missingPaths(in: content).map(\.pointer)
  }

  /// The unfinished and the missing parts, as sentences.
  var description: String {
    (unfinished.isEmpty ? "" : " Not finished: \(unfinished).")
      + (missing.isEmpty ? "" : " Missing: \(missing.joined(separator: ", ")).")
  }
}
