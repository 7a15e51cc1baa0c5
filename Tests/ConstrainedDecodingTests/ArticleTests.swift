import ConstrainedDecoding
import Foundation
import SchemaConformances
import SchemaContent
import SchemaEncoding
import SchemaTestSupport
import Testing

/// The code of the article "Hold a local model to your type", run with a model that likes every token
/// equally.
@Suite struct ArticleTests {
  private struct Recipe: Generable {
    let title: String
    let minutes: Int

    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self,
        properties: [
          .init(name: "title", type: String.self, guides: [.maximumLength(8)]),
          .init(name: "minutes", type: Int.self, guides: [.range(1...120)]),
        ])
    }

    init(_ content: GeneratedContent) throws {
      title = try content.value(forProperty: "title")
      minutes = try content.value(forProperty: "minutes")
    }

    var generatedContent: GeneratedContent {
      GeneratedContent(properties: ["title": title, "minutes": minutes])
    }
  }

  private final class Model {
    let count: Int
    private(set) var tokens: [Int] = []

    init(_ count: Int) { self.count = count }

    func logits() -> [Float] { Array(repeating: 0, count: count) }

    func accept(_ token: Int) { tokens.append(token) }
  }

  @Test func `the loop of the article makes a value`() throws {
    let vocabulary = try TestVocabulary.mixed(seed: 6)
    let model = Model(vocabulary.count)
    var shown = 0
    func show(_ content: GeneratedContent) { shown += 1 }
    // example: grammar
    let grammar = try TokenGrammar(Recipe.self, vocabulary: vocabulary)
    for diagnostic in grammar.unenforced { print(diagnostic) }
    // example: end

    // example: loop
    var matcher = TokenMatcher(grammar)
    var mask = TokenMask(vocabulary)
    var sampler = TokenSampler(temperature: 0.7, topP: 0.95, seed: 1)
    while !matcher.isFinished {
      try matcher.fill(&mask)
      let token = try sampler.sample(model.logits(), allowing: mask)
      try matcher.commit(token)
      model.accept(token)
      show(matcher.snapshot())
    }
    let recipe = try Recipe(matcher.snapshot())
    // example: end
    #expect((1...120).contains(recipe.minutes) && recipe.title.unicodeScalars.count <= 8)
    #expect(model.tokens.count == shown)
    try Self.checkRegions()
  }

  /// Checks that the article shows the regions of this file.
  private static func checkRegions(file: String = #filePath) throws {
    let source = try String(contentsOfFile: file, encoding: .utf8)
    var package = URL(fileURLWithPath: file)
    for _ in 0..<3 { package.deleteLastPathComponent() }
    let article = try String(
      contentsOf: package.appendingPathComponent(
        "Sources/ConstrainedDecoding/ConstrainedDecoding.docc/HoldALocalModelToYourType.md"),
      encoding: .utf8)
    let regions = source.components(separatedBy: "// example: ").dropFirst()
      .filter { !$0.hasPrefix("end") && !$0.hasPrefix("\"") }
    #expect(regions.count == 2)
    for region in regions {
      let lines = region.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        .dropLast().map { $0.hasPrefix("    ") ? String($0.dropFirst(4)) : String($0) }
      #expect(article.contains("```swift\n\(lines.joined(separator: "\n"))\n```"))
    }
  }
}
