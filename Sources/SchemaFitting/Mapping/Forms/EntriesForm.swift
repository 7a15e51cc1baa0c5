import ContentStorage
import SchemaModel

/// An object that the answer contains as an array of entries.
///
/// An entry is an object with a key and a value. The only part of the form stands for all values.
struct EntriesForm: AnswerForm {
  static let name = "entries"

  var container: ContentShape? { .object }

  func reads(_ shape: ContentShape) -> Bool { shape == .array }

  /// Reads the next entry, if its key is complete and its value has begun.
  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) throws -> AnswerFrame.Step {
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
    return .part(part, as: 0, .distinctKey(key, of: value.text))
  }

  /// The places of the key and the value of an entry, as far as they have arrived.
  private func members(
    _ value: inout AnswerFrame, of entry: ContentPlace, in answer: ContentPlaces
  ) -> (key: ContentPlace?, value: ContentPlace?) {
    // Most entries have only the key and the value, in this order.
    var members = answer.children(of: entry)
    if let key = answer.nextProperty(&members), key.outline.isSame(as: Self.keyOutline),
      let part = answer.nextProperty(&members), part.outline.isSame(as: Self.valueOutline)
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
    for (name, part) in value.properties { pieces += entry(name, part) }
    return pieces + [.endArray]
  }

  /// The pieces of an entry.
  func entry(_ name: String, _ value: GeneratedContent) -> [AnswerPiece] {
    [
      .beginObject, .key(Entry.key), .string(name), .key(Entry.value), .part(value, as: 0),
      .endObject,
    ]
  }

  func place(
    of step: SchemaPath.Component?, in value: GeneratedContent
  ) -> (steps: [SchemaPath.Component], part: Int)? {
    guard let step else { return nil }
    let index = value.elements.enumerated().first { _, entry in
      entry.property(named: Entry.key)?.text.map { ExactText($0) == ExactText(step.token) } ?? false
    }?.offset
    return index.map { ([.index($0), .key(Entry.value)], 0) }
  }

  private typealias Entry = AnswerMapping.Entry
}
