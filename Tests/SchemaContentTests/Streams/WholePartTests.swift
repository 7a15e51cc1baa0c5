import SchemaContent
import SchemaTestSupport
import Testing

/// A chapter of a book, whose title comes first.
private struct Chapter: Generable {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(name: "title", type: String.self),
        GenerationSchema.Property(name: "text", type: String.self),
        GenerationSchema.Property(name: "parts", type: [Chapter]?.self),
      ])
  }

  init(_ content: GeneratedContent) throws {}

  var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
}

/// A book with the guides for its parts.
private struct Book: Generable {
  struct PartiallyGenerated: ConvertibleFromGeneratedContent {
    let json: String

    init(_ content: GeneratedContent) throws { json = content.jsonString(.compact) }
  }

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(name: "name", type: String.self),
        GenerationSchema.Property(name: "price", type: String.self, guides: [.whole]),
        GenerationSchema.Property(
          name: "authors", type: [String].self, guides: [.element(.whole)]),
        GenerationSchema.Property(
          name: "chapters", type: [Chapter].self, guides: [.element(.appears(after: "title"))]),
        GenerationSchema.Property(name: "index", type: [String].self, guides: [.whole]),
      ])
  }

  init(_ content: GeneratedContent) throws {}

  var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
}

/// A shelf with a chapter, by the rule of a type parameter.
private struct Shelf<Rule: ChapterRule>: Generable {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(name: "chapter", type: Chapter.self, guides: [Rule.guide])
      ])
  }

  init(_ content: GeneratedContent) throws {}

  var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
}

private protocol ChapterRule {
  static var guide: GenerationGuide<Chapter> { get }
}

private enum Whole: ChapterRule {
  static var guide: GenerationGuide<Chapter> { .whole }
}

private enum AfterTitle: ChapterRule {
  static var guide: GenerationGuide<Chapter> { .appears(after: "title") }
}

/// One of two shelves, whose chapters are of one type.
private struct EitherShelf<First: ChapterRule, Second: ChapterRule>: Generable {
  typealias PartiallyGenerated = GeneratedContent

  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, anyOf: [Shelf<First>.self, Shelf<Second>.self])
  }

  init(_ content: GeneratedContent) throws {}

  var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
}

/// Guides that keep parts out of snapshots until they are whole.
struct WholePartTests {
  private let pieces = [
    #"{"name":"So"#, #"up","price":"1"#, #"2 €","authors":["Ad"#, #"a","Gr"#,
    #"ace"],"chapters":[{"ti"#, #"tle":"On"#, #"e","text":"It"#, #" is"},{"title":"T"#,
    #"wo","text":"x","parts":[{"title":"in"#, #""}]}],"index":["a","#, #""b"]"#, "}",
  ]

  @Test("L6: parts appear when they are whole, and objects when a property is there")
  func parts() async throws {
    var shown: [String] = []
    for try await snapshot in ChunkSource(pieces).snapshots(of: Book.self) {
      #expect(snapshot.content.json == snapshot.rawContent.jsonString(.compact))
      if shown.last != snapshot.content.json { shown.append(snapshot.content.json) }
    }
    let begin = #"{"name":"Soup","price":"12 €","authors":["Ada","Grace"],"chapters":["#
    let first = #"{"title":"One","text":"It is"}"#
    #expect(
      shown == [
        #"{"name":"So"}"#, #"{"name":"Soup"}"#, #"{"name":"Soup","price":"12 €","authors":[]}"#,
        #"{"name":"Soup","price":"12 €","authors":["Ada"]}"#, begin + "]}",
        begin + #"{"title":"One","text":"It"}]}"#, begin + first + "]}",
        begin + first + #",{"title":"Two","text":"x","parts":[{"title":"in"}]}]}"#,
        begin + first + #",{"title":"Two","text":"x","parts":[{"title":"in"}]}],"#
          + #""index":["a","b"]}"#,
      ])
  }

  @Test("L6: however the text is cut, what is shown is the beginning of what follows")
  func everyCharacter() async throws {
    let text = pieces.joined()
    var last = ""
    var changes = 0
    for try await snapshot in ChunkSource(text.map { String($0) }).snapshots(of: Book.self) {
      for change in snapshot.changes where change.kind == .removed { changes += 1 }
      let price = snapshot.rawContent.property(named: "price")?.text
      #expect(price == nil || price == "12 €")
      for author in snapshot.rawContent.property(named: "authors")?.elements.map(\.text) ?? [] {
        #expect(author == "Ada" || author == "Grace")
      }
      last = snapshot.content.json
    }
    #expect(changes == 0)
    #expect(try GeneratedContent(json: last) == GeneratedContent(json: text))
  }

  @Test("L6: the state of a part is told by its path, also while it is not shown")
  func states() async throws {
    var states: [String: [PartState]] = [:]
    for try await snapshot in ChunkSource(pieces).snapshots(of: Book.self) {
      states["name", default: []].append(snapshot.state(at: ["name"]))
      states["author", default: []].append(snapshot.state(at: ["authors", 1]))
    }
    #expect(states["name"]?.prefix(2) == [.growing, .complete])
    #expect(
      states["author"]?.prefix(5) == [.notBegun, .notBegun, .notBegun, .growing, .complete])
  }

  @Test("L6: a type to which both sides of a union lead has the rules of both")
  func bothSides() async throws {
    func shown<Value: Generable>(_ type: Value.Type) async throws -> [String] {
      let pieces = [#"{"chapter":{"title":"One","#, #""text":"It"#, #" is"}"#, "}"]
      var shown: [String] = []
      for try await snapshot in ChunkSource(pieces).snapshots(of: type) {
        let json = snapshot.rawContent.jsonString(.compact)
        if shown.last != json { shown.append(json) }
      }
      return shown
    }
    let whole = ["{}", #"{"chapter":{"title":"One","text":"It is"}}"#]
    #expect(try await shown(EitherShelf<Whole, AfterTitle>.self) == whole)
    #expect(try await shown(EitherShelf<AfterTitle, Whole>.self) == whole)
    #expect(
      try await shown(EitherShelf<AfterTitle, AfterTitle>.self).first
        == #"{"chapter":{"title":"One"}}"#)
  }

  @Test("L6: the guides are no part of the declared constraints")
  func schema() {
    let declaration = Book.generationSchema.declaration
    guard case .object(let properties, _) = declaration.kind else {
      Issue.record("no object")
      return
    }
    #expect(properties.allSatisfy { $0.guides.constraints.isEmpty })
    #expect(properties.map { $0.guides.count } == [0, 1, 1, 1, 1])
  }

  @Test("L6: without guides, content is shown as it arrives, and no rules are kept")
  func none() {
    #expect(Appearances(Chapter.generationSchema) == nil)
    #expect(Appearances(Book.generationSchema) != nil)
  }
}
