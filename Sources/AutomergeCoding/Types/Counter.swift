import AutomergeDocument
import SchemaConcurrency
import SchemaText

/// A number that several replicas increment at once.
///
/// A counter that was decoded or encoded is bound to its place in the document: ``value`` reads the
/// document, and ``increment(by:)`` edits the document. If an unbound counter is encoded under the
/// key of an existing counter, the value of the unbound counter is added to the existing one. At
/// the index of an existing counter, the value of the unbound counter replaces the existing one.
/// Then the unbound counter is bound to the place.
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

  private let state: Locked<Bindable<Int64, Place>>

  /// Creates an unbound counter.
  public init(_ value: Int64 = 0) { state = Locked(.unbound(value)) }

  init(_ binding: Binding) { state = Locked(.bound(binding)) }

  /// Reads an unbound counter from the data of another format.
  ///
  /// - Throws: The decoder's error, usually a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    state = Locked(.unbound(try decoder.singleValueContainer().decode(Int64.self)))
  }

  /// Writes the value for another format.
  ///
  /// - Throws: The encoder's error, usually an `EncodingError`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  /// The value; 0 if the document no longer has the counter.
  public var value: Int64 { current.value }

  /// `true` if the counter is bound to a document.
  public var isBound: Bool { binding != nil }

  /// Adds an amount to the counter.
  ///
  /// - Throws: `AutomergeDocument.AutomergeError` if the document no longer has the counter.
  public func increment(by amount: Int64) throws {
    try state.binding(orChanging: { $0 &+= amount })?.increment(by: amount)
  }

  private var binding: Binding? { state.binding() }

  var current: Bindable<Int64, Place> { state.withLock { $0 } }

  /// Binds the counter to a place to which an encoder has written a state of the counter.
  ///
  /// The binding ends if the edit is undone.
  ///
  /// Increments that were made after the encoder read that state are also made in the document.
  func bind(untilUndone binding: Binding, written: Bindable<Int64, Place>) throws {
    let former = state.bind(untilUndone: binding)
    guard case .unbound(let old) = written, case .unbound(let new) = former, new != old else {
      return
    }
    try binding.increment(by: new &- old)
  }
}

extension Counter: Equatable {
  /// Returns `true` if both have the same value.
  public static func == (first: Counter, second: Counter) -> Bool { first.value == second.value }
}

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
