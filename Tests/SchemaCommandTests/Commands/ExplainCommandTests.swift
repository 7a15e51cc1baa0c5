#if CommandLine
import SchemaKit
import Testing

@testable import SchemaCommandLine

struct ExplainCommandTests {
  @Test func `a code is explained`() {
    let run = CommandRun("explain", "dialect.pattern")
    #expect(run.status == 0)
    #expect(
      run.output == """
        dialect.pattern
        The dialect cannot state this 'pattern'. As a warning: the constraint is moved
        into the description, so the model reads it but the provider does not enforce
        it; check the value after decoding. As an error: the provider rejects it, so
        remove it or encode in another dialect.

        """)
  }

  @Test func `all codes are listed, each once`() {
    let run = CommandRun("explain")
    let codes = run.output.split(separator: "\n").map(String.init)
    #expect(run.status == 0)
    #expect(codes == Rule.all.map(\.code))
    #expect(Set(codes).count == codes.count)
  }

  @Test(arguments: Rule.all)
  func `each explanation is a sentence or more`(rule: Rule) {
    #expect(rule.meaning.count >= 20 && rule.meaning.hasSuffix("."), "\(rule.code)")
    #expect(!rule.meaning.contains("\n"), "\(rule.code)")
  }

  @Test func `an unknown code is reported with the likely one`() {
    let run = CommandRun("explain", "value.requird")
    #expect(run.status == 2)
    #expect(run.messages.contains("Did you mean 'value.required'?"))
  }

  @Test(arguments: [
    ["check", "shape"], ["check", "fitness"], ["check", "tree"], ["diff", "recipe", "tree"],
    ["validate", "recipe", "-"], ["validate", "shape", "-"], ["check", "-"],
  ])
  func `each code of a report is explained`(arguments: [String]) throws {
    let run = CommandRun(arguments, on: RecordingConsole(input: [Array(#"{"a": 1}"#.utf8)]))
    for match in run.output.matches(of: /\[([a-z-]+\.[A-Za-z-]+)\]\n/) {
      #expect(Rule.named(String(match.output.1)) != nil, "\(match.output.1)")
    }
  }
}
#endif
