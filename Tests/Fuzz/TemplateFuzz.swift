import Foundation

@testable import SchemaTemplates

// What libFuzzer calls. `.ci/fuzz` compiles this file together with the module's sources, and takes
// templates to begin with out of the tests.
//
// The first byte of an input says which variables a template has, which is the rest.

/// Renders a template, and stops the process if something that always holds does not.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let input = FuzzInput(start, count)
  TemplateFuzz(input: input, text: String(decoding: input.bytes.dropFirst(), as: UTF8.self)).run()
  return 0
}

struct TemplateFuzz {
  let input: FuzzInput
  let text: String

  // These limits tell how long an input may take, in a program that is not optimised.
  private static let steps = 20_000
  private static let work = 1 << 19

  /// A character that only the text of a source has.
  private static func mark(_ source: Int) -> Unicode.Scalar {
    Unicode.Scalar(0xE000 + UInt32(source)) ?? "?"
  }

  private static let sourceCount = 4

  private static func marked(_ text: String, _ source: Int) -> TemplateValue {
    .string("\(mark(source))\(text)\(mark(source))", source: source)
  }

  private var variables: [String: TemplateValue] {
    let call: TemplateValue = .object([
      .init("id", .string("c1")), .init("type", .string("function")),
      .init(
        "function",
        .object([
          .init("name", .string("find")),
          .init(
            "arguments",
            .object([.init("city\(Self.mark(2))", Self.marked("Köln \"<|x|>\"", 2))], source: 2)),
        ])),
    ])
    var messages: [TemplateValue] = [
      .object([.init("role", .string("system")), .init("content", Self.marked("Be brief.", 0))]),
      .object([.init("role", .string("user")), .init("content", Self.marked(" Hi,\n{{ x }} ", 1))]),
    ]
    if input.choice & 1 != 0 {
      messages += [
        .object([
          .init("role", .string("assistant")), .init("content", .none),
          .init("tool_calls", .list([call])),
        ]),
        .object([
          .init("role", .string("tool")), .init("tool_call_id", .string("c1")),
          .init("content", Self.marked("[1, 2.5]", 3)),
        ]),
      ]
    }
    var variables: [String: TemplateValue] = [
      "messages": .list(messages), "bos_token": .string("<s>"), "eos_token": .string("</s>"),
      "add_generation_prompt": .bool(input.choice & 2 != 0), "x": Self.marked(" a,b ", 1),
      "o": .object([.init("\(Self.mark(2))k", .integer(1))], source: 2), "n": .integer(.max),
      "f": .number(-2.5),
    ]
    if input.choice & 4 != 0 { variables["tools"] = .list([call]) }
    return variables
  }

  private func rendered() -> Result<[TemplateRun], TemplateError> {
    Result { () throws(TemplateError) in
      var parser = TemplateParser(try TemplateLexer.tokens(of: text))
      var interpreter = try TemplateInterpreter(
        variables, clock: TemplateClock(), leastWork: Self.work, leastSteps: Self.steps)
      return try interpreter.render(try parser.statements())
    }
  }

  func run() {
    let result = rendered()
    input.check(result == rendered(), "a template is rendered otherwise the second time")
    switch result {
    case .failure(let error):
      let lines = text.unicodeScalars.count { $0 == "\n" || $0 == "\r" } + 1
      input.check(error.line.map((1...lines).contains) ?? true, "an error is outside: \(error)")
      input.check(!error.problem.isEmpty, "an error says nothing")
    case .success(let runs):
      for (index, run) in runs.enumerated() {
        input.check(!run.text.isEmpty, "a run is empty")
        input.check(
          index == 0 || runs[index - 1].source != run.source, "two runs have one source: \(runs)")
        checkSource(of: run)
      }
    }
  }

  /// The text of a source never becomes that of another one, or of the template.
  private func checkSource(of run: TemplateRun) {
    guard !text.unicodeScalars.contains(where: { (0xE000...0xE0FF).contains($0.value) }) else {
      return
    }
    for source in 0..<Self.sourceCount where run.source != source {
      input.check(
        !run.text.unicodeScalars.contains(Self.mark(source)),
        "text of the source \(source) is from \(String(describing: run.source))")
    }
  }
}
