#if Macros
import SchemaMacros
import Testing

/// Values in the form that they have while they are generated.
struct PartialConversionTests {
  @Test func `a value keeps all of its parts, one that no JSON number can be too`() {
    let station = Station(name: "Pier", levels: [1, .nan], state: .open(since: 8, until: nil))
    let partial = station.asPartiallyGenerated()
    #expect(partial.name == "Pier")
    #expect(partial.levels?.first == 1)
    #expect(partial.levels?.last?.isNaN == true)
    guard case .open(since: 8, until: nil)? = partial.state else {
      Issue.record("\(String(describing: partial.state))")
      return
    }
  }

  @Test func `a part that its own partial does not accept is left out`() {
    let report = Report(title: "Tide", mark: Mark())
    let partial = report.asPartiallyGenerated()
    #expect(partial.title == "Tide")
    #expect(partial.mark == nil)
    #expect(throws: Mark.Refusal.self) { try report.mark.asPartiallyGenerated() }
    #expect(throws: Mark.Refusal.self) { try [report.mark].asPartiallyGenerated() }
  }

  @Test func `arrays convert their elements`() throws {
    let stations = [Station(name: "Pier", levels: [], state: .closed)]
    #expect(try stations.asPartiallyGenerated().map(\.name) == ["Pier"])
    #expect([1, 2].asPartiallyGenerated() == [1, 2])
  }

  @Test func `generic code converts any value`() throws {
    func partial<Value: Generable>(_ value: Value) throws -> Value.PartiallyGenerated {
      try value.asPartiallyGenerated()
    }
    let levels = try partial(Station(name: "Pier", levels: [.nan], state: .closed)).levels
    #expect(levels?.first?.isNaN == true)
    #expect(try partial(3) == 3)
  }

  @Test func `an author's own method is taken`() {
    #expect(Custom(name: "a").asPartiallyGenerated().name == "A")
  }
}

@Generable
private struct Station {
  var name: String
  var levels: [Double]
  var state: State
}

@Generable
private enum State {
  case closed
  case open(since: Int, until: Int?)
}

@Generable
private struct Report {
  var title: String
  var mark: Mark
}

@Generable
private struct Custom {
  var name: String

  func asPartiallyGenerated() -> PartiallyGenerated {
    PartiallyGenerated(name: name.uppercased())
  }
}

/// A type whose partially generated type accepts nothing.
private struct Mark: Generable {
  struct Refusal: Error {}

  struct PartiallyGenerated: ConvertibleFromGeneratedContent {
    init(_ content: GeneratedContent) throws { throw Refusal() }
  }

  static var generationSchema: GenerationSchema { Bool.generationSchema }
  var generatedContent: GeneratedContent { true.generatedContent }

  init() {}
  init(_ content: GeneratedContent) throws { _ = try content.value(Bool.self) }
}
#endif
