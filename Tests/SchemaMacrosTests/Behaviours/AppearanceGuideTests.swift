#if Macros
import SchemaEncoding
import SchemaMacros
import SchemaModel
import Testing

@Generable
private struct Ware {
  var name: String
  @Guide(description: "In euros", .whole)
  var price: String
  @Guide(.range(0...9), .whole)
  var stars: Int?
  @Guide(.element(.whole), .count(1...3))
  var tags: [String]
  @Guide(.element(.appears(after: "text")))
  var reviews: [Review]

  @Generable
  struct Review {
    var text: String
    var stars: Int
  }
}

struct AppearanceGuideTests {
  @Test("L6: guides for snapshots are declared, and are no part of the written schema")
  func guides() throws {
    guard case .object(let properties, _) = Ware.generationSchema.declaration.kind else {
      Issue.record("no object")
      return
    }
    #expect(properties.map { $0.guides.count } == [0, 1, 2, 2, 1])
    #expect(properties.map { $0.guides.constraints.count } == [0, 0, 1, 1, 0])
    let text = try SchemaEncoder().encode(Ware.self).jsonString()
    #expect(!text.contains("whole") && !text.contains("allOf"))
  }
}
#endif
