import SchemaKit
import Testing

@testable import SchemaCommandLine

struct BowtieTests {
  @Test func `requests are answered line by line until the last one`() throws {
    var runner = BowtieRunner()
    let answer = runner.respond(to: #"{"cmd": "start", "version": 1}"#)
    let start = try GeneratedContent(json: #require(answer))
    #expect(try start.value(Int.self, forProperty: "version") == 1)
    let implementation = try start.value(GeneratedContent.self, forProperty: "implementation")
    #expect(try implementation.value([String].self, forProperty: "dialects").count == 5)
    let dialect = runner.respond(
      to: #"{"cmd": "dialect", "dialect": "http://json-schema.org/draft-07/schema#"}"#)
    #expect(dialect == #"{"ok": true}"#)
    let run = """
      {"cmd": "run", "seq": 7, "case": {"description": "d", \
      "schema": {"$ref": "urn:a#/definitions/n"},
       "registry": {"urn:a": {"definitions": {"n": {"type": "null"}}}},
       "tests": [{"description": "x", "instance": null}, {"description": "y", "instance": 1}]}}
      """
    let results = runner.respond(to: run)
    #expect(results == #"{"seq": 7, "results": [{"valid": true}, {"valid": false}]}"#)
    #expect(!runner.isStopped)
    let last = runner.respond(to: #"{"cmd": "stop"}"#)
    #expect(last == nil)
    #expect(runner.isStopped)
  }

  @Test(arguments: [
    "nonsense", "{}", #"{"cmd": "stop""#, #"{"cmd": "run", "seq": 1}"#,
    #"{"cmd": "run", "seq": 1, "case": {"schema": {}}}"#,
    ##"{"cmd": "run", "seq": 1, "case": {"schema": {"$ref": "#/no"}, "tests": []}}"##,
  ])
  func `a request that cannot be run is an error in the response`(line: String) throws {
    var runner = BowtieRunner()
    let answer = runner.respond(to: line)
    let response = try GeneratedContent(json: #require(answer))
    #expect(try response.value(Bool.self, forProperty: "errored"))
  }

  @Test func `a test without an instance has an error as its result`() {
    var runner = BowtieRunner()
    let answer = runner.respond(
      to: #"{"cmd": "run", "seq": 1, "case": {"schema": {}, "tests": [{}, {"instance": 1}]}}"#)
    #expect(
      answer == #"{"seq": 1, "results": [{"errored": true, "#
        + #""context": {"message": "The test has no instance."}}, {"valid": true}]}"#)
  }
}

extension BowtieRunner {
  fileprivate mutating func respond(to text: String) -> String? { respond(to: Array(text.utf8)) }
}
