import SchemaEncoding
import SchemaFitting
import SchemaModel
import SchemaReading
import SchemaValidation

/// The tools of a session, each with a validator of its arguments.
package struct Toolbox: Sendable {
  /// The largest length in bytes of the tools' quoted names in a sentence for the model.
  private static let maximumListLength = 1_000

  /// The largest number of calls that run concurrently, since a reply may have any number of them.
  private static let maximumConcurrentCalls = 64

  /// The definitions of the tools for the model, in order.
  let definitions: [Transcript.ToolDefinition]
  private let tools: [String: ValidatedTool]
  /// The names of the tools in a sentence for the model.
  ///
  /// The length is limited, since the output of each call of an unknown tool has this sentence.
  private let toolList: String

  var isEmpty: Bool { definitions.isEmpty }

  /// Creates a toolbox.
  ///
  /// `schemas` keeps the validators of tools from one toolbox to the next.
  ///
  /// - Throws: ``LanguageModelSession/Error/duplicateTool(_:)``.
  init(_ tools: [any Tool], _ schemas: SessionSchemas = SessionSchemas()) throws {
    try Toolbox.checkNames(of: tools)
    definitions = tools.map { Transcript.ToolDefinition(tool: $0) }
    toolList = Toolbox.list(of: definitions.map(\.name))
    self.tools = tools.reduce(into: [:]) { tools, tool in
      tools[tool.name] = ValidatedTool(tool, schemas)
    }
  }

  /// Checks that each name belongs to one tool.
  ///
  /// - Throws: ``LanguageModelSession/Error/duplicateTool(_:)``.
  package static func checkNames(of tools: [any Tool]) throws {
    var names: Set<String> = []
    for tool in tools {
      guard names.insert(tool.name).inserted else {
        throw LanguageModelSession.Error.duplicateTool(tool.name)
      }
    }
  }

  /// Returns a sentence with the names of tools, or with as many names as fit.
  private static func list(of names: [String]) -> String {
    var listed: [String] = []
    var length = 0
    for name in names {
      // The quotes, the comma and the space.
      length += name.utf8.count + 4
      guard length <= maximumListLength else { break }
      listed.append("\"\(name)\"")
    }
    let restCount = names.count - listed.count
    guard !names.isEmpty else { return "There are no tools." }
    guard !listed.isEmpty else { return "The names of the tools are too long for a list." }
    let rest = restCount == 0 ? "" : ", and \(restCount) more"
    return "The tools are: \(listed.joined(separator: ", "))\(rest)."
  }

  /// Returns `true` if arguments of a tool fit its parameters, or if there is no such tool.
  func accepts(_ arguments: GeneratedContent, for name: String) -> Bool {
    tools[name]?.accepts(arguments) ?? true
  }

  /// Reads the text of arguments along the parameters of a tool; `nil` if there is no such tool.
  func reading(
    _ text: String, for name: String, as mapping: AnswerMapping, by policy: ReadingPolicy
  ) -> Result<Reading, ReadingError>? {
    tools[name]?.reading(text, as: mapping, by: policy)
  }

  /// Decides on the calls of a round, one after the other.
  ///
  /// - Returns: The decisions, with `.allow` for a call that will not run. If one of them is
  ///   `.wait`, no call of the round may run.
  /// - Throws: An error of the approval; `SchemaError` for a tool with a faulty schema.
  func decisions(
    on calls: Transcript.ToolCalls, faults: [String: CallFault], by approval: ToolApproval?
  ) async throws -> [ToolApproval.Decision] {
    guard let approval else { return calls.map { _ in .allow } }
    var decisions: [ToolApproval.Decision] = []
    for call in calls {
      guard faults[call.id] == nil, let tool = tools[call.toolName],
        try tool.report(on: call.arguments).isValid
      else {
        decisions.append(.allow)
        continue
      }
      try Task.checkCancellation()
      decisions.append(try await approval.decision(on: call))
    }
    try Task.checkCancellation()
    return decisions
  }

  /// Runs calls concurrently, but at most ``maximumConcurrentCalls`` at once.
  ///
  /// A call of an unknown tool, or with arguments that do not fit, does not run: its output tells
  /// the model the problem.
  ///
  /// `places` are the places in the original arguments, by the calls' identifiers.
  func run(
    _ calls: Transcript.ToolCalls, decisions: [ToolApproval.Decision],
    faults: [String: CallFault], places: [String: AnswerPlaces], failure: SessionPolicy.ToolFailure
  ) async -> CallOutputs {
    await withTaskGroup(of: (Int, Result<Prompt, any Error>).self) { group in
      var outputs = CallOutputs()
      func add(_ index: Int, _ result: Result<Prompt, any Error>) {
        outputs.add(result, of: calls[index], at: index)
        if outputs.error != nil { group.cancelAll() }
      }
      for (index, (call, decision)) in zip(calls, decisions).enumerated() {
        if index >= Toolbox.maximumConcurrentCalls, let (ended, result) = await group.next() {
          add(ended, result)
        }
        guard outputs.error == nil else { break }
        group.addTask {
          let places = places[call.id] ?? AnswerPlaces(.identity, in: "")
          do {
            let output = try await output(
              of: call, decision, faults[call.id], places, failure: failure)
            return (index, .success(output))
          } catch {
            return (index, .failure(error))
          }
        }
      }
      for await (index, result) in group { add(index, result) }
      return outputs
    }
  }

  /// Returns the output of a call, or the reason why its tool did not run.
  private func output(
    of call: Transcript.ToolCall, _ decision: ToolApproval.Decision, _ fault: CallFault?,
    _ places: AnswerPlaces, failure: SessionPolicy.ToolFailure
  ) async throws -> Prompt {
    // A group also starts tasks that are added after it was cancelled.
    try Task.checkCancellation()
    if let fault { return Prompt("The tool was not called. \(fault.feedback(places))") }
    guard let known = tools[call.toolName] else {
      return Prompt("There is no tool named \"\(call.toolName.excerpt)\". \(toolList)")
    }
    let report = try known.report(on: call.arguments)
    guard report.isValid else {
      return Prompt("The tool was not called. \(places.feedback(on: report))")
    }
    var call = call
    var note: [Prompt.Component] = []
    switch decision {
    case .allow: break
    case .wait: throw LanguageModelSession.PendingApprovalError(calls: [call])
    case .deny(let reason):
      return Prompt("The tool was not called, since the call was not approved: \(reason)")
    case .change(let arguments):
      let report = try known.report(on: arguments)
      guard report.isValid else {
        throw LanguageModelSession.ToolCallError(
          tool: known.tool.unwrapped,
          underlyingError: ToolApproval.InvalidArguments(report: report.description))
      }
      call.arguments = arguments
      note = [.text("The tool was called with other arguments: \(arguments.jsonString)")]
    }
    do {
      let output = try await Transcript.ToolCall.$current.withValue(call) {
        try await Toolbox.call(known.tool, call.arguments)
      }
      return Prompt(components: note + output.components)
    } catch {
      // A tool may throw its own error for a cancellation.
      try Task.checkCancellation()
      guard failure == .tellModel else {
        throw LanguageModelSession.ToolCallError(
          tool: known.tool.unwrapped, underlyingError: error)
      }
      return Prompt("The tool failed: \(error.problemText)")
    }
  }

  private static func call<SomeTool: Tool>(
    _ tool: SomeTool, _ arguments: GeneratedContent
  ) async throws -> Prompt {
    try await tool.call(arguments: SomeTool.Arguments(arguments)).promptRepresentation
  }
}

/// The outputs of the calls of a round that have ended, and the first error.
///
/// A resumed round keeps the outputs next to the error.
struct CallOutputs {
  private typealias Ended = (call: Transcript.ToolCall, output: Transcript.ToolOutput)

  private var outputs: [(index: Int, ended: Ended)] = []

  /// The error of the first call that failed: ``LanguageModelSession/ToolCallError`` if failures
  /// are thrown, `SchemaError` for a tool with a faulty schema, or `CancellationError`.
  private(set) var error: (any Error)?

  /// Adds the result of a call.
  mutating func add(
    _ result: Result<Prompt, any Error>, of call: Transcript.ToolCall, at index: Int
  ) {
    switch result {
    case .success(let prompt):
      let output = Transcript.ToolOutput(
        id: call.id, toolName: call.toolName, segments: [Transcript.Segment](prompt.components))
      outputs.append((index, (call, output)))
    // The first error cancels the other calls, which may then fail, too.
    case .failure(let failure): error = error ?? failure
    }
  }

  /// The calls with their outputs, in the order of the calls.
  var ended: [(call: Transcript.ToolCall, output: Transcript.ToolOutput)] {
    outputs.sorted { $0.index < $1.index }.map(\.ended)
  }
}
