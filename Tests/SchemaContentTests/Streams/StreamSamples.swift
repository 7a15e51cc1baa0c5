import Foundation
import SchemaConformances
import SchemaContent

/// A source of chunks, which may fail after the last one.
struct ChunkSource<Element: Sendable>: AsyncSequence, Sendable {
  var chunks: [Element]
  var failure: (any Error)?

  init(_ chunks: [Element], failure: (any Error)? = nil) {
    self.chunks = chunks
    self.failure = failure
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var chunks: ArraySlice<Element>
    fileprivate let failure: (any Error)?

    mutating func next() async throws -> Element? {
      await Task.yield()
      if let chunk = chunks.popFirst() { return chunk }
      if let failure { throw failure }
      return nil
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(chunks: chunks[...], failure: failure)
  }
}

struct SourceFailure: Error, Equatable {
  var number: Int
}

/// What the macro would make of a struct, written by hand.
struct StreamedRecipe: Generable, Equatable {
  struct Step: Generable, Equatable {
    var name: String
    var minutes: Int
    var tools: [String]?

    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self,
        properties: [
          GenerationSchema.Property(name: "name", type: String.self),
          GenerationSchema.Property(name: "minutes", type: Int.self),
          GenerationSchema.Property(name: "tools", type: [String]?.self),
        ])
    }

    init(_ content: GeneratedContent) throws {
      try content.requireComplete(for: Self.self)
      name = try content.value(forProperty: "name")
      minutes = try content.value(forProperty: "minutes")
      tools = try content.value(forProperty: "tools")
    }

    init(name: String, minutes: Int, tools: [String]? = nil) {
      self.name = name
      self.minutes = minutes
      self.tools = tools
    }

    var generatedContent: GeneratedContent {
      var properties: [(String, any ConvertibleToGeneratedContent)] = [
        ("name", name), ("minutes", minutes),
      ]
      if let tools { properties.append(("tools", tools)) }
      return GeneratedContent(properties: properties, uniquingKeysWith: { first, _ in first })
    }

    struct PartiallyGenerated: ConvertibleFromGeneratedContent, Identifiable, Sendable {
      var id: GenerationID
      var name: String?
      var minutes: Int?
      var tools: [String]?

      init(_ content: GeneratedContent) throws {
        id = content.id ?? GenerationID()
        name = try content.value(forProperty: "name")
        minutes = try content.value(forProperty: "minutes")
        tools = try content.value(forProperty: "tools")
      }
    }
  }

  var title: String
  var steps: [Step]
  var servings: Int

  static let sample = StreamedRecipe(
    title: "Crêpes \"Suzette\" 😀\n",
    steps: [
      Step(name: "Mix", minutes: 10, tools: ["whisk", "bowl"]), Step(name: "Bake", minutes: 25),
      Step(name: "Flambé", minutes: 1, tools: []),
    ], servings: 4)

  /// The sample as a model might write it, with escapes where none are needed.
  static let text = sample.generatedContent.jsonString
    .replacingOccurrences(of: "😀", with: #"\ud83d\ude00"#)
    .replacingOccurrences(of: "whisk", with: #"whi\u0073k"#)

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(name: "title", type: String.self),
        GenerationSchema.Property(name: "steps", type: [Step].self),
        GenerationSchema.Property(name: "servings", type: Int.self),
      ])
  }

  init(_ content: GeneratedContent) throws {
    try content.requireComplete(for: Self.self)
    title = try content.value(forProperty: "title")
    steps = try content.value(forProperty: "steps")
    servings = try content.value(forProperty: "servings")
  }

  init(title: String, steps: [Step], servings: Int) {
    self.title = title
    self.steps = steps
    self.servings = servings
  }

  var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["title": title, "steps": steps, "servings": servings])
  }

  struct PartiallyGenerated: ConvertibleFromGeneratedContent, Identifiable, Sendable {
    var id: GenerationID
    var title: String?
    var steps: [Step.PartiallyGenerated]?
    var servings: Int?

    init(_ content: GeneratedContent) throws {
      id = content.id ?? GenerationID()
      title = try content.value(forProperty: "title")
      steps = try content.value(forProperty: "steps")
      servings = try content.value(forProperty: "servings")
    }
  }
}

/// What the macro would make of an enum with payloads.
enum StreamedEvent: Generable, Equatable {
  case note(text: String)
  case move(x: Int, y: Int)

  struct Note: Generable {
    init(_ content: GeneratedContent) throws { try content.requireComplete(for: Self.self) }
    var generatedContent: GeneratedContent { GeneratedContent(properties: ["type": "note"]) }
    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self,
        properties: [
          GenerationSchema.Property(
            name: "type", type: String.self, guides: [.constant("note")]),
          GenerationSchema.Property(name: "text", type: String.self),
        ])
    }
  }

  struct Move: Generable {
    init(_ content: GeneratedContent) throws { try content.requireComplete(for: Self.self) }
    var generatedContent: GeneratedContent { GeneratedContent(properties: ["type": "move"]) }
    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self,
        properties: [
          GenerationSchema.Property(
            name: "type", type: String.self, guides: [.constant("move")]),
          GenerationSchema.Property(name: "x", type: Int.self),
          GenerationSchema.Property(name: "y", type: Int.self),
        ])
    }
  }

  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: [Note.self, Move.self])
  }

  init(_ content: GeneratedContent) throws {
    try content.requireComplete(for: Self.self)
    switch try content.value(String.self, forProperty: "type") {
    case "note": self = .note(text: try content.value(forProperty: "text"))
    case "move":
      self = .move(
        x: try content.value(forProperty: "x"), y: try content.value(forProperty: "y"))
    default:
      throw GeneratedContent.ConversionError(
        .notRepresentable, expected: "StreamedEvent", found: "another type", path: ["type"])
    }
  }

  var generatedContent: GeneratedContent {
    switch self {
    case .note(let text): GeneratedContent(properties: ["type": "note", "text": text])
    case .move(let x, let y): GeneratedContent(properties: ["type": "move", "x": x, "y": y])
    }
  }

  enum PartiallyGenerated: ConvertibleFromGeneratedContent, Equatable {
    case note(text: String?)
    case move(x: Int?, y: Int?)

    init(_ content: GeneratedContent) throws {
      switch try content.value(String.self, forProperty: "type") {
      case "note": self = .note(text: try content.value(forProperty: "text"))
      case "move":
        self = .move(
          x: try content.value(forProperty: "x"), y: try content.value(forProperty: "y"))
      default:
        throw GeneratedContent.ConversionError(
          .notRepresentable, expected: "StreamedEvent", found: "another type", path: ["type"])
      }
    }
  }
}

/// Cuts a text into pieces of `count` bytes; the last one may be shorter.
func pieces(of text: String, bytes count: Int) -> [[UInt8]] {
  let bytes = Array(text.utf8)
  return stride(from: 0, to: bytes.count, by: count).map {
    Array(bytes[$0..<min($0 + count, bytes.count)])
  }
}
