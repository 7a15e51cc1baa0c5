import SchemaEncoding
import SchemaTestSupport
import Testing

struct DefinitionRegistryTests {
  private func registry(_ types: [any Generable.Type], titles: [String]? = nil)
    -> DefinitionRegistry
  {
    DefinitionRegistry(
      types.enumerated().map { index, type in
        DefinitionRegistry.Entry(title: titles?[index] ?? "Status", type: type)
      })
  }

  @Test func `an empty registry has no names`() {
    #expect(registry([]).names().isEmpty)
  }

  @Test func `names are in the order of the types`() {
    let names = registry(
      [Square.self, Circle.self, Shape.self], titles: ["Square", "Circle", "Shape"]
    ).names()
    #expect(names == ["Square", "Circle", "Shape"])
  }

  @Test(
    arguments: [
      ([Order.Status.self], ["Status"]),
      ([Order.Status.self, Payment.Status.self], ["Order.Status", "Payment.Status"]),
      ([Payment.Status.self, Order.Status.self], ["Payment.Status", "Order.Status"]),
      ([Order.Line.Status.self, Payment.Status.self], ["Line.Status", "Payment.Status"]),
      (
        [Order.Line.Status.self, Payment.Status.self, Payment.Line.Status.self],
        ["Order.Line.Status", "Payment.Status", "Payment.Line.Status"]
      ),
      (
        [Status.self, Order.Status.self, Payment.Status.self],
        ["SchemaEncodingTests.Status", "Order.Status", "Payment.Status"]
      ),
    ] as [([any Generable.Type], [String])])
  func `clashing titles are qualified only as far as needed`(
    types: [any Generable.Type], expected: [String]
  ) {
    #expect(registry(types).names() == expected)
  }

  @Test func `only clashing titles are qualified`() {
    let names = registry(
      [Order.Status.self, Circle.self, Payment.Status.self], titles: ["Status", "Circle", "Status"]
    ).names()
    #expect(names == ["Order.Status", "Circle", "Payment.Status"])
  }

  @Test func `a title that looks like a qualified name stays distinct from one`() {
    let names = registry(
      [Order.Status.self, Payment.Status.self, Circle.self],
      titles: ["Status", "Status", "Order.Status"]
    ).names()
    #expect(names == ["Order.Status", "Payment.Status", "Circle"])
  }

  @Test func `equal titles that authors chose are distinguished by type`() {
    let names = registry([Circle.self, Square.self], titles: ["Thing", "Thing"]).names()
    #expect(names == ["Circle", "Square"])
  }

  @Test func `titles that look alike but differ in their bytes have distinct names`() {
    let names = registry([Circle.self, Square.self], titles: ["caf\u{e9}", "cafe\u{301}"]).names()
    #expect(names == ["Circle", "Square"])
  }

  @Test func `a rule of characters replaces all others`() {
    let registry = registry(
      [Circle.self, Square.self, Shape.self, Person.self, Team.self],
      titles: ["Page<Item>", "a/b", "Größe", "", "ok-1.2_3"])
    #expect(registry.names(.ascii()) == ["Page_Item_", "a_b", "Gr__e", "_", "ok-1.2_3"])
    #expect(registry.names(.ascii(punctuation: ""))[4] == "ok_1_2_3")
    #expect(registry.names() == ["Page<Item>", "a/b", "Größe", "", "ok-1.2_3"])
  }

  @Test func `names that a rule makes equal are distinguished`() {
    let registry = registry([Circle.self, Square.self], titles: ["a/b", "a~b"])
    #expect(registry.names(.ascii(punctuation: "_")) == ["Circle", "Square"])
  }

  @Test(arguments: [8, 9, 16, 64])
  func `names are cut to a length and still distinct`(length: Int) {
    let types: [any Generable.Type] = [
      Order.Status.self, Payment.Status.self, Order.Line.Status.self, Payment.Line.Status.self,
      Status.self, Circle.self, Square.self, Shape.self, Team.self, Person.self, TreeNode.self,
    ]
    let title = String(repeating: "long", count: 20)
    let registry = registry(types, titles: types.map { _ in title })
    let names = registry.names(.ascii(maximumLength: length))
    #expect(Set(names).count == types.count)
    #expect(names.allSatisfy { $0.unicodeScalars.count <= length })
  }

  @Test(arguments: [0, 3, 7])
  func `a length that leaves no room for a number counts as 8`(length: Int) {
    let registry = registry([Circle.self, Circle.self], titles: ["Rectangle", "Rectangle"])
    #expect(
      registry.names(.ascii(maximumLength: length))
        == registry.names(.ascii(maximumLength: 8)))
    #expect(registry.names(.ascii(maximumLength: length)).allSatisfy { $0.utf8.count >= 6 })
  }

  @Test func `names do not depend on the order of the types`() {
    let types: [(any Generable.Type, String)] = [
      (Order.Status.self, "Status"), (Payment.Status.self, "Status"), (Status.self, "Status"),
      (Order.Line.Status.self, "Status"), (Circle.self, "a/b"), (Square.self, "a~b"),
      (Shape.self, "a b"), (Team.self, "Status_2"), (Person.self, "Order.Status"),
      (TreeNode.self, String(repeating: "x", count: 30) + "1"),
      (TreeHolder.self, String(repeating: "x", count: 30) + "2"),
    ]
    let rules: [NameRule] = [
      .any, .ascii(punctuation: "_"), .ascii(punctuation: "_", maximumLength: 8),
    ]
    var random = SplitMix64(seed: 2)
    for rule in rules {
      var expected: [ObjectIdentifier: String] = [:]
      for round in 0..<60 {
        let order = types.shuffled(using: &random)
        let names = registry(order.map(\.0), titles: order.map(\.1)).names(rule)
        let table = Dictionary(
          uniqueKeysWithValues: zip(order.map { ObjectIdentifier($0.0) }, names))
        if round == 0 { expected = table }
        #expect(table == expected, "seed 2, round \(round)")
      }
    }
  }

  @Test func `H3: names with many parts take time in proportion to their length`() throws {
    func registry(_ count: Int) -> DefinitionRegistry {
      let parts = String(repeating: ".a", count: count)
      return DefinitionRegistry(["é", "ü"].map { DefinitionRegistry.Entry(title: $0 + parts) })
    }
    let full = "_" + String(repeating: ".a", count: 20)
    #expect(registry(20).names(.ascii()).sorted() == [full, "\(full)_2"])
    let growth = try growthOfTime(from: 250, prepare: registry) { _ = $0.names(.ascii()) }
    #expect(growth < proportionalGrowth)
  }

  @Test func `deep names differ by their ends if these are enough`() {
    let parts = String(repeating: "a.", count: 20)
    let titles = ["x", "y"].map { parts + "Last" + $0 }
    let registry = DefinitionRegistry(titles.map { DefinitionRegistry.Entry(title: $0) })
    #expect(registry.names(.ascii(maximumLength: 16)) == ["Lastx", "Lasty"])
  }

  @Test(.withOptimizer) func `thousands of types with one title have distinct names`() {
    let types = (0..<2_000).map { DeepTypes.link($0) }
    let registry = registry(types, titles: types.map { _ in "Link" })
    #expect(Set(registry.names()).count == 2_000)
  }
}
