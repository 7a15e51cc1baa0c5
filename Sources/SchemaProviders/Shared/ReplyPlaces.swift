import SchemaModel
import SchemaSessions

/// The positions of the parts of an answer, in the provider's order.
///
/// A transcript has the entries of an answer in the order of their first content, and all calls
/// after its other entries. If the provider's order is different, the metadata of each entry has
/// the entry's position, and later requests restore the order.
struct ReplyPlaces {
  /// The key in metadata for the position of a part.
  static let positionKey = "block"

  /// The kind of a part's entry in the transcript.
  enum Entry {
    case text
    case reasoning
    case call(id: String, name: String)
  }

  /// A part of an answer.
  struct Place {
    let entry: Entry
    /// The name of the part.
    ///
    /// The identifier of its entry contains this name.
    let part: String
    var metadata: Metadata = [:]

    fileprivate var isCall: Bool {
      if case .call = entry { true } else { false }
    }
  }

  /// The identifier of the request, with which the identifiers of entries begin.
  private let requestID: String
  /// The parts so far.
  private(set) var places: [Place] = []
  private var hasText = false
  /// The names of the parts other than calls, in the order of their first content.
  private var begun: [String] = []
  /// The identifiers of their entries.
  private var begunEntries: [String: String] = [:]

  init(requestID: String) { self.requestID = requestID }

  /// `true` if the transcript has the parts in the provider's order.
  var isOrdered: Bool {
    guard !zip(places, places.dropFirst()).contains(where: { $0.isCall && !$1.isCall }) else {
      return false
    }
    let parts = places.map(\.part)
    return begun.filter(Set(parts).contains) == parts.filter { begunEntries[$0] != nil }
  }

  /// Adds a part.
  mutating func add(_ entry: Entry) -> Int {
    let position = places.count
    let part: String
    switch entry {
    case .text:
      // The first text has the name that other events of the response use.
      part = hasText ? "response\(position)" : "response"
      hasText = true
    case .reasoning: part = "reasoning\(position)"
    case .call: part = "toolCalls"
    }
    places.append(Place(entry: entry, part: part))
    return position
  }

  /// Notes content of a part other than a call.
  ///
  /// - Returns: The identifier of the part's entry.
  mutating func begin(_ part: String) -> String {
    if let known = begunEntries[part] { return known }
    let id = entryID(part)
    begun.append(part)
    begunEntries[part] = id
    return id
  }

  /// Returns the identifier of a part's entry.
  ///
  /// No other request has an entry with this identifier.
  func entryID(_ part: String) -> String { "\(requestID)-\(part)" }

  /// The part at a position.
  subscript(position: Int) -> Place { places[position] }

  /// Sets the metadata of a part.
  mutating func setMetadata(_ metadata: Metadata, at position: Int) {
    places[position].metadata = metadata
  }
}

/// The parts of an unfinished answer in a transcript.
struct AnswerParts<Part> {
  private var parts: [(part: Part, position: Int?)] = []

  /// Adds a part, with the metadata of its entry.
  mutating func append(_ part: Part, _ metadata: Metadata) {
    parts.append((part, try? metadata[ReplyPlaces.positionKey]?.value(Int.self)))
  }

  /// Ends the answer.
  mutating func end() -> [Part] {
    defer { parts = [] }
    let positions = parts.compactMap(\.position)
    guard positions.count == parts.count else { return parts.map(\.part) }
    let order = parts.indices.sorted { (positions[$0], $0) < (positions[$1], $1) }
    return order.map { parts[$0].part }
  }
}
