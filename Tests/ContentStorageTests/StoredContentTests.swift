import SchemaText
import Testing

@testable import ContentStorage

struct StoredContentTests {
  /// A person: `{"name": "Ada", "born": 1815, "height": 1.5, "famous": true, "note": null}`.
  private func person(distinctKeys: Bool = true) -> StoredContent {
    var builder = ContentBuilder()
    if distinctKeys { builder.promiseDistinctKeys() }
    builder.beginObject()
    builder.key("name")
    builder.string("Ada")
    builder.key("born")
    builder.integer(1815)
    builder.key("height")
    builder.number("1.5")
    builder.key("famous")
    builder.bool(true)
    builder.key("note")
    builder.null()
    builder.endObject()
    return builder.storedSnapshot
  }

  @Test(arguments: [true, false])
  func `a search finds properties in any order`(distinctKeys: Bool) {
    var search = PropertySearch(person(distinctKeys: distinctKeys))
    #expect(search.value("famous")?.bool == true)
    #expect(search.value("name")?.text == "Ada")
    #expect(search.value("absent")?.shape == nil)
    #expect(search.value("note")?.shape == .null)
    #expect(search.value("born")?.integer == 1815)
  }

  @Test func `plain values are read without content, and other values by the general functions`() {
    var search = PropertySearch(person())
    #expect(search.string("name") == "Ada")
    #expect(search.string("born") == nil)
    #expect(search.integer("born") == 1815)
    #expect(search.double("born") == 1815)
    #expect(search.double("height") == 1.5)
    #expect(search.bool("famous") == true)
    #expect(search.bool("note") == nil)
  }

  @Test func `a search keeps the memory of the content it was made from, and frees it`() {
    weak var buffer: ContentBuffer?
    func makeSearch() -> PropertySearch {
      let content = person()
      buffer = content.buffer
      return PropertySearch(content)
    }
    var search = makeSearch()
    #expect(buffer != nil)
    #expect(search.string("name") == "Ada")
    _ = consume search
    #expect(buffer == nil)
  }

  @Test(arguments: [0, 1 << 59, Int64.max, .min])
  func `integers of any size are kept`(value: Int64) {
    let content = StoredContent(integer: value)
    #expect(content.integer == value)
    #expect(content.number == SchemaNumber(value))
    #expect(content.shape == .number && content.isComplete)
  }

  @Test func `content of which nothing has arrived is not complete, and null is`() {
    #expect(StoredContent.nothing(id: .absent).shape == .nothing)
    #expect(StoredContent.null.shape == .null)
    #expect(StoredContent.nothing(id: .absent) != .null)
  }

  @Test func `places lead through all of the content`() {
    let places = ContentPlaces(person())
    var children = places.children(of: places.root)
    var found: [String] = []
    while let key = places.nextKey(&children), let value = places.next(&children) {
      found.append("\(places.text(at: key)) \(places.shape(at: value))")
    }
    #expect(found == ["name string", "born number", "height number", "famous bool", "note null"])
  }
}
