import SchemaContent
import SchemaEncoding
import SchemaValidation
import Testing
import ValidationTestSupport

struct PatternPropertyTests {
  /// `{"properties": {"x-a": …, "no": false}, "patternProperties": {"^x-": …, "1$": …}}`, open or
  /// not.
  private static func validator(isOpen: Bool) throws -> ContentValidator {
    var builder = SchemaTableBuilder(name: "Object")
    let root = builder.reserve()
    let string = builder.append(.string)
    let short = builder.append(
      .string, guides: [GuideValue(.length(minimum: nil, maximum: 2))])
    let never = builder.append(.never)
    let anything = builder.append(.any)
    builder.declare(
      root,
      kind: .object(
        [
          GenerationSchema.Property(
            name: "n", summary: nil, reference: .type(Int.self), isOptional: true, guides: []),
          GenerationSchema.Property(
            name: "no", summary: nil, reference: .entry(never), isOptional: true, guides: []),
          GenerationSchema.Property(
            matching: try SchemaPattern(ecma: "^x-"), reference: .entry(string)),
          GenerationSchema.Property(
            matching: try SchemaPattern(ecma: "1$"), reference: .entry(short)),
        ], additional: isOpen ? .entry(anything) : nil))
    return try ContentValidator(SchemaGraph(builder.makeSchema()))
  }

  @Test(
    arguments: [
      (#"{}"#, true), (#"{"n":1,"x-a":"abc"}"#, true), (#"{"x-a":1}"#, false),
      (#"{"x-1":"ab"}"#, true), (#"{"x-1":"abc"}"#, false), (#"{"y1":"abc"}"#, false),
      (#"{"y1":"ab"}"#, true), (#"{"no":1}"#, false), (#"{"n":"a"}"#, false),
    ], [true, false])
  func `properties whose names match patterns satisfy what all of these say`(
    _ test: (text: String, isValid: Bool), isOpen: Bool
  ) throws {
    let report = try Self.validator(isOpen: isOpen).checkedReport(
      on: GeneratedContent(json: test.text))
    #expect(report.violations.isEmpty == test.isValid, "\(report.violations)")
  }

  @Test func `a closed object takes no names that match no pattern`() throws {
    let content = try GeneratedContent(json: #"{"other":1}"#)
    #expect(try Self.validator(isOpen: true).checkedReport(on: content).violations.isEmpty)
    #expect(try Self.validator(isOpen: false).checkedReport(on: content).violations.count == 1)
  }
}
