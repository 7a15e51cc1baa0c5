import Foundation
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaImport
import SchemaTestSupport
import SchemaValidation
import Testing
import ValidationTestSupport

/// Rule D8 on documents of others and the instances that come with them.
struct FittingCorpusTests {
  private struct Document {
    let name: String
    let graph: SchemaGraph
    /// The instances that the document and its import accept, with formats.
    let instances: [GeneratedContent]
    /// The indices of the instances on which both disagree, although no warning of the import
    /// covers the difference.
    let disputed: [Int]
  }

  /// The warnings that the import accepts less than the document.
  private static let narrowing: Set<ImportRule> = [.inferredType]

  /// Documents, spread over the corpus, as far as they are imported, with their instances.
  private static func documents(oneIn step: Int) throws -> [Document] {
    let folder = Corpus.folder.appendingPathComponent("schemas")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") }.sorted()
    let options = GeneratedContentParser.Options(maximumDepth: 10_000, duplicateKeys: .keepLast)
    let count = names.count / step
    return try (0..<count).compactMap { number in
      let name = names[number * names.count / count]
      let file = try GeneratedContent(
        json: Data(contentsOf: folder.appendingPathComponent(name)), options: options)
      let schema = file[["schema"]] ?? file
      guard let imported = try? SchemaImporter().import(schema.jsonString),
        let graph = try? SchemaGraph(imported.schema)
      else { return nil }
      let judge = try ContentValidator(document: schema)
      // By the document of the graph, since the graph takes null for absent.
      let written = try SchemaEncoder().encode(graph).jsonString()
      let importJudge = try ContentValidator(document: written)
      // An imported schema constrains formats, and a document only names them.
      let formatJudge = try ContentValidator(
        document: written, options: .init(assertsFormats: true))
      let warnings = imported.diagnostics.filter { $0.severity == .warning }.map(\.rule)
      let instances = (file[["tests"]]?.elements.compactMap { $0[["data"]] }) ?? []
      let disputed = instances.indices.filter { index in
        switch (judge.isValid(instances[index]), importJudge.isValid(instances[index])) {
        case (true, false): narrowing.isDisjoint(with: warnings)
        case (false, true): warnings.isEmpty
        default: false
        }
      }
      return Document(
        name: name, graph: graph,
        instances: instances.filter { judge.isValid($0) && formatJudge.isValid($0) },
        disputed: disputed)
    }
  }

  @Test(.enabled(if: Corpus.has("schemas"), Comment(rawValue: Corpus.absence)))
  func `I7: real documents and their imports agree on all instances`() throws {
    let documents = try Self.documents(oneIn: 8 / tried(of: 8))
    #expect(documents.count > tried(of: 800) - 10)
    #expect(documents.reduce(0) { $0 + $1.instances.count } > tried(of: 800))
    let disputed = documents.flatMap { document in
      document.disputed.map { "\(document.name), instance \($0)" }
    }
    #expect(disputed.isEmpty, "\(disputed)")
  }

  /// Expects that content comes back from a fitted schema with closed objects, or has a property
  /// without a place.
  private func expectPlaces(
    for instances: [GeneratedContent], in closed: FittedSchema, _ comment: String
  ) throws {
    for instance in instances {
      do {
        let answer = try closed.answer(for: instance)
        #expect(try closed.answer(for: closed.content(from: answer)) == answer, "\(comment)")
      } catch let error as AnswerMappingError {
        #expect(error.code == .unmentionedProperty, "\(comment): \(error)")
      }
    }
  }

  @Test(.withOptimizer, .enabled(if: Corpus.has("schemas"), Comment(rawValue: Corpus.absence)))
  func `D8: valid instances of real documents survive the way there and back`() throws {
    let documents = try Self.documents(oneIn: 8)
    #expect(documents.count > 50)
    var count = 0
    // Only where null and absence are one in the fitted form, and only in these.
    var taken: [String: Int] = [:]
    for name in DialectRegistry.standard.names {
      let encoder = SchemaEncoder(dialect: FittedDialects.dialect(named: name), isExact: true)
      let closing = SchemaEncoder(dialect: encoder.dialect)
      var refused: [String] = []
      for document in documents {
        guard let encoded = try? encoder.fit(document.graph),
          let closed = try? closing.fit(document.graph)
        else {
          refused.append(document.name)
          continue
        }
        try expectPlaces(for: document.instances, in: closed, "\(name), \(document.name)")
        let validator = try FittedDialects.validator(of: encoded, in: encoder.dialect)
        let comparison = StrictComparison(document.graph, in: encoder.dialect)
        for (index, instance) in document.instances.enumerated() {
          let comment: Comment = "\(name), \(document.name), instance \(index)"
          let answer = try encoded.answer(for: instance)
          let report = validator.checkedReport(on: answer)
          #expect(report.isValid, "\(comment)\n\(encoded)")
          let result = comparison.result(instance, try encoded.content(from: answer))
          #expect(result.faults.isEmpty, "\(comment)\n\(result.faults)")
          if !result.allowed.isEmpty { taken[name, default: 0] += 1 }
          count += 1
        }
      }
      #expect(refused.isEmpty, "\(name) refuses \(refused)")
    }
    #expect(count > 200)
    let takers: Set = ["apple", "azure", "cerebras", "deepseek-strict", "groq-strict", "openai"]
    #expect(takers.isSuperset(of: taken.keys), "\(taken)")
    #expect(taken.count == takers.count, "\(taken)")
    #expect(taken.values.allSatisfy { $0 * 20 < count / DialectRegistry.standard.names.count })
  }
}
