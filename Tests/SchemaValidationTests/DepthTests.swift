import SchemaConformances
import SchemaTestSupport
import SchemaValidation
import Testing
import ValidationTestSupport

/// Content as deep as one likes; one test at a time, for each takes megabytes.
@Suite(.serialized) struct DepthTests {
  private typealias Dynamic = DynamicGenerationSchema

  /// The content `[[[…value…]]]`.
  private static func arrays(_ depth: Int, around value: Int64) -> GeneratedContent {
    var builder = ContentBuilder()
    for _ in 0..<depth { builder.beginArray() }
    builder.integer(value)
    for _ in 0..<depth { builder.endArray() }
    return builder.finish()
  }

  /// The content `{"next": {"next": … value }}`.
  private static func links(_ depth: Int, to value: Int64) -> GeneratedContent {
    var builder = ContentBuilder()
    for _ in 0..<depth {
      builder.beginObject()
      builder.key("next")
    }
    builder.integer(value)
    for _ in 0..<depth { builder.endObject() }
    return builder.finish()
  }

  @Test(.withOptimizer)
  func `nested arrays of a great depth are checked on a small stack`() async throws {
    let nested = Dynamic(
      name: "Nested",
      anyOf: [
        .array(of: Dynamic(referenceTo: "Nested")), Dynamic(type: Int.self, guides: [.minimum(0)]),
      ])
    let validator = try makeValidator(nested)
    let depth = greatDepth
    let (valid, report) = try await onSmallStack {
      (
        validator.checkedReport(on: Self.arrays(depth, around: 1)),
        validator.checkedReport(on: Self.arrays(depth, around: -1))
      )
    }
    #expect(valid.isValid)
    #expect(report.violationCount == 1)
    #expect(report.violations.first?.path.components.count == depth)
    let feedback = report.modelFeedback()
    #expect(feedback.count < 2_000)
    #expect(feedback.contains("/0/0/0: expected a whole number of at least 0"))
  }

  @Test func `an arm that leads to itself twice does not take twice as long for each level`()
    async throws
  {
    // Each level fits either arm as well as the other, and nothing tells them apart.
    let next = Dynamic.Property(name: "next", schema: Dynamic(referenceTo: "Node"))
    let node = Dynamic(
      name: "Node",
      anyOf: [
        Dynamic(name: "One", properties: [next]), Dynamic(name: "Two", properties: [next]),
        Dynamic(name: "Three", properties: [next]), .string,
      ])
    let validator = try makeValidator(node)
    let depth = greatDepth / 10
    let report = try await onSmallStack { validator.checkedReport(on: Self.links(depth, to: 1)) }
    #expect(report.violationCount == 1)
    #expect(report.violations.first?.path.components.count == depth)
  }

  @Test func `every level may be wrong, and the ways to the places are shared`() throws {
    let node = Dynamic(
      name: "Node",
      properties: [
        Dynamic.Property(name: "next", schema: Dynamic(referenceTo: "Node"), isOptional: true),
        Dynamic.Property(name: "name", schema: .string),
      ])
    var validator = try makeValidator(node)
    let depth = 20_000
    let content = Self.links(depth, to: 1)
    let report = validator.checkedReport(on: content)
    // A name is missing at each level, and the innermost is a number.
    #expect(report.violationCount == depth + 1)
    #expect(report.violations.count == 10_000)
    #expect(report.violations[5].path.pointer == "/next/next/next/next/next/name")
    #expect(report.modelFeedback(maximumLength: 500).count <= 500)
    validator.maximumViolations = 3
    let short = validator.checkedReport(on: content)
    #expect(short.violations.count == 3)
    #expect(short.violationCount == depth + 1)
    #expect(short.description.hasSuffix("and \(depth - 2) more"))
  }

  @Test func `a schema as deep as one likes is laid out on a small stack`() async throws {
    let type = DeepTypes.links(depth: 2_000)
    let violations = try await onSmallStack {
      try ContentValidator(type).checkedReport(on: GeneratedContent(properties: [:])).violations
    }
    #expect(violations.map(\.path.pointer) == ["/next"])
  }

  @Test func `unions that contain one another in a long row stay within bounds`() throws {
    let count = 1_000
    let unions = (0..<count).map { index in
      Dynamic(
        name: "U\(index)",
        anyOf: [
          index + 1 < count ? Dynamic(referenceTo: "U\(index + 1)") : .boolean,
          .enumeration(of: [.number(SchemaNumber(index))]),
        ])
    }
    let validator = try makeValidator(.array(of: Dynamic(referenceTo: "U0")), unions)
    #expect(try validator.lines("[0, 1, \(count - 1)]").isEmpty)
    #expect(try validator.lines("[\(count)]").count == 1)
  }
}
