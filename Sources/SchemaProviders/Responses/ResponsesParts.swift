import SchemaContent
import SchemaModel
import SchemaSessions

/// The parts of an answer of OpenAI's Responses, by the keys of their items.
struct ResponsesParts {
  /// The key of an item, and the kind of its part.
  ///
  /// A server that sends no positions can give one key to items of several kinds.
  private struct Name: Hashable {
    enum Kind {
      case text, reasoning, call
    }

    let kind: Kind
    let key: String
  }

  private var places = ReplyPlaces()
  private var positions: [Name: Int] = [:]

  /// `true` if there are no parts.
  var isEmpty: Bool { places.places.isEmpty }

  /// `true` if there is a text or a call.
  var hasAnswer: Bool { positions.keys.contains { $0.kind != .reasoning } }

  /// Returns the name of an item's part, which is added if it is new.
  mutating func part(_ entry: ReplyPlaces.Entry, _ key: String) -> String {
    // The position may be new, so it is determined first.
    let position = position(entry, key)
    return places[position].part
  }

  /// Sets the metadata of an item's part, which is added if it is new.
  @discardableResult
  mutating func setMetadata(
    _ metadata: [String: any ConvertibleToGeneratedContent], of entry: ReplyPlaces.Entry,
    _ key: String
  ) -> String {
    let position = position(entry, key)
    places.setMetadata(metadata, at: position)
    return places[position].part
  }

  /// Adds metadata to the last part, if there is one.
  mutating func addMetadata(toLast metadata: Metadata) {
    guard let last = places.places.indices.last else { return }
    places.setMetadata(places[last].metadata.merging(metadata) { $1 }, at: last)
  }

  /// Returns the events that set the metadata of the parts at the end of the answer.
  func events(in context: ReplyContext) -> [ReplyContext.Event] { places.events(in: context) }

  private mutating func position(_ entry: ReplyPlaces.Entry, _ key: String) -> Int {
    let kind: Name.Kind =
      switch entry {
      case .text: .text
      case .reasoning: .reasoning
      case .call: .call
      }
    let name = Name(kind: kind, key: key)
    let position = positions[name] ?? places.add(entry)
    positions[name] = position
    return position
  }
}
