public import AutomergeDocument
import SchemaConcurrency

/// A string that several replicas edit at once.
///
/// A text that was decoded or encoded is bound to its object in the document: its value is the
/// document's, and setting it edits the document by the smallest difference.
public final class AutomergeText: Codable, Sendable {
  struct Binding {
    let document: Document
    let object: ObjId
  }

  private let state: Locked<Bindable<String, Binding>>

  /// Creates an unbound text.
  public init(_ value: String = "") {
    state = Locked(.unbound(value))
  }

  /// Creates a text that is bound to the text object at a path.
  ///
  /// - Throws: ``CodingKeyLookupError`` if there is no text object at the path.
  public init(doc: Document, path: String) throws {
    state = Locked(.bound(try Self.binding(doc, path)))
  }

  init(_ binding: Binding) {
    state = Locked(.bound(binding))
  }

  /// Reads an unbound text from the data of another format.
  ///
  /// - Throws: The decoder's error, mostly a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    state = Locked(.unbound(try decoder.singleValueContainer().decode(String.self)))
  }

  /// Writes the value for another format.
  ///
  /// - Throws: The encoder's error, mostly an `EncodingError`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  /// The string; empty if the document no longer has the object.
  public var value: String {
    switch state.withLock({ $0 }) {
    case .unbound(let value): value
    case .bound(let binding): (try? binding.document.text(obj: binding.object)) ?? ""
    }
  }

  /// `true` if the text is bound to a document.
  public var isBound: Bool { binding != nil }

  /// The object that the text is bound to.
  public var objId: ObjId? { binding?.object }

  /// Changes the text by the smallest difference.
  ///
  /// - Throws: `AutomergeDocument.AutomergeError` if the document doesn't have the object.
  public func updateText(newText: String) throws {
    guard let binding else { return state.withLock { $0 = .unbound(newText) } }
    try binding.document.updateText(obj: binding.object, value: newText)
  }

  /// Binds the text to the text object at a path, which keeps its content.
  ///
  /// - Throws: ``CodingKeyLookupError`` if there is no text object at the path.
  public func bind(doc: Document, path: String) throws {
    bind(try Self.binding(doc, path))
  }

  private static func binding(_ document: Document, _ path: String) throws -> Binding {
    guard let object = try document.lookupPath(path: path),
      try document.objectType(obj: object) == .Text
    else {
      throw CodingKeyLookupError(.mismatchedSchema, "There is no text object at '\(path)'.")
    }
    return Binding(document: document, object: object)
  }

  var binding: Binding? { state.binding() }

  func bind(_ binding: Binding) { state.bind(binding) }
}

extension AutomergeText: Equatable {
  /// Returns `true` if both have the same string.
  public static func == (first: AutomergeText, second: AutomergeText) -> Bool {
    first.value.utf8.elementsEqual(second.value.utf8)
  }
}
