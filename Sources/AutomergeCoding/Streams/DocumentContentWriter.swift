public import AutomergeDocument
import ContentStorage
import SchemaConcurrency
import SchemaContent
public import SchemaModel
import SchemaText

/// Writes content into a document while it arrives.
///
/// For each snapshot of a stream, the writer adds only the content that is new since the last
/// snapshot. So concurrent edits of other replicas survive a merge, even within the same objects.
///
///     var writer = DocumentContentWriter(document, path: ".recipe")
///     for try await snapshot in chunks.snapshots(of: Recipe.self) {
///       try writer.write(snapshot.rawContent)
///     }
///
/// Use a writer for one stream. Content that doesn't continue the last snapshot is an error. New
/// elements are appended to the list in the document, and no element is removed. If all edits of
/// the writer are undone, by a rollback or by an enclosing transaction, the next snapshot is
/// written in full. If only some edits are undone, the next snapshot is an error.
///
/// If a key occurs twice in an object, the document has the first value while the content arrives,
/// like the snapshots. When a parser with `keepLast` finishes, the last value replaces the first
/// value. The writer then removes the first value, unless the strategy is
/// ``SchemaStrategy/readonly``.
public struct DocumentContentWriter {
  /// The form in which strings are stored.
  public enum StringStorage: Hashable, Sendable {
    /// As text objects. They grow while the string arrives, and people can edit them.
    case texts
    /// As plain values. Each is written when it is complete.
    case values
  }

  private let document: Document
  private let path: [AnyCodingKey]
  private let strings: StringStorage
  private let strategy: SchemaStrategy
  private var previous: GeneratedContent?
  private var progress = Progress()
  private var journal = Journal()
  /// Two flags: `first` is `true` if the edits of the first call are undone, and `last` if the
  /// edits of the last call are undone.
  private var undone: (first: Locked<Bool>, last: Locked<Bool>)?

  /// The parts of the content that are in the document, by their paths.
  private struct Progress {
    /// The objects that the writer created for parts of the content.
    var objects: [SchemaPath: ObjId] = [:]
    /// The number of written UTF-8 bytes of each text.
    var lengths: [SchemaPath: Int] = [:]
    /// The paths of the written properties.
    var properties: Set<SchemaPath> = []
    /// The path of the last value whose key is a repeated key of its object.
    ///
    /// The first value of the key has the same path, and so do values inside both. Only the last
    /// value can be incomplete, so later changes at and under the path belong to the last value.
    var repeated: SchemaPath?
  }

  /// The changes of `progress` in the current call, which are reverted if the call throws.
  ///
  /// Between calls, it is empty.
  ///
  /// Copying the dictionaries for each call instead would take quadratic time for a stream.
  private struct Journal {
    var objects: [SchemaPath] = []
    var lengths: [(path: SchemaPath, earlier: Int?)] = []
    var properties: [SchemaPath] = []
    /// The earlier progress, if the call replaces values.
    var earlier: Progress?
  }

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - path: The path of the content, in the form of ``AnyCodingKey/parsePath(_:)``.
  ///   - strings: The form in which strings are stored.
  ///   - strategy: The action if the document has no value at a place, or a value of another type.
  /// - Throws: ``PathParseError`` if the path is malformed.
  public init(
    _ document: Document, path: String, strings: StringStorage = .texts,
    strategy: SchemaStrategy = .override
  ) throws {
    self.document = document
    self.path = try AnyCodingKey.parsePath(path)
    self.strings = strings
    self.strategy = strategy
  }

  /// Writes the content of a snapshot that is new since the last snapshot.
  ///
  /// - Throws: ``CodingKeyLookupError`` if the document doesn't fit, or if the content doesn't
  ///   continue the last snapshot. The document then does not change.
  /// - Complexity: Linear in the new content. If a key occurs twice in an object, the last snapshot
  ///   takes linear time in the whole content.
  public mutating func write(_ content: GeneratedContent) throws {
    guard content.shape != .nothing else { return }
    try forgetUndone()
    let repeated = progress.repeated
    defer { journal = Journal() }
    do {
      try document.transaction {
        let edits = document.pendingEdits
        try writeChanges(to: content)
        if document.pendingEdits > edits { noteIfUndone() }
      }
    } catch {
      revert()
      progress.repeated = repeated
      throw error
    }
    previous = content
  }

  /// Registers an action that records whether the edits of the current call are undone later.
  private mutating func noteIfUndone() {
    let isUndone = Locked(false)
    document.onUndo { isUndone.withLock { $0 = true } }
    undone = (undone?.first ?? isUndone, isUndone)
  }

  /// Resets the writer if the edits of all calls were undone.
  ///
  /// Throws if only some were undone.
  private mutating func forgetUndone() throws {
    guard let undone, undone.last.withLock({ $0 }) else { return }
    guard undone.first.withLock({ $0 }) else {
      throw CodingKeyLookupError.MismatchedSchema(
        "Some edits of this writer were undone; delete its content and use a new writer.")
    }
    self.undone = nil
    previous = nil
    progress = Progress()
  }

  /// Reverts the progress of the current call.
  private mutating func revert() {
    if let earlier = journal.earlier {
      progress = earlier
      return
    }
    for path in journal.objects { progress.objects[path] = nil }
    for (path, earlier) in journal.lengths.reversed() { progress.lengths[path] = earlier }
    for path in journal.properties { progress.properties.remove(path) }
  }

  /// Writes the parts of a snapshot that the last snapshot doesn't have.
  private mutating func writeChanges(to content: GeneratedContent) throws {
    guard let previous else { return try write(content, at: SchemaPath()) }
    if let changes = content.streamChanges(since: previous) {
      for change in changes where !isRepeated(change.path) {
        let part = GeneratedContent(change.content)
        if change.isNew {
          try write(part, at: change.path)
        } else if part.shape == .string {
          try writeText(part, at: change.path)
        }
        // A container that has merely ended has no new parts.
      }
    } else if let id = content.id, id == previous.id {
      try writeWithoutRepetitions(content, since: previous)
    } else if content != previous {
      throw Self.noContinuation
    }
  }

  private static var noContinuation: CodingKeyLookupError {
    CodingKeyLookupError.MismatchedSchema(
      "The content doesn't continue the last snapshot; use a new writer for each stream.")
  }

  /// Writes the finished content of a parser that has removed the first of two values of one key.
  ///
  /// Such content is a copy, so it doesn't continue the earlier snapshots.
  private mutating func writeWithoutRepetitions(
    _ content: GeneratedContent, since previous: GeneratedContent
  ) throws {
    let changes = content.changes(since: previous)
    // An element of an array is only replaced if a containing value replaces another value of the
    // same key.
    let replaced = Set(
      changes.filter { $0.kind == .replaced || $0.kind == .removed }.map(\.path.throughLastKey))
    guard !replaced.contains(SchemaPath()) else { throw Self.noContinuation }
    let texts = Set(replaced.filter { progress.lengths[$0] != nil })
    if !replaced.isEmpty { forget(replaced) }
    var done: Set<SchemaPath> = []
    for change in changes {
      if let path = change.path.outermost(in: replaced) {
        guard done.insert(path).inserted else { continue }
        try replaceValue(at: path, by: content[path], isText: texts.contains(path))
      } else if let part = content[change.path] {
        if change.kind == .added {
          try write(part, at: change.path)
        } else if part.shape == .string {
          try writeText(part, at: change.path)
        }
      }
    }
    progress.repeated = nil
  }

  /// Replaces the value of a key.
  ///
  /// `content`: The value; `nil` if the key is removed. `isText`: `true` if the document has a text
  /// at the path. If the new value is a string, the text object is kept, so that concurrent edits
  /// of the text survive.
  ///
  /// - Throws: ``CodingKeyLookupError`` if the document doesn't fit.
  private mutating func replaceValue(
    at path: SchemaPath, by content: GeneratedContent?, isText: Bool
  ) throws {
    guard let place = try place(of: path), case .Key(let key) = place.prop else {
      throw CodingPlace.noPlace
    }
    if strategy != .readonly, !isText || content?.shape != .string {
      try document.delete(obj: place.object, key: key)
    }
    if let content { try write(content, at: path) }
  }

  /// Removes the progress of some paths and of all paths under them.
  private mutating func forget(_ paths: Set<SchemaPath>) {
    func isKept(_ path: SchemaPath) -> Bool { path.outermost(in: paths) == nil }
    journal.earlier = progress
    progress.objects = progress.objects.filter { isKept($0.key) }
    progress.lengths = progress.lengths.filter { isKept($0.key) }
    progress.properties = progress.properties.filter(isKept)
  }
}

// One part.
extension DocumentContentWriter {
  /// Writes a part and all nested parts, without recursion.
  private mutating func write(_ content: GeneratedContent, at start: SchemaPath) throws {
    var open = [(content, start)]
    while let (part, steps) = open.popLast() {
      guard begin(steps) else { continue }
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
      case .bool: try put(.Boolean(try part.value(Bool.self)), at: steps)
      case .null: try put(.Null, at: steps)
      case .nothing: break
      }
    }
  }

  /// Returns `true` if a path belongs to a value of a repeated key.
  private func isRepeated(_ path: SchemaPath) -> Bool {
    guard let repeated = progress.repeated else { return false }
    return path.begins(with: repeated)
  }

  /// Records that a value begins.
  ///
  /// Returns `false` if its key is a repeated key of its object.
  private mutating func begin(_ path: SchemaPath) -> Bool {
    guard case .key? = path.last else { return true }
    guard progress.properties.insert(path).inserted else {
      progress.repeated = path
      return false
    }
    journal.properties.append(path)
    return true
  }

  /// Writes only the new text of a string, because writing the whole text each time would take
  /// quadratic time.
  private mutating func writeText(_ content: GeneratedContent, at steps: SchemaPath) throws {
    guard strings == .texts else {
      if content.isComplete { try put(.String(content.text ?? ""), at: steps) }
      return
    }
    let object = try object(.Text, at: steps)
    guard let written = progress.lengths[steps] else {
      let text = content.text ?? ""
      try document.updateText(obj: object, value: text)
      note(text.utf8.count, ofTextAt: steps)
      return
    }
    let (rest, length) = content.stored.withText { text in
      (String(copying: text.extracting(min(written, text.count)..<text.count)), text.count)
    }
    guard !rest.isEmpty else { return }
    let end = document.length(obj: object)
    try document.spliceText(obj: object, start: end, delete: 0, value: rest)
    note(length, ofTextAt: steps)
  }

  private mutating func note(_ length: Int, ofTextAt steps: SchemaPath) {
    journal.lengths.append((steps, progress.lengths[steps]))
    progress.lengths[steps] = length
  }

  private func number(_ content: GeneratedContent) throws -> ScalarValue {
    if let number = content.exactNumber, number.isInteger {
      if let integer = number.int64 { return .Int(integer) }
      if let integer = UInt64(number.description) { return .Uint(integer) }
    }
    return .F64(try content.value(Double.self))
  }

  /// Returns the object of a part; creates the object for the first snapshot that has the part.
  private mutating func object(_ type: ObjType, at steps: SchemaPath) throws -> ObjId {
    if let object = progress.objects[steps] { return object }
    let object: ObjId
    if let place = try place(of: steps) {
      object = try place.object(type, in: document, strategy, path: path(of: place, at: steps))
    } else {
      guard type == .Map else { throw CodingPlace.noPlace }
      object = .ROOT
    }
    progress.objects[steps] = object
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
    guard let last = steps.last, let parent = steps.parent else {
      guard let key = path.last else { return nil }
      let container = try document.retrieveObjectId(
        path: path, containerType: .Value, strategy: strategy
      ).get()
      return CodingPlace(object: container, prop: key.prop)
    }
    guard let container = progress.objects[parent] else {
      throw CodingKeyLookupError.SchemaMissing(
        "A part of the content has arrived before its container.")
    }
    switch last {
    case .key(let name): return CodingPlace(object: container, prop: .Key(name))
    case .index:
      // Elements arrive in order. Other replicas may have inserted elements in the meantime, so
      // each new element is appended at the current end.
      let end = document.length(obj: container)
      return CodingPlace(object: container, prop: .Index(end))
    }
  }
}

extension SchemaPath {
  /// The prefix of the path that ends with the last key.
  fileprivate var throughLastKey: SchemaPath {
    var path = self
    while case .index? = path.last, let parent = path.parent { path = parent }
    return path
  }

  /// Returns the shortest of some paths that is a prefix of this path, or this path itself.
  ///
  /// - Returns: The path; `nil` if there is none.
  /// - Complexity: Linear in the number of steps, since the beginnings of a path know their hashes.
  fileprivate func outermost(in paths: Set<SchemaPath>) -> SchemaPath? {
    var (found, next) = (nil as SchemaPath?, self as SchemaPath?)
    while let path = next {
      if paths.contains(path) { found = path }
      next = path.parent
    }
    return found
  }
}
