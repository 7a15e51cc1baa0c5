import SchemaModel

/// The reasoning of OpenRouter, whose pieces arrive in several lists.
struct ReasoningDetails {
  /// The elements before the last one.
  private var ended: [GeneratedContent] = []
  /// The last element, which the next piece may continue.
  private var last: Element?

  /// An element of the list.
  ///
  /// Further pieces of it may arrive.
  private struct Element {
    /// The properties that are texts, which arrive in pieces.
    private static let textNames: Set = ["text", "summary", "data"]

    /// The names of the properties, in order.
    private var names: [String] = []
    /// The texts so far.
    private var texts: [String: String] = [:]
    /// The other properties.
    private var values: [String: GeneratedContent] = [:]
    private let index: String?
    private let type: String?

    init(_ piece: GeneratedContent) {
      index = piece.text(named: "index")
      type = piece.text(named: "type")
      for (name, value) in piece.properties { add(value, to: name) }
    }

    /// Adds a piece.
    ///
    /// - Returns: `false` if the piece has another type or index, and so belongs to another
    ///   element.
    mutating func append(_ piece: GeneratedContent) -> Bool {
      guard let index, index == piece.text(named: "index"), type == piece.text(named: "type") else {
        return false
      }
      for (name, value) in piece.properties where value.shape != .null { add(value, to: name) }
      return true
    }

    private mutating func add(_ value: GeneratedContent, to name: String) {
      if texts[name] == nil, values[name] == nil { names.append(name) }
      if Element.textNames.contains(name), value.shape == .string, let text = value.plainText {
        texts[name, default: ""] += text
      } else {
        values[name] = value
      }
    }

    var content: GeneratedContent {
      let properties = names.compactMap { name in
        (texts[name].map { GeneratedContent($0) } ?? values[name]).map { (name, $0) }
      }
      return GeneratedContent(properties: properties, uniquingKeysWith: { first, _ in first })
    }
  }

  var isEmpty: Bool { last == nil }

  /// The reasoning as a list, in order.
  var content: GeneratedContent { (ended + [last?.content].compactMap(\.self)).generatedContent }

  /// Adds a piece.
  ///
  /// The piece continues the last element if both have the same type and index.
  mutating func append(_ piece: GeneratedContent) {
    guard piece.shape == .object, last?.append(piece) != true else { return }
    if let last { ended.append(last.content) }
    last = Element(piece)
  }
}
