#if CommandLine
import ArgumentParser
import SchemaKit
import SchemaProviders

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `schema chat`: a prompt in, a valid answer out.
struct ChatCommand: AsyncConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "chat",
    abstract: "Sends a prompt to a model, and shows the answer as it arrives.",
    usage: """
      schema chat [<prompt> ...] --model <model> [--provider <provider>]
                  [--name <name>] [--key-variable <variable>]
                  [--tools <server>] [--context <n>] [--threads <n>]
                  [--schema <schema>] [--at <pointer>]
                  [--references <path> ...] [--tries <n>]
                  [--pretty | --compact]
                  [--instructions <text>] [--temperature <t>]
                  [--max-tokens <n>] [--usage] [--verbose] [--color <when>]
      """,
    discussion: """
      Each argument is a part of the prompt; - is standard input. Without arguments, the \
      prompt is read from standard input.

      With --schema, the answer is JSON that fits the schema: constraints that the provider does \
      not enforce are checked, and the model is asked again if the answer breaks one. On a \
      terminal the answer is redrawn as it grows, as by 'schema stream'. Elsewhere it is written \
      when it is complete and valid. Without --schema, the answer is text.

        schema chat "A quick soup" --schema recipe --model http://localhost:8080/v1 \\
          --provider llama.cpp
        schema chat "Sort this ticket:" - < ticket.txt --schema ticket.json \\
          --provider openai --model gpt-5 | jq .priority

      --model can also be a GGUF file, which llama.cpp runs in this process if the command was \
      built with the trait Llama. Its speed is reported on standard error.

        schema chat "A quick soup" --schema recipe --model qwen3-4b.gguf

      With --tools, the model may call the tools of a server of the Model Context Protocol, such \
      as --tools "npx some-server" or --tools https://example.org/mcp.

      The key is read from the variable of the provider, such as OPENAI_API_KEY, and is sent to \
      the provider's own address only; --key-variable names the variable of another server's key.

      The exit status is 0 if there is an answer, and it fits the schema; 1 if the model refuses, \
      is cut off, or gives an answer that does not fit; and 2 if there is no answer, \
      because of the arguments, the schema, the key, the connection or the provider.
      """)

  @Argument(
    help: ArgumentHelp("The parts of the prompt, or - for standard input.", valueName: "prompt"))
  var prompt: [String] = []

  @Option(
    help: ArgumentHelp(
      "The address of a server, the name of a model of --provider, or a file in GGUF.",
      valueName: "model"))
  var model: String

  @Option(
    help: ArgumentHelp(
      "The provider, or the software of the server, whose interface is used.",
      valueName: "provider"))
  var provider: ChatProvider?

  @Option(
    help: ArgumentHelp(
      "The name of the model, if --model is an address.", valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "The variable of the environment that has the key.", valueName: "variable"))
  var keyVariable: String?

  @Option(
    help: ArgumentHelp(
      "The address of a server of tools, or the command that starts one.", valueName: "server"))
  var tools: String?

  @Option(
    name: .customLong("context"),
    help: ArgumentHelp(
      "The largest number of tokens of a conversation with a model in a file; by default "
        + "\(ChatFile.defaultContextSize).", valueName: "n"))
  var contextSize: Int?

  @Option(
    name: .customLong("threads"),
    help: ArgumentHelp(
      "The number of threads for a model in a file; by default one for each processor.",
      valueName: "n"))
  var threadCount: Int?

  @Option(help: SchemaSource.help)
  var schema: SchemaSource?

  @OptionGroup var part: PartOptions

  @OptionGroup var json: JSONOptions

  @Option(
    help: ArgumentHelp(
      "The largest number of answers to ask for until one fits the schema; by default, it is "
        + "\(ChatRequest.defaultTries).", valueName: "n"))
  var tries: Int?

  @Option(
    help: ArgumentHelp("The role and the rules of the model.", valueName: "text"))
  var instructions: String?

  @Option(
    help: ArgumentHelp(
      "The sampling temperature, from 0. Most providers accept at most 1 or 2.", valueName: "t"))
  var temperature: Double?

  @Option(
    name: .customLong("max-tokens"),
    help: ArgumentHelp("The largest number of tokens of the answer.", valueName: "n"))
  var maximumTokens: Int?

  @Flag(help: "Reports the number of tokens and their speed on standard error.")
  var usage = false

  @Flag(help: "Writes requests and responses on standard error, without keys.")
  var verbose = false

  var color: ColorChoice { json.colors.color }

  func validate() throws {
    let inputs = prompt.isEmpty ? 1 : prompt.count { $0 == "-" }
    guard inputs + (schema == .standardInput ? 1 : 0) < 2 else {
      throw ValidationError("Only one part of the prompt, or the schema, can be standard input.")
    }
    for (count, name) in [
      (tries, "--tries"), (contextSize, "--context"), (threadCount, "--threads"),
    ] {
      guard count.map({ $0 > 0 }) ?? true else {
        throw ValidationError("\(name) has to be at least 1.")
      }
    }
    guard maximumTokens.map({ $0 > 0 }) ?? true else {
      throw ValidationError("--max-tokens has to be at least 1.")
    }
    guard temperature.map({ $0.isFinite && $0 >= 0 }) ?? true else {
      throw ValidationError("--temperature has to be a finite number of at least 0.")
    }
    guard schema != nil || (part.part == SchemaPart() && json.layout == nil && tries == nil) else {
      throw ValidationError(
        "Without --schema the answer is text, so --at, --pretty, --compact and --tries have no "
          + "effect.")
    }
  }

  func run(on console: inout some Console) async throws {
    let transport: any ModelTransport =
      verbose ? LoggingTransport() : ModelProvider.URLSessionTransport()
    var request = try await request(
      environment: ProcessInfo.processInfo.environment, over: transport, on: &console)
    guard let tools else { return try await request.run(on: &console) }
    let server = try await ChatTools(of: tools)
    for warning in server.warnings { console.report("warning: \(warning)") }
    request.tools = server.tools
    do {
      try await request.run(on: &console)
    } catch {
      await server.disconnect()
      throw error
    }
    await server.disconnect()
  }

  /// The request that the arguments describe.
  ///
  /// - Parameters:
  ///   - environment: The variables of the process.
  ///   - transport: The transport that sends the requests.
  ///   - console: The console to read from and to report on.
  /// - Returns: The request.
  /// - Throws: ``CommandError`` or ``ExitStatus/trouble`` if an argument is missing or unusable.
  func request(
    environment: [String: String], over transport: any ModelTransport,
    on console: inout some Console
  ) async throws -> ChatRequest {
    let namedModel = try namedModel(environment: environment)
    let chatSchema = try schema.map { source in
      let reading = try source.readReporting(part.part, on: &console)
      let validator = try source.reporting(on: &console) { _ in
        try reading.validator(in: source.name)
      }
      return ChatSchema(name: source.name, reading: reading, validator: validator)
    }
    let text = try promptText(on: &console)
    // The file is opened after all other arguments are checked, since it takes seconds.
    let languageModel: any LanguageModel
    var reportsUsage = usage
    switch namedModel {
    case .file(let file):
      languageModel = try await file.open()
      reportsUsage = true
    case .server(let model): languageModel = model.languageModel(over: transport)
    }
    return ChatRequest(
      model: languageModel, prompt: text, instructions: instructions, schema: chatSchema,
      options: GenerationOptions(
        temperature: temperature, maximumResponseTokens: maximumTokens),
      maximumTries: tries ?? ChatRequest.defaultTries, layout: json.layout,
      reportsUsage: reportsUsage)
  }

  /// A model that the arguments name.
  private enum NamedModel {
    case file(ChatFile)
    case server(ChatModel)
  }

  private func namedModel(environment: [String: String]) throws -> NamedModel {
    guard ChatFile.isFile(model) else {
      if contextSize != nil { throw CommandError.fileOption("--context") }
      if threadCount != nil { throw CommandError.fileOption("--threads") }
      return .server(
        try ChatModel(
          model, named: name, of: provider, keyVariable: keyVariable, environment: environment))
    }
    if provider != nil { throw CommandError.serverOption("--provider") }
    if name != nil { throw CommandError.serverOption("--name") }
    if keyVariable != nil { throw CommandError.serverOption("--key-variable") }
    return .file(
      ChatFile(
        path: model, contextSize: contextSize ?? ChatFile.defaultContextSize,
        threadCount: threadCount))
  }

  private func promptText(on console: inout some Console) throws -> String {
    var parts: [String] = []
    for part in prompt.isEmpty ? ["-"] : prompt {
      guard part == "-" else {
        parts.append(part)
        continue
      }
      let bytes = try SchemaSource.standardInputBytes(from: &console)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw CommandError.unreadableInput(reason: "it is not text in UTF-8")
      }
      parts.append(text)
    }
    let text = parts.joined(separator: "\n\n")
    guard text.contains(where: { !$0.isWhitespace }) else { throw CommandError.emptyPrompt }
    return text
  }
}

extension ChatProvider: ExpressibleByArgument {}
#endif
