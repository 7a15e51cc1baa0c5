public import AutomergeDocument
import ContentStorage
import SchemaContent
public import SchemaModel
import SchemaText

/// Writes content into a document while it arrives.
///
/// Each snapshot of a stream adds the content that is new since the last snapshot, and nothing
/// else, so concurrent edits of other replicas survive a merge, even within the same objects.
///
///     var writer = DocumentContentWriter(document, path: ".recipe")
///     for try await snapshot in chunks.snapshots(of: Recipe.self) {
///       try writer.write(snapshot.rawContent)
///     }
///
/// A writer is for one stream. Content that doesn't continue the last snapshot is an error.
/// Elements are appended to the list at their place, and nothing is removed.
public struct DocumentContentWriter {
  /// The form in which strings are stored.
  public enum StringStorage: Hashable, Sendable {
    /// As text objects, which grow as the string arrives and which people can edit.
    case texts
    /// As plain values, which appear once they are complete.
    case values
  }

  private let document: Document
  private let path: [AnyCodingKey]
  private let strings: StringStorage
  private let strategy: SchemaStrategy
  private var previous: GeneratedContent?
  /// The objects that were made for parts of the content.
  private var objects: [SchemaPath: ObjId] = [:]
  /// The number of UTF-8 bytes that have been written of each text.
  private var lengths: [SchemaPath: Int] = [:]
  private var journal = Journal()

  /// The changes of the current call, which are reverted if it throws; empty between calls.
  ///
  /// Copying the dictionaries for each call would make a stream quadratic.
  private struct Journal {
    var objects: [SchemaPath] = []
    var lengths: [(path: SchemaPath, earlier: Int?)] = []
  }

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - path: The path of the content, in the form of ``AnyCodingKey/parsePath(_:)``.
  ///   - strings: The form in which strings are stored.
  ///   - strategy: The action if the document has no value at a place, or one of another kind.
  /// - Throws: ``CodingKeyLookupError`` if the path is malformed.
  public init(
    _ document: Document, path: String, strings: StringStorage = .texts,
    strategy: SchemaStrategy = .override
  ) throws {
    self.document = document
    self.path = try AnyCodingKey.parsePath(path)
    self.strings = strings
    self.strategy = strategy
  }

  /// Writes the new content of a snapshot.
  ///
  /// - Parameter content: The content so far.
  /// - Throws: ``CodingKeyLookupError`` if the document doesn't fit, or if the content doesn't
  ///   continue the last snapshot. The document then does not change.
  /// - Complexity: Linear in the new content.
  public mutating func write(_ content: GeneratedContent) throws {
    guard content.shape != .nothing else { return }
    let parts = try newParts(of: content)
    defer { journal = Journal() }
    do {
      try document.transaction {
        for (part, path) in parts { try write(part, at: path) }
      }
    } catch {
      for path in journal.objects { objects[path] = nil }
      for (path, earlier) in journal.lengths.reversed() { lengths[path] = earlier }
      throw error
    }
    previous = content
  }

  /// Returns the parts of a snapshot that the last one doesn't have, with their paths.
  private func newParts(
    of content: GeneratedContent
  ) throws -> [(content: GeneratedContent, path: SchemaPath)] {
    guard let previous else { return [(content, SchemaPath())] }
    guard let changes = content.streamChanges(since: previous) else {
      guard content == previous else {
        throw CodingKeyLookupError(
          .mismatchedSchema,
          "The content doesn't continue the content before; use a new writer for each stream.")
      }
      return []
    }
    return changes.compactMap { change in
      let part = GeneratedContent(change.content)
      // A container that has only ended has no new parts.
      if !change.isNew, part.shape == .object || part.shape == .array { return nil }
      return (part, change.path)
    }
  }
}

// One part.
extension DocumentContentWriter {
  /// Writes a part with everything inside, without recursion.
  private mutating func write(_ content: GeneratedContent, at start: SchemaPath) throws {
    var open = [(content, start)]
    while let (part, steps) = open.popLast() {
      switch part.shape {
      case .object:
        _ = try object(.Map, at: steps)
        let properties = part.properties.map { ($0.content, steps.appending(.key($0.name))) }
        open += properties.reversed()
      case .array:
        _ = try object(.List, at: steps)
        let elements = part.elements.enumerated().map { ($1, steps.appending(.index($0))) }
        open += elements.reversed()
      case .string: try writeText(part, at: steps)
      case .number: try put(try number(part), at: steps)
      case .bool: try put(.Boolean(part.truth ?? false), at: steps)
      case .null: try put(.Null, at: steps)
      case .nothing: break
      }
    }
  }

  /// Writes the new text of a string: writing the whole text each time would take quadratic time.
  private mutating func writeText(_ content: GeneratedContent, at steps: SchemaPath) throws {
    guard strings == .texts else {
      if content.isComplete { try put(.String(content.text ?? ""), at: steps) }
      return
    }
    let object = try object(.Text, at: steps)
    guard let written = lengths[steps] else {
      let text = content.text ?? ""
      try document.updateText(obj: object, value: text)
      note(text.utf8.count, ofTextAt: steps)
      return
    }
    let (rest, length) = content.stored.withText { text in
      (String(copying: text.extracting(min(written, text.count)..<text.count)), text.count)
    }
    guard !rest.isEmpty else { return }
    let end = try document.length(obj: object)
    try document.spliceText(obj: object, start: end, delete: 0, value: rest)
    note(length, ofTextAt: steps)
  }

  private mutating func note(_ length: Int, ofTextAt steps: SchemaPath) {
    journal.lengths.append((steps, lengths[steps]))
    lengths[steps] = length
  }

  private func number(_ content: GeneratedContent) throws -> ScalarValue {
    if let number = content.exactNumber, number.isInteger {
      if let integer = number.int64 { return .Int(integer) }
      if let integer = UInt64(number.description) { return .Uint(integer) }
    }
    return .F64(try content.value(Double.self))
  }

  /// Returns the object of a part, which is made when the part is first seen.
  private mutating func object(_ type: ObjType, at steps: SchemaPath) throws -> ObjId {
    if let object = objects[steps] { return object }
    let object: ObjId
    if let place = try place(of: steps) {
      object = try place.object(type, in: document, strategy, path: path(of: place, at: steps))
    } else {
      guard type == .Map else { throw CodingPlace.noPlace }
      object = .ROOT
    }
    objects[steps] = object
    journal.objects.append(steps)
    return object
  }

  private func put(_ value: ScalarValue, at steps: SchemaPath) throws {
    guard let place = try place(of: steps) else { throw CodingPlace.noPlace }
    try place.put(value, in: document, strategy, path: path(of: place, at: steps))
  }

  /// Returns the path from the root of the document to the place of a part.
  private func path(of place: CodingPlace, at steps: SchemaPath) -> [AnyCodingKey] {
    guard !steps.components.isEmpty else { return path }
    let containers = steps.components.dropLast().map { step in
      switch step {
      case .key(let name): AnyCodingKey(name)
      case .index(let index): AnyCodingKey(UInt64(index))
      }
    }
    return path + containers + [AnyCodingKey(place.prop)]
  }

  /// Returns the place of a part; `nil` for the root of the document.
  private func place(of steps: SchemaPath) throws -> CodingPlace? {
    guard let last = steps.components.last, let parent = steps.parent else {
      guard let key = path.last else { return nil }
      let container = try document.retrieveObjectId(
        path: path, containerType: .Value, strategy: strategy
      ).get()
      return CodingPlace(object: container, prop: key.prop)
    }
    guard let container = objects[parent] else {
      throw CodingKeyLookupError(
        .schemaMissing, "A part of the content has arrived before its container.")
    }
    switch last {
    case .key(let name): return CodingPlace(object: container, prop: .Key(name))
    case .index:
      // Elements arrive in order, and other replicas may have inserted some in the meantime.
      let end = try document.length(obj: container)
      return CodingPlace(object: container, prop: .Index(end))
    }
  }
}
