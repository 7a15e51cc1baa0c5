public import AutomergeDocument
import SchemaConcurrency

/// A string that several replicas edit at once.
///
/// A text that was decoded, encoded or bound to a path is bound to its object in the document:
/// reading ``value`` reads the document, and setting ``value`` edits the document by the smallest
/// edits.
public final class AutomergeText: Codable, Sendable {
  /// The keys of a text in other formats.
  public enum CodingKeys: String, CodingKey {
    /// The key of the string.
    case value
  }

  /// A binding whose place is a text object.
  typealias Binding = DocumentBinding<ObjId>

  private let state: Locked<Bindable<String, ObjId>>

  /// Creates an unbound text.
  public init(_ value: String = "") { state = Locked(.unbound(value)) }

  /// Creates a text and binds it to a path, as ``bind(doc:path:)`` does.
  ///
  /// - Throws: The errors of ``bind(doc:path:)``.
  public convenience init(_ value: String = "", doc: Document, path: String) throws {
    self.init(value)
    try bind(doc: doc, path: path)
  }

  /// Creates a text that is bound to a text object.
  ///
  /// - Throws: The errors of ``bind(doc:id:)``.
  public convenience init(doc: Document, objId: ObjId) throws {
    self.init()
    try bind(doc: doc, id: objId)
  }

  init(_ binding: Binding) { state = Locked(.bound(binding)) }

  /// Reads an unbound text from the data of another format.
  ///
  /// - Throws: The decoder's error, usually a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    state = Locked(.unbound(try container.decode(String.self, forKey: .value)))
  }

  /// Writes the value for another format.
  ///
  /// - Throws: The encoder's error, usually an `EncodingError`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: .value)
  }

  /// The string; empty if the document no longer has the object.
  ///
  /// Setting the string edits the document by the smallest edits. If the document cannot be edited,
  /// for example because the object was undone, the text becomes unbound and keeps the string.
  public var value: String {
    get { current.value }
    set {
      guard let binding = state.binding(orChanging: { $0 = newValue }) else { return }
      do {
        try binding.document.updateText(obj: binding.place, value: newValue)
      } catch {
        if !state.unbind(binding, keeping: newValue) { self.value = newValue }
      }
    }
  }

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

  /// Binds the text to a path.
  ///
  /// If the path has no value, this creates a text object and its containers. The document gets the
  /// text's string, unless the string is empty or the text was already bound.
  ///
  /// - Throws: ``PathParseError`` or ``BindingError/InvalidPath(_:)`` for a path that has no place,
  ///   ``BindingError/NotText`` if the document has another value there, ``CodingKeyLookupError``
  ///   if the path doesn't fit the document, or `AutomergeDocument.AutomergeError`.
  public func bind(doc: Document, path: String) throws {
    let keys = try AnyCodingKey.parsePath(path)
    guard let last = keys.last, case .Key? = keys.first?.prop else {
      throw BindingError.InvalidPath(path)
    }
    try bind(to: doc) {
      let parent = doc.retrieveObjectId(
        path: keys, containerType: .Value, strategy: .createWhenNeeded)
      let place = CodingPlace(object: try parent.get(), prop: last.prop)
      do {
        return try place.object(.Text, in: doc, .createWhenNeeded, path: keys)
      } catch CodingKeyLookupError.MismatchedSchema {
        throw BindingError.NotText
      }
    }
  }

  /// Binds the text to a text object.
  ///
  /// The document gets the text's string, unless the string is empty or the text was already bound.
  ///
  /// - Throws: ``BindingError/NotText`` if the object is not a text; `AutomergeDocument
  ///   .AutomergeError`, for example if the document has no such object.
  public func bind(doc: Document, id: ObjId) throws {
    try bind(to: doc) {
      guard try doc.objectType(obj: id) == .Text else { throw BindingError.NotText }
      return id
    }
  }

  /// Binds the text to an object that a closure finds or makes.
  private func bind(to document: Document, _ object: () throws -> ObjId) throws {
    try document.transaction {
      let edits = document.pendingEdits
      let target = Binding(document: document, place: try object())
      let written = current
      if case .unbound(let value) = written, !value.isEmpty {
        try document.updateText(obj: target.place, value: value)
      }
      if document.pendingEdits != edits {
        return try bind(untilUndone: target, written: written)
      }
      try repeatChange(to: target, from: written, state.bind(target))
    }
  }

  private var binding: Binding? { state.binding() }

  var current: Bindable<String, ObjId> { state.withLock { $0 } }

  /// Binds the text to an object to which an encoder has written a state of the text.
  ///
  /// The binding ends if the edit is undone.
  ///
  /// If the text was updated after the encoder read that state, the object is updated, too.
  func bind(untilUndone binding: Binding, written: Bindable<String, ObjId>) throws {
    try repeatChange(to: binding, from: written, state.bind(untilUndone: binding))
  }

  /// Updates an object if the text was updated between two states, after the first was written.
  private func repeatChange(
    to binding: Binding, from written: Bindable<String, ObjId>, _ former: Bindable<String, ObjId>
  ) throws {
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

extension AutomergeText: CustomStringConvertible {
  /// The string.
  public var description: String { value }
}

extension AutomergeText: Hashable {
  /// Returns `true` if both have the same string, byte by byte.
  public static func == (first: AutomergeText, second: AutomergeText) -> Bool {
    first.value.utf8.elementsEqual(second.value.utf8)
  }
  /// Hashes the parts that `==` compares.
  ///
  /// The hash changes with the string.
  public func hash(into hasher: inout Hasher) { for byte in value.utf8 { hasher.combine(byte) } }
}

#if canImport(SwiftUI)
public import struct SwiftUI.Binding

extension AutomergeText {
  /// Returns a binding to ``value`` for a view.
  public func textBinding() -> SwiftUI.Binding<String> {
    SwiftUI.Binding(get: { self.value }, set: { self.value = $0 })
  }
}
#endif
