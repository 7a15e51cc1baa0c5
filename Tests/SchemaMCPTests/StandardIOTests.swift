#if os(macOS) || os(Linux)
import Foundation
import SchemaModel
import SchemaSessions
import SessionTestSupport
import Testing

@testable import SchemaMCP

/// A server over two files.
struct StandardIOTests {
  private let input = Pipe()
  private let output = Pipe()

  /// Serves a tool that waits for ever when it is asked for "all", and is cancelled with its task.
  private func serve() throws -> Task<Void, any Error> {
    let find = Find { term in
      if term == "all" { try await Task.sleep(for: .seconds(3_600)) }
      return "found \(term)"
    }
    let resource = MCPServer.Resource(MCPResource(uri: "a:b", name: "b")) {
      throw CancellationError()
    }
    let server = try MCPServer(name: "s", version: "1", tools: [find], resources: [resource])
    let (reading, writing) = (input.fileHandleForReading, output.fileHandleForWriting)
    return Task {
      defer { try? writing.close() }
      try await server.run(reading: reading, writing: writing)
    }
  }

  private func send(_ message: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(message)\n".utf8))
  }

  private func call(_ id: Int, _ term: String) throws {
    try send(
      #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","#
        + #""params":{"name":"find","arguments":{"term":"\#(term)"}}}"#)
  }

  /// The messages of the server until it ends, by their identifiers.
  private func responses(
    _ server: Task<Void, any Error>
  ) async throws -> [Int: GeneratedContent] {
    let lines = LineStream(output.fileHandleForReading)
    var responses: [Int: GeneratedContent] = [:]
    while let line = try await lines.next() {
      let response = try GeneratedContent(json: line)
      let id = try Int(try #require(response.property(named: "id")))
      #expect(responses.updateValue(response, forKey: id) == nil)
    }
    try await server.value
    return responses
  }

  @Test("H2: refuses a request beyond 64, and reads the cancellation of those that run")
  func manyRequests() async throws {
    let server = try serve()
    for id in 0..<64 { try call(id, "all") }
    try call(64, "soup")
    for id in 0..<64 {
      try send(
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#)
    }
    try input.fileHandleForWriting.close()
    let responses = try await responses(server)
    #expect(Array(responses.keys) == [64])
    let error = responses[64]?.property(named: "error")
    #expect(error?.property(named: "code")?.jsonString == "-32603")
    #expect(
      error?.string(named: "message")
        == "The server answers 64 requests, and takes no more at a time. Ask again.")
  }

  @Test("refuses the identifier of a request that is being answered, which goes on")
  func duplicate() async throws {
    let server = try serve()
    try call(1, "all")
    try call(1, "soup")
    try send(
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
    try call(2, "pie")
    try input.fileHandleForWriting.close()
    let responses = try await responses(server)
    #expect(responses.keys.sorted() == [1, 2])
    let error = responses[1]?.property(named: "error")
    #expect(error?.property(named: "code")?.jsonString == "-32600")
    #expect(responses[2]?.property(named: "result") != nil)
  }

  @Test("answers a resource that throws a CancellationError of its own")
  func ownCancellation() async throws {
    let server = try serve()
    try send(#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"a:b"}}"#)
    try input.fileHandleForWriting.close()
    let error = try await responses(server)[1]?.property(named: "error")
    #expect(error?.property(named: "code")?.jsonString == "-32603")
  }

  @Test("H2: a line without an end is an error, and ends the requests that are being answered")
  func endlessLine() async throws {
    let server = try serve()
    try call(1, "all")
    let writer = LineWriter(input.fileHandleForWriting)
    let line = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 25)
    let writing = Task { try await writer.write(line) }
    let lines = LineStream(output.fileHandleForReading)
    #expect(try await lines.next() == nil)
    let error = await #expect(throws: MCPError.self) { try await server.value }
    #expect(error?.code == .malformed)
    #expect(error?.message == "An MCP message is too long.")
    // The rest of the line is not read.
    try input.fileHandleForReading.close()
    let rest = await #expect(throws: MCPError.self) { try await writing.value }
    #expect(rest?.code == .closed)
  }

  @Test("a client that reads no responses is an error")
  func deafClient() async throws {
    let server = try serve()
    try output.fileHandleForReading.close()
    try call(1, "soup")
    try input.fileHandleForWriting.close()
    let error = await #expect(throws: MCPError.self) { try await server.value }
    #expect(error?.code == .closed)
    #expect(error?.message == "The MCP peer closed the connection.")
  }

  @Test("H2: accepts as many requests as have ended")
  func room() async throws {
    let server = try serve()
    let lines = LineStream(output.fileHandleForReading)
    for id in 0..<200 {
      try call(id, "pie")
      // One answer each, so that no more than one runs.
      let line = try #require(try await lines.next())
      let response = try GeneratedContent(json: line)
      #expect(response.property(named: "result") != nil)
    }
    try input.fileHandleForWriting.close()
    try await server.value
  }
}
#endif
