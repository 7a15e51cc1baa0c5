import Foundation
import SchemaText

/// The content of a document as JSON.
extension Document {
  /// Returns an object as JSON text.
  ///
  /// If a place has several values, the text has the winning value.
  ///
  /// Texts are strings, counters are numbers, timestamps are strings in ISO 8601 with milliseconds,
  /// and bytes and values of unknown types are strings in Base64. Numbers that are not finite are
  /// null.
  ///
  /// - Parameters:
  ///   - obj: The object.
  ///   - heads: The heads of the state to write; `nil` for the current state.
  /// - Returns: The text without whitespace. The keys of maps are in the order of their UTF-8
  ///   bytes.
  /// - Throws: An error with the code `objectNotFound` or `changeNotFound`.
  public func json(
    obj: ObjId = .ROOT, heads: Set<ChangeHash>? = nil
  ) throws(AutomergeError) -> String {
    try read(at: heads.map(Array.init)) { set, clock throws(AutomergeError) in
      var writer = JSONDocumentWriter(set, clock)
      return writer.text(of: try set.object(obj))
    }
  }
}

/// Writes objects as JSON, with an explicit stack instead of recursion.
private struct JSONDocumentWriter {
  private enum Step {
    case object(ObjectIndex)
    case value(RowIndex)
    case text(String)
    /// A key of a map, with the punctuation before it.
    case key(String, String)
  }

  private let set: OpSet
  private let clock: Clock?
  private var bytes: [UInt8] = []

  init(_ set: OpSet, _ clock: Clock?) {
    self.set = set
    self.clock = clock
  }

  mutating func text(of object: ObjectIndex) -> String {
    var steps = [Step.object(object)]
    while let step = steps.popLast() {
      switch step {
      case .text(let text): bytes += text.utf8
      case .key(let punctuation, let key):
        bytes += punctuation.utf8
        bytes.appendJSON(key)
        bytes.append(UInt8(ascii: ":"))
      case .object(let object): steps += self.steps(of: object).reversed()
      case .value(let row):
        if set.rows[row].action.makesObject,
          let object = set.objects.index(of: set.rows[row].id)
        {
          steps.append(.object(object))
        } else {
          appendScalar(row)
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func steps(of object: ObjectIndex) -> [Step] {
    var steps: [Step] = []
    switch set.objects[object].type {
    case .Text: bytes.appendJSON(set.text(of: object, at: clock))
    case .List:
      set.forEachElement(of: object, at: clock) { _, row, _ in
        steps += [.text(steps.isEmpty ? "[" : ","), .value(row)]
        return true
      }
      steps.append(.text(steps.isEmpty ? "[]" : "]"))
    case .Map:
      for entry in set.entries(of: object, at: clock) {
        steps += [.key(steps.isEmpty ? "{" : ",", set.strings[entry.key]), .value(entry.row)]
      }
      steps.append(.text(steps.isEmpty ? "{}" : "}"))
    }
    return steps
  }

  private mutating func appendScalar(_ row: RowIndex) {
    guard case .Scalar(let scalar) = set.value(row, at: clock) else { return }
    switch scalar {
    case .Null: bytes += "null".utf8
    case .Boolean(let value): bytes += (value ? "true" : "false").utf8
    case .Int(let value), .Counter(let value): bytes.appendJSON(value)
    case .Uint(let value): bytes += String(value).utf8
    case .F64(let value):
      if let number = SchemaNumber(value) { bytes.appendJSON(number) } else { bytes += "null".utf8 }
    case .String(let string): bytes.appendJSON(string)
    case .Bytes(let data), .Unknown(_, let data): bytes.appendJSON(data.base64EncodedString())
    case .Timestamp(let date): bytes.appendJSON(date.automergeText)
    }
  }
}
