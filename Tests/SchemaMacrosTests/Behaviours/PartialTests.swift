#if Macros
import SchemaContent
import SchemaMacros
import Testing

/// Partially generated values while their text arrives.
struct PartialTests {
  @Test func `behaviour 14: at every byte nothing throws, changes or vanishes`() throws {
    let json = #"""
      {"title":"Café 😀 \u00e9\ud83d\ude00\n","count":120,"ratio":-0.5e2,"done":true,
       "kind":"something else","tags":["a\"b","ü"],"pet":{"name":"Mia","age":3,"kind":"cat",
       "toys":[{"name":"ball"},{"name":"mouse"}]},"shape":{"type":"label","text":"x\\y","size":2},
       "note":null,"last":"end"}
      """#
    let bytes = Array(json.utf8)
    let whole = try Story(GeneratedContent(json: json))
    var parser = GeneratedContentParser()
    var before = try Story.PartiallyGenerated.empty
    for (index, byte) in bytes.enumerated() {
      let rest = bytes.count - index
      try parser.append(byte)
      let content = parser.snapshot()
      #expect(content.isComplete == (rest == 1))
      let now = try Story.PartiallyGenerated(content)
      check(before, now, whole)
      if rest > 1 {
        #expect(throws: GeneratedContent.ConversionError.self) { try Story(content) }
      }
      before = now
    }
    #expect(before.title == whole.title)
    #expect(before.last == whole.last)
    #expect(try Story(parser.finish()).generatedContent == whole.generatedContent)
  }

  private func check(
    _ before: Story.PartiallyGenerated, _ now: Story.PartiallyGenerated, _ whole: Story
  ) {
    grows(before.title, now.title, whole.title)
    settles(before.count, now.count, whole.count)
    settles(before.ratio, now.ratio, whole.ratio)
    settles(before.done, now.done, whole.done)
    settles(before.kind, now.kind, whole.kind)
    grows(before.last, now.last, whole.last)
    #expect((before.tags?.count ?? 0) <= (now.tags?.count ?? 0))
    for (index, tag) in (now.tags ?? []).enumerated() { #expect(whole.tags[index].hasPrefix(tag)) }
    grows(before.pet?.name, now.pet?.name, whole.pet.name)
    settles(before.pet?.age, now.pet?.age, whole.pet.age)
    #expect((before.pet?.toys?.count ?? 0) <= (now.pet?.toys?.count ?? 0))
    for (index, toy) in (now.pet?.toys ?? []).enumerated() {
      grows(nil, toy.name, whole.pet.toys[index].name)
    }
    if case .label(let text, _)? = now.shape, case .label(let end, _) = whole.shape {
      grows(nil, text, end)
    } else {
      #expect(before.shape == nil)
    }
    #expect(now.note == nil)
  }

  /// A string begins as it will end, and never gets shorter.
  private func grows(_ before: String?, _ now: String?, _ end: String) {
    guard let now else {
      #expect(before == nil)
      return
    }
    // Character by character, so that no half of one shows; bytes, so that none is exchanged.
    #expect(end.utf8.starts(with: now.utf8))
    #expect(!now.unicodeScalars.contains("\u{FFFD}"))
    #expect(now.utf8.count >= (before?.utf8.count ?? 0))
  }

  /// A value that cannot grow is not there, or is what it will be.
  private func settles<Value: Equatable>(_ before: Value?, _ now: Value?, _ end: Value) {
    #expect(now == end || (now == nil && before == nil))
  }

  @Test func `a partial is identified by its place in the stream`() throws {
    var parser = GeneratedContentParser()
    try parser.append(#"{"pets":[{"name":"Mia""#)
    let first = try Zoo.PartiallyGenerated(parser.snapshot())
    try parser.append(#","age":3,"kind":"cat","toys":[]},{"name":"#)
    let second = try Zoo.PartiallyGenerated(parser.snapshot())
    #expect(second.id == first.id)
    let pets = try #require(second.pets)
    #expect(pets.count == 2)
    #expect(pets[0].id == first.pets?.first?.id)
    #expect(pets[0].id != pets[1].id)
  }

  @Test func `a partial is identifiable where the type has an id that is generated`() throws {
    var parser = GeneratedContentParser()
    try parser.append(#"[{"id":"a"#)
    let first = try [Row.PartiallyGenerated](parser.snapshot())
    try parser.append(#"bc"},{"#)
    let second = try [Row.PartiallyGenerated](parser.snapshot())
    #expect(first.map { $0.id } == ["a"])
    #expect(second.map { $0.id } == ["abc", nil])
    #expect(identity(first[0]) == identity(second[0]))
    #expect(identity(second[0]) != identity(second[1]))
    #expect(identity(second[0]) == second[0].generationID)
  }

  @Test func `ID keeps the meaning that it has in the type`() throws {
    let json = #"{"id":{"number":3},"name":"a"}"#
    #expect(try Keyed(GeneratedContent(json: json)).id == Keyed.ID(number: 3))
    let keyed = try Keyed.PartiallyGenerated(GeneratedContent(json: json))
    #expect(keyed.id?.number == 3)
    let generic = try Entry<Int>.PartiallyGenerated(GeneratedContent(json: #"{"id":3}"#))
    #expect(generic.id == 3)
    #expect(identity(generic) == generic.generationID)
  }

  @Test func `a partial without an id of the stream gets one that is unlike any other`() throws {
    let content = Toy(name: "a").generatedContent
    let first = try Toy.PartiallyGenerated(content)
    let second = try Toy.PartiallyGenerated(content)
    #expect(content.id == nil)
    #expect(first.id != second.id)
  }

  private func identity<Value: Identifiable>(_ value: Value) -> Value.ID { value.id }
}

@Generable
private struct Story {
  var title: String
  var count: Int
  var ratio: Double
  var done: Bool
  var kind: PetKind
  var tags: [String]
  var pet: Pet
  var shape: Shape
  var note: String?
  var last: String
}

extension Story.PartiallyGenerated {
  fileprivate static var empty: Self {
    get throws { try Self(GeneratedContent(properties: [:])) }
  }
}

@Generable
private struct Zoo {
  var pets: [Pet]
}

@Generable
private struct Row: Identifiable {
  var id: String
}

@Generable
private struct Keyed: Identifiable {
  @Generable struct ID: Hashable {
    var number: Int
  }

  var id: ID
  var name: String
}

@Generable
private struct Entry<ID: Generable & Hashable>: Identifiable {
  var id: ID
}
#endif
