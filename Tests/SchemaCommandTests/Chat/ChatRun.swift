#if CommandLine
import ArgumentParser
import SchemaKit
import SchemaProviders
import SchemaSessionTesting

@testable import SchemaCommandLine

/// The result of `schema chat` with a scripted server.
struct ChatRun {
  let output: String
  let messages: String
  let progress: [String]
  let status: Int32
  let requests: [TransportRequest]

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after `chat`.
  ///   - replies: The pieces of each answer of the model.
  ///   - environment: The variables of the process.
  ///   - console: The console.
  init(
    _ arguments: [String], replies: [[String]] = [], environment: [String: String] = [:],
    on console: RecordingConsole = RecordingConsole()
  ) async {
    await self.init(
      arguments, responses: replies.map { .init(body: [ChatRun.stream($0)]) },
      environment: environment, on: console)
  }

  /// Runs the command.
  init(
    _ arguments: [String], responses: [ScriptedTransport.Response],
    environment: [String: String] = [:], on console: RecordingConsole = RecordingConsole()
  ) async {
    let transport = ScriptedTransport(responses)
    var console = console
    var failure: (any Error)?
    do {
      let command = try ChatCommand.parse(arguments)
      let request = try await command.request(
        environment: environment, over: transport, on: &console)
      try await request.run(on: &console)
    } catch {
      failure = error
    }
    status = console.end(with: failure).rawValue
    output = console.output
    messages = console.messages
    progress = console.progress
    requests = transport.requests
  }

  /// A stream of Chat Completions, with a piece of the answer in each event.
  static func stream(_ pieces: [String], reason: String = "stop") -> String {
    let deltas = pieces.map { piece in
      GeneratedContent(properties: ["content": piece]).jsonString
    }
    let events = (deltas + ["{}"]).enumerated().map { index, delta in
      let reason = index == deltas.count ? "\"\(reason)\"" : "null"
      return #"data: {"choices":[{"index":0,"delta":\#(delta),"finish_reason":\#(reason)}]}"#
    }
    let usage = #"{"prompt_tokens":9,"completion_tokens":4,"total_tokens":13}"#
    return (events + [#"data: {"choices":[],"usage":\#(usage)}"#, "data: [DONE]"])
      .map { $0 + "\n\n" }.joined()
  }

  /// The body of a request as text.
  func body(_ index: Int = 0) -> String {
    requests.indices.contains(index) ? String(decoding: requests[index].body, as: UTF8.self) : ""
  }
}
#endif
