import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaTestSupport
import SessionTestSupport
import Testing

/// What a session makes of a stream.
struct ConformanceOutcome {
  /// A complete answer; `nil` for none.
  var answer: String?
  /// The tools that ran, with their arguments.
  var calls: [String] = []
  var reasoning = ""
  /// The words of the error, with its metadata; `nil` for none.
  var error: String?
  /// What is wrong with the transcript, or with a request.
  var problems: [String] = []
  /// The bodies of the requests after the first one.
  var bodies: [String] = []

  /// Whether nothing was taken for complete.
  var isNothing: Bool { answer == nil && calls.isEmpty && error != nil }

  func isSame(as other: ConformanceOutcome) -> Bool {
    answer == other.answer && calls.sorted() == other.calls.sorted() && error == other.error
  }
}

/// A session with an interface that gets a stream.
struct ConformanceRun: Sendable {
  static let answer = "Dal ü 🍲"

  let interface: WireInterface
  /// The situation of the stream, which determines what is asked.
  let situation: String

  /// Whether a value is asked for.
  private var isValue: Bool { ["structure", "length"].contains(situation) }

  /// Whether the golden stream has no answer.
  var isFailure: Bool {
    ["refusal", "length", "filter", "blocked", "error", "failed", "limit"].contains(situation)
  }

  /// Sends a prompt, which the stream answers, and another prompt afterwards.
  func outcome(
    of bytes: Data, failure: (any Error)? = nil, status: Int = 200, type: String? = nil,
    isKept: Bool = false
  ) async -> ConformanceOutcome {
    let headers = ["content-type": interface.framing.mediaType]
    let text = ScriptedTransport.Response(
      headers: headers, pieces: [interface.bytes(interface.events("text"))])
    let transport = ScriptedTransport([
      .init(
        status: status, headers: type.map { ["content-type": $0] } ?? headers, pieces: [bytes],
        failure: failure), text, text, text,
    ])
    let ran = Locked<[String]>([])
    let tools: [any Tool] = isValue ? [] : [Probe(ran: ran), AnswerClock(ran: ran)]
    let session = LanguageModelSession(
      model: interface.model(transport), tools: tools, instructions: "Be brief.")
    session.policy.reask.maximumTries = 1
    if isKept { session.transcriptErrorHandlingPolicy = .preserveTranscript }
    var outcome = ConformanceOutcome()
    do {
      if isValue {
        let dish = try await session.respond(to: "Soup?", generating: Dish.self)
        outcome.answer = "\(dish.content)"
      } else {
        let response = try await session.respond(to: "Soup?")
        // A text that is as long as it may be is marked as such.
        if response.finishReason == .stop { outcome.answer = response.content }
      }
    } catch {
      let metadata = (error as? LanguageModelError)?.metadata
      let refusal = (error as? LanguageModelError)?.refusal?.text
      outcome.error = "\(error) \(refusal ?? "") \(metadata.map { "\($0)" } ?? "")"
      if !isKept, session.transcript.outline != ["instructions"] {
        outcome.problems.append("a trace of a failed turn in the transcript")
      }
    }
    outcome.calls = ran.withLock(\.self)
    outcome.reasoning =
      session.transcript.outline.filter { $0.hasPrefix("reasoning") }.joined(separator: "\n")
    let asked = transport.requests.count
    let next = try? await session.respond(to: "And?").content
    if next != Self.answer { outcome.problems.append("no answer to the next request") }
    if transport.requests.count != asked + 1 { outcome.problems.append("no next request") }
    let kinds = session.transcript.outline.map { $0.hasPrefix("prompt") }
    if !isKept, zip(kinds, kinds.dropFirst()).contains(where: { $0 && $1 }) {
      outcome.problems.append("two prompts in a row")
    }
    for request in transport.requests.dropFirst() {
      outcome.bodies.append(String(decoding: request.body, as: UTF8.self))
      if let problem = interface.rules.problem(in: request.body) {
        outcome.problems.append("a request with \(problem)\(isKept ? " (kept transcript)" : "")")
      }
    }
    return outcome
  }

  func outcome(
    of events: some Sequence<WireEvent>, failure: (any Error)? = nil
  ) async -> ConformanceOutcome {
    await outcome(of: interface.bytes(events), failure: failure)
  }
}

/// A tool whose calls are noted.
private struct Probe: Tool {
  struct Arguments: Generable {
    var term: String

    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Arguments.self,
        properties: [GenerationSchema.Property(name: "term", type: String.self)])
    }

    init(_ content: GeneratedContent) throws { term = try content.value(forProperty: "term") }

    var generatedContent: GeneratedContent { GeneratedContent(properties: ["term": term]) }
  }

  let name = "find"
  let description = "Finds dishes"
  let ran: Locked<[String]>

  func call(arguments: Arguments) async throws -> String {
    ran.withLock { $0.append("find \(arguments.term)") }
    return "found"
  }
}

/// A tool without parameters.
private struct AnswerClock: Tool {
  struct Arguments: Generable {
    static var generationSchema: GenerationSchema {
      GenerationSchema(type: Arguments.self, properties: [])
    }

    init(_ content: GeneratedContent) throws {}

    var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
  }

  let name = "now"
  let description = "Says the time"
  let ran: Locked<[String]>

  func call(arguments: Arguments) async throws -> String {
    ran.withLock { $0.append("now") }
    return "noon"
  }
}

/// What a test of many cases finds, one issue for each kind.
struct ConformanceFindings {
  private var kinds: [String: (count: Int, example: String)] = [:]
  private(set) var count = 0
  private var random = SplitMix64(seed: 7)

  /// Whether a test tries a case: all with the optimiser, otherwise one in a number of them.
  mutating func picks(oneIn part: Int) -> Bool { isOptimized || random.oneIn(part) }

  /// Counts a case, and notes what is wrong with it.
  mutating func check(
    _ outcome: ConformanceOutcome, _ isRight: Bool, _ kind: String,
    _ example: @autoclosure () -> String
  ) {
    count += 1
    if !isRight {
      let error = outcome.error.map { String($0.prefix(200)) } ?? "none"
      note(
        kind,
        "\(example()): answer \(outcome.answer ?? "none"), calls \(outcome.calls), error \(error)")
    }
    for problem in outcome.problems { note(problem, "\(kind), \(example())") }
  }

  private mutating func note(_ kind: String, _ example: String) {
    kinds[kind, default: (0, example)].count += 1
  }

  /// Prints how many cases there were, and records an issue for each kind of fault.
  func report(_ variant: String, _ interface: WireInterface, streams: Int) {
    print(
      "conformance: \(interface.testDescription): \(variant): \(streams) streams, \(count) cases")
    for (kind, found) in kinds.sorted(by: { $0.key < $1.key }) {
      Issue.record(
        "\(interface.testDescription), \(variant): \(kind), \(found.count) times (\(found.example))"
      )
    }
  }
}
