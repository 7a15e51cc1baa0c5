import ContentStorage
import SchemaEncoding
import SchemaGuides
import SchemaModel

/// Replaces a dictionary by an array of objects with a key and a value.
///
/// Constraints on the number of properties become constraints on the number of elements, and a
/// pattern of names becomes a pattern of keys.
struct DictionaryPass: NodePass {
  let forms: [any AnswerForm.Type] = [EntriesForm.self]

  func isNeeded(for rules: DialectRules) -> Bool { rules.objects.mayLackUnnamedProperties }

  func changes(in graph: FittingGraph) -> [NodeID] {
    graph.objectsWithUnstatedProperties(havingNamed: false)
  }

  func fit(_ object: NodeID, in graph: inout FittingGraph) {
    let constraints = graph.constraints(of: object)
    let entry = graph.newEntry(of: object)
    graph.note(
      .dictionary, at: object,
      "A dictionary is written as an array of entries, each with a 'key' and a 'value'.",
      remedy: "\(SwiftAdvice.Declaration.ownEntries.text).")
    graph.replace(
      object,
      by: .array(
        of: entry, description: graph[object].description,
        minimum: constraints?.minimumPropertyCount, maximum: constraints?.maximumPropertyCount
      ) { .form(EntriesForm(values: $0.value(at: 0, 1))) })
  }
}

/// An object that the answer contains as an array of entries.
///
/// An entry is an object with a key and a value.
struct EntriesForm: AnswerForm {
  static let name = "entries"

  let values: AnswerMapping.Node.ID

  var container: ContentShape? { .object }

  func reads(_ shape: ContentShape) -> Bool { shape == .array }

  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) throws -> AnswerFrame.Step {
    try EntriesForm.read(&value, of: answer, values)
  }

  /// Reads the next entry, if its key is complete and its value has begun.
  static func read(
    _ value: inout AnswerFrame, of answer: ContentPlaces, _ values: AnswerMapping.Node.ID
  ) throws -> AnswerFrame.Step {
    var children = value.children
    guard let entry = answer.next(&children) else {
      return answer.isOpen(at: value.place) ? .more : .end
    }
    let (found, part) = members(&value, of: entry, in: answer)
    guard let key = found, let part, !answer.isOpen(at: key) else {
      if answer.isOpen(at: entry) { return .more }
      throw AnswerFault(
        code: .invalidEntry,
        problem: "Entry \(value.position + 1) has no '\(Entry.key)' or no '\(Entry.value)'.",
        remedy: "Give both in each entry.")
    }
    guard answer.shape(at: key) == .string else {
      throw AnswerFault(
        code: .invalidEntry, problem: "The '\(Entry.key)' of an entry is not a string.",
        remedy: "Give it as a string.")
    }
    value.children = children
    value.position += 1
    return .part(part, as: values, .distinctKey(key, of: value.text))
  }

  /// The places of the key and the value of an entry, as far as they have arrived.
  private static func members(
    _ value: inout AnswerFrame, of entry: ContentPlace, in answer: ContentPlaces
  ) -> (key: ContentPlace?, value: ContentPlace?) {
    // Most entries have only the key and the value, in this order.
    var members = answer.children(of: entry)
    if let key = answer.nextProperty(&members), key.outline.isSame(as: keyOutline),
      let part = answer.nextProperty(&members), part.outline.isSame(as: valueOutline)
    {
      return (key.value, part.value)
    }
    let names = [Entry.key, Entry.value]
    return (
      value.member(0, of: entry, in: answer, among: names),
      value.member(1, of: entry, in: answer, among: names)
    )
  }

  private static let keyOutline = TextOutline(Entry.key)
  private static let valueOutline = TextOutline(Entry.value)

  func pieces(of value: GeneratedContent) -> [AnswerPiece]? {
    guard value.shape == .object else { return nil }
    var pieces: [AnswerPiece] = [.beginArray]
    for (name, part) in value.properties { pieces += Self.entry(name, part, values) }
    return pieces + [.endArray]
  }

  static func entry(
    _ name: String, _ value: GeneratedContent, _ values: AnswerMapping.Node.ID
  ) -> [AnswerPiece] {
    [
      .beginObject, .key(Entry.key), .string(name), .key(Entry.value), .value(value, as: values),
      .endObject,
    ]
  }

  func place(
    of step: SchemaPath.Component, in value: GeneratedContent
  ) -> (steps: [SchemaPath.Component], node: AnswerMapping.Node.ID)? {
    let index = value.elements.enumerated().first { _, entry in
      entry.property(named: Entry.key)?.text.map { ExactText($0) == ExactText(step.token) } ?? false
    }?.offset
    return index.map { ([.index($0), .key(Entry.value)], values) }
  }

  private typealias Entry = AnswerMapping.Entry
}
