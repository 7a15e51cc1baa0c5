import IndexedTables
import SchemaText

/// A step of an output, such as text or the beginning or end of a call, by the roles of the plan's
/// parts.
///
/// The texts of events consist of complete characters and never contain a prefix of a marker.
public enum PlanEvent: Sendable, Hashable {
  /// More of the model's thinking.
  case reasoning(String)
  /// More of the text for the reader.
  case text(String)
  /// More of the value that is the answer.
  case value(String)
  /// A call of a tool has begun.
  case callBegan(name: String)
  /// More of the identifier of the call.
  case callIdentifier(String)
  /// More of the arguments of the call, as JSON.
  case arguments(String)
  /// The call is complete. Its arguments together are a JSON text.
  case callEnded
  /// The output has ended by a token.
  case ended(token: Int)
  /// Reported events were rolled back. The events of the whole output follow.
  case restarted
}

/// The beginnings and ends of parts that all readings of an output have in common.
struct PlanTraceChain {
  struct Step {
    var role: PlanPart.Role
    var isStart: Bool
    var offset: Int
  }

  /// The steps after the trace at which the chain begins.
  let steps: [Step]
  /// The trace of the last step, or the trace at which the chain begins.
  let last: EntryIndex<PlanTrace>?
  /// The number of bytes that belong to the part that is open after the last step.
  let length: Int

  // `start`: The trace after which the chain begins; `nil` for the beginning of the output. All
  // readings must have this trace. `traces`: All traces. `readings`: The last trace of each
  // reading, and the number of its bytes that are certain.
  init(
    after start: EntryIndex<PlanTrace>?, _ traces: [PlanTrace],
    _ readings: [(trace: EntryIndex<PlanTrace>?, length: Int)],
    _ roles: [PlanPart.Role]
  ) {
    func path(_ last: EntryIndex<PlanTrace>?) -> [EntryIndex<PlanTrace>] {
      var path: [EntryIndex<PlanTrace>] = []
      var next = last
      while let index = next, index != start {
        path.append(index)
        next = traces[index].previous
      }
      return path.reversed()
    }
    var length = readings.map(\.length).min() ?? 0
    var common = readings.first.map { path($0.trace) } ?? []
    for reading in readings.dropFirst() where reading.trace != readings[0].trace {
      let other = path(reading.trace)
      let shared = zip(common, other).prefix { $0 == $1 }.count
      for rest in [common, other] where rest.count > shared {
        length = min(length, Int(traces[rest[shared]].offset))
      }
      common.removeLast(common.count - shared)
    }
    steps = common.map {
      let trace = traces[$0]
      return Step(
        role: roles[trace.role], isStart: trace.isStart, offset: Int(trace.offset))
    }
    last = common.last ?? start
    self.length = length
  }
}

/// Reports the parts of one output as they grow.
struct PlanEventReader {
  /// The trace of the last step that was reported.
  private var lastTrace: EntryIndex<PlanTrace>?
  /// The number of bytes that were reported or skipped.
  private var offset = 0
  private var open: [PlanPart.Role] = []
  private var hasEnded = false
  /// The number of tokens that were read, in the matcher's count.
  private var tokenCount = 0
  private var mustRestart = false
  /// The progress of the current call's arguments.
  private var arguments = Arguments.none
  /// The beginning of a constant in Python's notation that is the current argument.
  private var constant = ""

  private enum Arguments {
    case none, begun, parameters
  }

  /// Records that a rollback has left only this number of tokens.
  mutating func rewind(to count: Int) { if count < tokenCount { mustRestart = true } }

  /// The trace after which the next chain begins.
  ///
  /// All readings have this trace, unless tokens were rolled back.
  var start: EntryIndex<PlanTrace>? { mustRestart ? nil : lastTrace }

  /// Returns the events since the last call.
  ///
  /// `chain`: The chain after ``start``. `text`: All bytes of the output. `tokenCount`: The number
  /// of tokens, in the matcher's count. `endToken`: The end token, or `nil`.
  mutating func read(
    _ chain: PlanTraceChain, _ text: [UInt8], tokenCount: Int, endToken: Int?
  ) -> [PlanEvent] {
    var events: [PlanEvent] = []
    if mustRestart {
      self = PlanEventReader()
      events.append(.restarted)
    }
    self.tokenCount = tokenCount
    for step in chain.steps {
      report(text, upTo: step.offset, isWhole: true, &events)
      if step.isStart {
        begin(step.role, &events)
      } else {
        end(step.role, &events)
      }
    }
    lastTrace = chain.last
    report(text, upTo: chain.length, isWhole: false, &events)
    if let endToken, !hasEnded {
      hasEnded = true
      events.append(.ended(token: endToken))
    }
    return events
  }

  private mutating func begin(_ role: PlanPart.Role, _ events: inout [PlanEvent]) {
    open.append(role)
    switch role {
    case .call(let name):
      arguments = .none
      events.append(.callBegan(name: name))
    case .arguments: arguments = .begun
    case .parameter(let name, let isText):
      let start = arguments == .parameters ? ", " : "{"
      arguments = .parameters
      events.append(
        .arguments(start + Self.quoted(name) + (isText ? ": \"" : ": ")))
    case .reasoning, .text, .value, .callIdentifier: break
    }
  }

  private mutating func end(_ role: PlanPart.Role, _ events: inout [PlanEvent]) {
    if !open.isEmpty { open.removeLast() }
    switch role {
    case .call:
      switch arguments {
      case .none: events.append(.arguments("{}"))
      case .parameters: events.append(.arguments("}"))
      case .begun: break
      }
      events.append(.callEnded)
    case .parameter(_, isText: true): events.append(.arguments("\""))
    case .parameter where !constant.isEmpty:
      events.append(.arguments(PythonConstant.json[constant] ?? constant))
      constant = ""
    case .parameter, .arguments, .reasoning, .text, .value, .callIdentifier: break
    }
  }

  /// Reports the bytes of the innermost part up to an offset.
  private mutating func report(
    _ text: [UInt8], upTo end: Int, isWhole: Bool, _ events: inout [PlanEvent]
  ) {
    guard end > offset, end <= text.count else { return }
    var bytes = text[offset..<end]
    if !isWhole {
      var character = UTF8Automaton.start
      var complete = bytes.startIndex
      for index in bytes.indices {
        let next = UTF8Automaton.step(character, bytes[index])
        if next == UTF8Automaton.start { complete = index + 1 }
        character = next ?? UTF8Automaton.start
      }
      bytes = bytes[..<complete]
    }
    offset = bytes.endIndex
    guard !bytes.isEmpty, let role = open.last else { return }
    let string = String(decoding: bytes, as: UTF8.self)
    switch role {
    case .reasoning: events.append(.reasoning(string))
    case .text: events.append(.text(string))
    case .value: events.append(.value(string))
    case .callIdentifier: events.append(.callIdentifier(string))
    case .parameter(_, isText: false) where PythonConstant.isBegun(by: constant + string):
      // It is reported as JSON when it is complete.
      constant += string
    case .arguments, .parameter(_, isText: false): events.append(.arguments(string))
    case .parameter(_, isText: true):
      events.append(.arguments(Self.escaped(string)))
    case .call: break
    }
  }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Returns a text as the content of a JSON string, without the quotation marks.
  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.appendJSON(text)
    // The quotation marks are removed as bytes, because a combining mark at the beginning of the
    // text forms one character with the quotation mark.
    return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
  }
}
