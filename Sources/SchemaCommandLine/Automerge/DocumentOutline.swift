#if Automerge
import AutomergeCoding
import AutomergeDocument
import Foundation
import SchemaText

/// The content of a document at one version as lines, each with a path and a value.
///
/// Values that were set concurrently have a line each, and the winning one is last.
struct DocumentOutline {
  /// A line of the outline.
  struct Line: Hashable {
    let depth: Int
    /// The path from the root.
    let path: String
    /// The last step of the path.
    let name: String
    let value: String
    /// The part that a comparison of versions uses: the value, or only the type of a map or a list,
    /// whose contents have their own lines.
    let content: String
    /// `true` if other values were set concurrently.
    let isConflict: Bool
    /// `true` if readers see this value.
    let wins: Bool

    /// The path and the content, with their exact bytes.
    fileprivate var key: [ExactText] { [ExactText(path), ExactText(content)] }
  }

  private struct Step {
    let values: [Value]
    let path: String
    let name: String
    let depth: Int
  }

  private(set) var lines: [Line] = []

  /// Reads a document at some heads.
  init(_ document: Document, heads: Set<ChangeHash>) throws {
    var pending: [(Step, Int)] = []
    func enter(_ object: ObjId, _ path: String, _ depth: Int) throws {
      let steps = try Self.steps(of: object, in: document, heads, path, depth)
      pending += steps.reversed().map { ($0, 0) }
    }
    try enter(.ROOT, "", 0)
    while let (step, place) = pending.popLast() {
      let value = step.values[place]
      if place + 1 < step.values.count { pending.append((step, place + 1)) }
      let text = try Self.text(of: value, in: document, heads)
      let content =
        switch value {
        case .Object(_, .Map): "map"
        case .Object(_, .List): "list"
        case .Object(_, .Text), .Scalar: text
        }
      lines.append(
        Line(
          depth: step.depth, path: step.path, name: step.name, value: text, content: content,
          isConflict: step.values.count > 1, wins: place + 1 == step.values.count))
      if case .Object(let object, let type) = value, type != .Text {
        try enter(object, step.path, step.depth + 1)
      }
    }
  }

  private static func steps(
    of object: ObjId, in document: Document, _ heads: Set<ChangeHash>, _ path: String, _ depth: Int
  ) throws -> [Step] {
    try document.allEntriesAt(obj: object, heads: heads).map { prop, values in
      let name = AnyCodingKey(prop).description
      return Step(values: values, path: "\(path).\(name)", name: name, depth: depth)
    }
  }

  private static func text(
    of value: Value, in document: Document, _ heads: Set<ChangeHash>
  ) throws -> String {
    switch value {
    case .Object(let object, .Text):
      "text \(try document.textAt(obj: object, heads: heads).debugDescription)"
    case .Object(let object, .List):
      "list of \(document.lengthAt(obj: object, heads: heads))"
    case .Object(let object, .Map): "map of \(document.lengthAt(obj: object, heads: heads))"
    case .Scalar(let scalar): Self.text(of: scalar)
    }
  }

  private static func text(of scalar: ScalarValue) -> String {
    switch scalar {
    case .Null: "null"
    case .Boolean(let value): "\(value)"
    case .Int(let value): "\(value)"
    case .Uint(let value): "uint \(value)"
    case .F64(let value): "\(value)"
    case .Counter(let value): "counter \(value)"
    case .String(let value): value.debugDescription
    case .Timestamp(let date): date.automergeText
    case .Bytes(let data): "bytes \(data.base64EncodedString())"
    case .Unknown(let code, let data): "unknown type \(code) \(data.base64EncodedString())"
    }
  }

  /// The lines as indented text, with conflicts marked.
  var text: [StyledLine] {
    lines.map { line in
      let mark = line.isConflict ? (line.wins ? "  ! wins" : "  ! conflict") : ""
      let indent = String(repeating: "  ", count: line.depth)
      return "\(indent)\(line.name): \(line.value)\(mark)"
    }
  }

  /// Returns the lines that this outline has and another lacks, each after a mark.
  func lines(missingFrom other: DocumentOutline, mark: String) -> [(path: String, text: String)] {
    let known = Set(other.lines.map(\.key))
    return lines.filter { !known.contains($0.key) }
      .map { ($0.path, "\(mark) \($0.path): \($0.value)") }
  }
}
#endif
