#if CommandLine
import ArgumentParser
import Foundation
import SchemaSessions
import Testing

@testable import SchemaCommandLine

struct ChatFileTests {
  @Test(
    arguments: [
      ("m.gguf", true), ("folder/M.GGUF", true), ("gpt-5", false),
      ("http://localhost:8080/m.gguf", false),
    ])
  func `a path that ends with gguf is a file`(model: String, isFile: Bool) {
    #expect(ChatFile.isFile(model) == isFile)
  }

  @Test(
    arguments: [
      (["--model", "m.gguf", "--provider", "llama.cpp"], "so --provider has no effect"),
      (["--model", "m.gguf", "--name", "m"], "so --name has no effect"),
      (["--model", "m.gguf", "--key-variable", "K"], "so --key-variable has no effect"),
      (["--model", "http://h/v1", "--context", "9"], "--context is for a model in a file"),
      (["--model", "http://h/v1", "--threads", "1"], "--threads is for a model in a file"),
    ])
  func `options of the other kind of model are errors`(arguments: [String], problem: String) async {
    let run = await ChatRun(["Soup?"] + arguments, environment: ["K": "k"])
    #expect(run.status == 2)
    #expect(run.messages.contains(problem), "\(run.messages)")
    #expect(run.requests.isEmpty && run.output.isEmpty)
  }

  @Test(arguments: ["--context", "--threads"])
  func `a count below 1 is an error`(option: String) {
    #expect(throws: (any Error).self) {
      try ChatCommand.parse(["Soup?", "--model", "m.gguf", option, "0"])
    }
  }

  @Test func `a file that cannot be opened is an error with a remedy`() async {
    let run = await ChatRun(["Soup?", "--model", "missing.gguf"])
    #expect(run.status == 2)
    #expect(run.messages.contains("missing.gguf"), "\(run.messages)")
    #if !Llama
    #expect(run.messages.contains("--traits CommandLine,Llama --product schema"))
    #endif
    #expect(run.output.isEmpty)
  }

  #if os(Linux) || os(macOS)
  @Test(
    arguments: [
      ("exit 3", "cannot be used"), ("no-such-program-anywhere", "cannot be used"),
      ("http://127.0.0.1:9/mcp", "cannot be used"),
    ])
  func `tools that cannot be used are an error`(server: String, problem: String) async {
    let error = await #expect(throws: CommandError.self) { _ = try await ChatTools(of: server) }
    #expect(error?.problem.contains(problem) == true)
    #expect(error?.remedy?.contains("--tools") == true)
  }

  @Test(arguments: ["ws://127.0.0.1:9/mcp", "ftp://example.org", "HTTPSS://example.org"])
  func `an address of another scheme starts no command`(server: String) async {
    let error = await #expect(throws: CommandError.self) { _ = try await ChatTools(of: server) }
    #expect(
      error?.problem == "'\(server)' is not an address that begins with http:// or https://.")
    #expect(error?.remedy == "Give such an address, or the command that starts the server.")
  }

  /// A server whose list of tools is the argument.
  private static let server = """
    while read -r line; do
      id=$(printf %s "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
      case "$line" in
        *'"initialize"'*) result='"result":{"protocolVersion":"2025-06-18","capabilities":\
    {"tools":{}},"serverInfo":{"name":"s","version":"1"}}' ;;
        *'"tools/list"'*) result='"result":{"tools":['$1']}' ;;
        *) result='"error":{"code":-32601,"message":"none"}' ;;
      esac
      [ -z "$id" ] || printf '{"jsonrpc":"2.0","id":%s,%s}\\n' "$id" "$result"
    done

    """

  @Test func `a tool that cannot be used is left out with a warning`() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(Self.server, to: "server.sh")
    let tool = #"{"name":"look","inputSchema":{"type":"object"}}"#
    let tools = try await ChatTools(of: "sh '\(script)' '\(tool),\(tool)'")
    await tools.disconnect()
    #expect(tools.tools.map(\.name) == ["look"])
    #expect(
      tools.warnings == [
        "The tool 'look' is left out. The server lists a second tool with this name."
      ])
    let error = await #expect(throws: CommandError.self) {
      _ = try await ChatTools(of: "sh '\(script)' '{}'")
    }
    #expect(error?.problem.contains("cannot be used. The tool '") == true, "\(error as Any)")
  }

  @Test func `a command with an address among its arguments is a command`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("started")
    await #expect(throws: CommandError.self) {
      _ = try await ChatTools(of: "sh -c 'touch \(path)' https://example.invalid/mcp")
    }
    #expect(FileManager.default.fileExists(atPath: path))
  }
  #endif

  @Test func `the speed is that of the tokens behind the first`() throws {
    var speed = ChatSpeed()
    #expect(speed.text(ofTokens: 5) == nil)
    speed.noteToken()
    let first = try #require(speed.text(ofTokens: 5))
    #expect(first.contains(/^first token after 0\.[0-9]{2} s$/))
    Thread.sleep(forTimeInterval: 0.05)
    speed.noteToken()
    let both = try #require(speed.text(ofTokens: 5))
    let rate = try #require(both.firstMatch(of: /then ([0-9]+\.[0-9]) tokens a second/)).output.1
    let number = try #require(Double(rate))
    #expect((1...80).contains(number), "\(both)")
    #expect(speed.text(ofTokens: 1) == first)
  }
}
#endif
