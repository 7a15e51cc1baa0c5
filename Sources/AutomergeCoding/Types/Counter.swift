import AutomergeDocument
import SchemaConcurrency
import SchemaText

/// A number that several replicas increment at once.
///
/// A counter that was decoded, encoded or bound to a path is bound to its place in the document:
/// ``value`` reads the document, and ``increment(by:)`` edits the document. If an unbound counter
/// is encoded under the key of an existing counter, the value of the unbound counter is added to
/// the existing one. At the index of an existing counter, the value of the unbound counter replaces
/// the existing one. Then the unbound counter is bound to the place.
public final class Counter: Codable, Sendable {
  typealias Binding = DocumentBinding<Place>

  /// The place of a counter.
  ///
  /// The place of a list element stays valid when elements are inserted or deleted before it.
  enum Place: Hashable {
    /// Swift compares strings by characters, but the document compares keys by bytes.
    case key(ExactText, of: ObjId)
    case element(Cursor, of: ObjId)
  }

  private enum CodingKeys: CodingKey { case value }

  private let state: Locked<Bindable<Int64, Place>>

  /// Creates an unbound counter.
  public init(_ value: Int = 0) { state = Locked(.unbound(Int64(value))) }

  /// Creates a counter and binds it to a path, as ``bind(doc:path:)`` does.
  ///
  /// - Throws: The errors of ``bind(doc:path:)``.
  public convenience init(_ value: Int = 0, doc: Document, path: String) throws {
    self.init(value)
    try bind(doc: doc, path: path)
  }

  /// Creates a counter that is bound to a place of an object.
  ///
  /// - Parameters:
  ///   - doc: The document.
  ///   - objId: The map or list that contains the counter.
  ///   - key: The key in the map, or the index in the list.
  /// - Throws: ``BindingError/NotCounter`` if the place has no counter;
  ///   `AutomergeDocument.AutomergeError`, for example if the document has no such object.
  public convenience init(doc: Document, objId: ObjId, key: any CodingKey) throws {
    self.init()
    try bind(doc, to: CodingPlace(object: objId, prop: AnyCodingKey(key).prop))
  }

  init(_ binding: Binding) { state = Locked(.bound(binding)) }

  /// Reads an unbound counter from the data of another format.
  ///
  /// - Throws: The decoder's error, usually a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    state = Locked(.unbound(try container.decode(Int64.self, forKey: .value)))
  }

  /// Writes the value for another format.
  ///
  /// - Throws: The encoder's error, usually an `EncodingError`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(current.value, forKey: .value)
  }

  /// The value; 0 if the document no longer has the counter.
  ///
  /// Setting the value increments the counter by the difference. If the document no longer has the
  /// counter, the counter becomes unbound and keeps the value.
  public var value: Int {
    get { Int(clamping: current.value) }
    set {
      let number = Int64(newValue)
      guard let binding = state.binding(orChanging: { $0 = number }) else { return }
      do {
        try binding.document.withLock {
          try binding.increment(by: number &- (binding.value ?? 0))
        }
      } catch {
        if !state.unbind(binding, keeping: number) { self.value = newValue }
      }
    }
  }

  /// `true` if the counter is bound to a document.
  public var isBound: Bool { binding != nil }

  /// Adds an amount to the counter.
  ///
  /// If the document no longer has the counter, the counter becomes unbound and keeps the amount,
  /// so that encoding it again adds the amount.
  public func increment(by amount: Int) {
    let number = Int64(amount)
    guard let binding = state.binding(orChanging: { $0 &+= number }) else { return }
    do {
      try binding.increment(by: number)
    } catch {
      if !state.unbind(binding, keeping: number) { increment(by: amount) }
    }
  }

  /// Binds the counter to the counter at a path.
  ///
  /// The value of an unbound counter is added to the counter in the document.
  ///
  /// - Throws: ``PathParseError`` or ``BindingError/InvalidPath(_:)`` for a path that has no place,
  ///   ``BindingError/NotCounter`` if the place has no counter, ``CodingKeyLookupError`` if the
  ///   path doesn't fit the document, or `AutomergeDocument.AutomergeError`.
  public func bind(doc: Document, path: String) throws {
    let keys = try AnyCodingKey.parsePath(path)
    guard let last = keys.last, case .Key? = keys.first?.prop else {
      throw BindingError.InvalidPath(path)
    }
    let parent = doc.retrieveObjectId(path: keys, containerType: .Value, strategy: .readonly)
    try bind(doc, to: CodingPlace(object: try parent.get(), prop: last.prop))
  }

  private func bind(_ document: Document, to place: CodingPlace) throws {
    try document.transaction {
      guard case .Scalar(.Counter)? = try place.value(in: document) else {
        throw BindingError.NotCounter
      }
      let target = try Binding(document, at: place)
      let written = current
      guard case .unbound(let amount) = written, amount != 0 else {
        return try repeatChange(to: target, from: written, state.bind(target))
      }
      try place.increment(by: amount, in: document)
      try bind(untilUndone: target, written: written)
    }
  }

  private var binding: Binding? { state.binding() }

  var current: Bindable<Int64, Place> { state.withLock { $0 } }

  /// Binds the counter to a place to which an encoder has written a state of the counter.
  ///
  /// The binding ends if the edit is undone.
  ///
  /// Increments that were made after the encoder read that state are also made in the document.
  func bind(untilUndone binding: Binding, written: Bindable<Int64, Place>) throws {
    try repeatChange(to: binding, from: written, state.bind(untilUndone: binding))
  }

  /// Increments a counter by the difference of two states, of which the first was written.
  private func repeatChange(
    to binding: Binding, from written: Bindable<Int64, Place>, _ former: Bindable<Int64, Place>
  ) throws {
    guard case .unbound(let old) = written, case .unbound(let new) = former, new != old else {
      return
    }
    try binding.increment(by: new &- old)
  }
}

extension Counter: CustomStringConvertible {
  /// The value.
  public var description: String { "\(current.value)" }
}

extension Counter: Hashable {
  /// Returns `true` if both have the same value.
  public static func == (first: Counter, second: Counter) -> Bool {
    first.current.value == second.current.value
  }

  /// Hashes the value; the hash changes with the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(current.value) }
}

#if canImport(SwiftUI)
public import struct SwiftUI.Binding

extension Counter {
  /// Returns a binding to ``value`` for a view.
  public func valueBinding() -> SwiftUI.Binding<Int> {
    SwiftUI.Binding(get: { self.value }, set: { self.value = $0 })
  }
}
#endif

extension Bindable<Int64, Counter.Place> {
  /// The value; 0 if the document no longer has the counter.
  var value: Int64 {
    switch self {
    case .unbound(let value): value
    case .bound(let binding): binding.value ?? 0
    }
  }
}

extension DocumentBinding<Counter.Place> {
  init(_ document: Document, at place: CodingPlace) throws {
    self.document = document
    let object = place.object
    switch place.prop {
    case .Key(let key): self.place = .key(ExactText(key), of: object)
    case .Index(let index):
      self.place = .element(try document.cursor(obj: object, position: index), of: object)
    }
  }

  /// The current place; `nil` if the list element with the counter was deleted.
  private var current: CodingPlace? {
    switch place {
    case .key(let key, let object): return CodingPlace(object: object, prop: .Key(key.text))
    case .element(let cursor, let object):
      let index = try? document.visiblePosition(obj: object, cursor: cursor)
      return index.map { CodingPlace(object: object, prop: .Index($0)) }
    }
  }

  /// The value; `nil` if the document no longer has the counter.
  var value: Int64? {
    document.withLock {
      guard let place = current, case .Scalar(.Counter(let value))? = try? place.value(in: document)
      else { return nil }
      return value
    }
  }

  func increment(by amount: Int64) throws {
    try document.withLock {
      guard let place = current else {
        throw AutomergeError(
          .notACounter, "The list element with the counter was deleted; decode the value again.")
      }
      try place.increment(by: amount, in: document)
    }
  }
}
