public import AutomergeDocument
import SchemaConcurrency

/// A string that several replicas edit at once.
///
/// A text that was decoded or encoded is bound to its object in the document: ``value`` reads the
/// document, and ``updateText(newText:)`` edits the document by the smallest edits.
public final class AutomergeText: Codable, Sendable {
  /// A binding whose place is a text object.
  typealias Binding = DocumentBinding<ObjId>

  private let state: Locked<Bindable<String, ObjId>>

  /// Creates an unbound text.
  public init(_ value: String = "") { state = Locked(.unbound(value)) }

  /// Creates a text that is bound to the text object at a path.
  ///
  /// - Throws: ``CodingKeyLookupError`` if there is no text object at the path.
  public init(doc: Document, path: String) throws {
    state = Locked(.bound(try Self.binding(doc, path)))
  }

  init(_ binding: Binding) { state = Locked(.bound(binding)) }

  /// Reads an unbound text from the data of another format.
  ///
  /// - Throws: The decoder's error, usually a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    state = Locked(.unbound(try decoder.singleValueContainer().decode(String.self)))
  }

  /// Writes the value for another format.
  ///
  /// - Throws: The encoder's error, usually an `EncodingError`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  /// The string; empty if the document no longer has the object.
  public var value: String { current.value }

  /// `true` if the text is bound to a document.
  public var isBound: Bool { binding != nil }

  /// The object to which the text is bound; `nil` if the text is unbound.
  public var objId: ObjId? { binding?.place }

  /// Changes the text by the smallest edits.
  ///
  /// - Throws: `AutomergeDocument.AutomergeError` if the document doesn't have the object.
  public func updateText(newText: String) throws {
    guard let binding = state.binding(orChanging: { $0 = newText }) else { return }
    try binding.document.updateText(obj: binding.place, value: newText)
  }

  /// Binds the text to the text object at a path.
  ///
  /// The object keeps its content.
  ///
  /// - Throws: ``CodingKeyLookupError`` if there is no text object at the path.
  public func bind(doc: Document, path: String) throws { state.bind(try Self.binding(doc, path)) }

  private static func binding(_ document: Document, _ path: String) throws -> Binding {
    guard let object = try document.lookupPath(path: path),
      try document.objectType(obj: object) == .Text
    else { throw CodingKeyLookupError(.mismatchedSchema, "There is no text object at '\(path)'.") }
    return Binding(document: document, place: object)
  }

  private var binding: Binding? { state.binding() }

  var current: Bindable<String, ObjId> { state.withLock { $0 } }

  /// Binds the text to an object to which an encoder has written a state of the text.
  ///
  /// The binding ends if the edit is undone.
  ///
  /// If the text was updated after the encoder read that state, the object is updated, too.
  func bind(untilUndone binding: Binding, written: Bindable<String, ObjId>) throws {
    let former = state.bind(untilUndone: binding)
    guard case .unbound(let old) = written, case .unbound(let new) = former,
      !new.utf8.elementsEqual(old.utf8)
    else { return }
    try binding.document.updateText(obj: binding.place, value: new)
  }
}

extension Bindable<String, ObjId> {
  /// The string; empty if the document no longer has the object.
  var value: String {
    switch self {
    case .unbound(let value): value
    case .bound(let binding): (try? binding.document.text(obj: binding.place)) ?? ""
    }
  }
}

extension AutomergeText: Equatable {
  /// Returns `true` if both have the same string, byte by byte.
  public static func == (first: AutomergeText, second: AutomergeText) -> Bool {
    first.value.utf8.elementsEqual(second.value.utf8)
  }
}
