import SchemaConformances
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaImport
import SchemaTestSupport
import SchemaValidation
import Testing
import ValidationTestSupport

/// Rule D8 on random schemas: the way back is exact, in every dialect and at every cut.
struct ThereAndBackTests {
  private static func schema(
    _ seed: UInt64, in name: String
  ) throws -> (graph: SchemaGraph, encoded: FittedSchema) {
    let graph = try SchemaGraph(RandomSchema(seed: seed).schema)
    return (graph, try SchemaEncoder(dialect: FittedDialects.dialect(named: name)).fit(graph))
  }

  @Test(arguments: FittedDialects.names)
  func `D8: valid content has a fitted form that is valid and maps back to it`(name: String) throws
  {
    let dialect = FittedDialects.dialect(named: name)
    var count = 0
    for seed in 1...UInt64(randomCases(250, oneIn: 20)) {
      let (graph, encoded) = try Self.schema(seed, in: name)
      let validator = try FittedDialects.validator(of: encoded, in: dialect)
      let comparison = StrictComparison(graph, in: dialect)
      var instances = RandomInstances(graph, seed: seed)
      for round in 0..<8 {
        let content = try GeneratedContent(json: instances.valid())
        let comment: Comment = "\(name), seed \(seed), round \(round): \(content.jsonString)"
        let answer = try encoded.answer(for: content)
        let report = validator.checkedReport(on: answer)
        #expect(report.isValid, "\(comment)\n\(answer.jsonString)\n\(report)\n\(encoded)")
        let back = try encoded.content(from: answer)
        let faults = comparison.result(content, back).faults
        #expect(faults.isEmpty, "\(comment)\n\(answer.jsonString)\n\(faults)\n\(encoded)")
        if answer != content { count += 1 }
      }
    }
    if FittedDialects.complete.contains(name) {
      #expect(count == 0)
    } else {
      #expect(count > tried(of: 50), "\(name): hardly anything was fitted.")
    }
  }

  @Test(arguments: FittedDialects.names)
  func `D8: an answer to the fitted schema maps back to valid content`(name: String) throws {
    let dialect = FittedDialects.dialect(named: name)
    var count = 0
    for seed in 1...UInt64(randomCases(250, oneIn: 20)) {
      let (graph, encoded) = try Self.schema(seed, in: name)
      guard encoded.diagnostics.allSatisfy({ $0.severity == .note }) else { continue }
      // By the document: the graph takes null for absent.
      let document = try SchemaEncoder(dialect: JSONSchemaDialect()).encode(graph).jsonString()
      let declared = try ContentValidator(document: document)
      let fitted = try SchemaGraph(
        SchemaImporter().import(FittedDialects.document(of: encoded, in: dialect)).schema)
      var instances = RandomInstances(fitted, seed: seed)
      for round in 0..<8 {
        let answer = try GeneratedContent(json: instances.valid())
        let comment: Comment = "\(name), seed \(seed), round \(round): \(answer.jsonString)"
        let content: GeneratedContent
        do {
          content = try encoded.content(from: answer)
        } catch let error as AnswerMappingError {
          // The document states only in words that keys are distinct.
          #expect(error.problem.contains("twice"), "\(comment)\n\(error)")
          continue
        }
        let report = declared.checkedReport(on: content)
        #expect(report.isValid, "\(comment)\n\(content.jsonString)\n\(report)\n\(encoded)")
        count += 1
      }
    }
    #expect(count > tried(of: 100), "\(name): hardly anything was checked.")
  }

  /// A random object with patterns that may match its listed names.
  private static func patternedObject(_ seed: UInt64) -> String {
    var random = SplitMix64(seed: seed)
    func part(_ random: inout SplitMix64) -> String {
      let low = random.below(3)
      return switch random.below(6) {
      case 0: #"{"type":"string","minLength":\#(low)}"#
      case 1: #"{"type":"string","maxLength":\#(low + 1)}"#
      case 2: #"{"type":"integer","minimum":\#(low)}"#
      case 3: #"{"type":"number","maximum":\#(low + 4)}"#
      case 4: #"{"type":"array","items":{"type":"integer"},"minItems":\#(low)}"#
      default: "{}"
      }
    }
    let named = ["a", "b"].map { "\"\($0)\":\(part(&random))" }.joined(separator: ",")
    let patterns = ["^a", "^[ab]", "b$"].prefix(1 + random.below(3))
      .map { "\"\($0)\":\(part(&random))" }.joined(separator: ",")
    return #"""
      {"type":"object","properties":{\#(named)},"required":[\#(random.oneIn(2) ? #""a""# : "")],
        "patternProperties":{\#(patterns)},"additionalProperties":\#(random.oneIn(4))}
      """#
  }

  @Test(arguments: ["openai", "anthropic", "apple", "without unions of names"])
  func `D8: content satisfies the patterns of listed names, unless there is a warning`(
    name: String
  ) throws {
    let dialect = FittedDialects.dialect(named: name)
    var count = 0
    for seed in 1...UInt64(tried(of: 1_000, oneIn: 10)) {
      let document = Self.patternedObject(seed)
      // Types that exclude each other are an error of the import.
      guard let imported = try? SchemaImporter().import(document) else { continue }
      let fitted = try SchemaEncoder(dialect: dialect).fit(imported.schema)
      guard fitted.diagnostics.allSatisfy({ $0.severity == .note }) else { continue }
      let declared = try ContentValidator(document: document)
      let graph = try SchemaGraph(
        SchemaImporter().import(FittedDialects.document(of: fitted, in: dialect)).schema)
      var instances = RandomInstances(graph, seed: seed)
      for _ in 0..<8 {
        let answer = try GeneratedContent(json: instances.valid())
        // The key of an entry may be a name that is listed.
        guard let content = try? fitted.content(from: answer) else { continue }
        let report = declared.checkedReport(on: content)
        #expect(
          report.isValid,
          "\(name), seed \(seed): \(document)\n\(content.jsonString)\n\(report)\n\(fitted)")
        count += 1
      }
    }
    #expect(count > 0, "\(name): nothing was checked.")
  }

  @Test(arguments: FittedDialects.names)
  func `D8: at every cut of an answer, the snapshot is a beginning of the content`(
    name: String
  ) throws {
    for seed in 1...UInt64(tried(of: 40)) {
      let (graph, encoded) = try Self.schema(seed, in: name)
      var instances = RandomInstances(graph, seed: seed)
      let content = try GeneratedContent(json: instances.valid())
      let text = try encoded.answer(for: content).jsonBytes(.singleLine)
      guard text.count < 600 else { continue }
      let comment = "\(name), seed \(seed)"
      let whole = try expectBeginnings(of: text, encoded, comment)
      let faults = StrictComparison(graph, in: FittedDialects.dialect(named: name))
        .result(content, whole).faults
      #expect(faults.isEmpty, "\(comment): \(faults)")
    }
  }

  /// Expects that what is shown at each cut of an answer is a beginning of what is shown at the
  /// next.
  ///
  /// - Returns: The content at the end.
  private func expectBeginnings(
    of text: [UInt8], _ encoded: FittedSchema, _ comment: String
  ) throws -> GeneratedContent {
    var parser = GeneratedContentParser()
    var shown: [GeneratedContent] = []
    for byte in text {
      try parser.append([byte])
      let snapshot = parser.snapshot()
      let content = try encoded.content(from: snapshot)
      shown.append(content)
      #expect(
        snapshot.isComplete || !content.isComplete,
        "\(comment): complete content \(content.jsonString) of \(snapshot.jsonString)")
    }
    let whole = try encoded.content(from: parser.finish())
    #expect(whole.isComplete, "\(comment)")
    shown.append(whole)
    for (index, snapshot) in shown.enumerated().dropLast() {
      #expect(
        snapshot.isBeginning(of: shown[index + 1]),
        """
        \(comment): \(String(decoding: text, as: UTF8.self))
        \(index): \(snapshot.jsonString)
        \(shown[index + 1].jsonString)
        """)
    }
    return whole
  }

  @Test(arguments: ["[[[[123]]]]", "[[[[[-1]]]]]", "12"])
  func `C2, D8: a number that is JSON text appears once it cannot change`(value: String) throws {
    let encoded = try FittedDialects.fit(
      document: ##"{"anyOf":[{"type":"integer"},{"type":"array","items":{"$ref":"#"}}]}"##,
      in: AnthropicDialect())
    let content = try GeneratedContent(json: value)
    let text = try encoded.answer(for: content).jsonBytes(.compact)
    #expect(try expectBeginnings(of: text, encoded, value) == content)
  }

  @Test func `D3: Apple's form has titles of objects and unions only, also after fitting`()
    throws
  {
    var fitted = 0
    for seed in 1...UInt64(randomCases(250, oneIn: 20)) {
      let (_, encoded) = try Self.schema(seed, in: "apple")
      if !encoded.mapping.isIdentity { fitted += 1 }
      var pending = [try GeneratedContent(json: encoded.jsonString())]
      while let part = pending.popLast() {
        pending += part.elements
        pending += part.properties.map(\.content)
        guard case .string(let type)? = part.property(named: "type")?.kind, type != "object"
        else { continue }
        #expect(part.property(named: "title") == nil, "seed \(seed): \(encoded)")
      }
    }
    #expect(fitted > tried(of: 20))
  }
}
