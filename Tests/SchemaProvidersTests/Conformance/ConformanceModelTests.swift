import Foundation
import SchemaModel
import SchemaProviders
import SchemaTestSupport
import Testing

/// What models write that no parser of a server has taken apart.
extension ConformanceTests {
  @Test(
    "T36: a thought in the text, and a draft in it, is no part of the answer",
    arguments: WireInterface.passing)
  func thoughts(_ interface: WireInterface) async {
    let draft = #"Soup ü, then. {"name":"Draft","minutes":7} <b>"#
    let forms = [
      ("<think>", "</think>"), ("[THINK]", "[/THINK]"), ("", "</think>"), ("", "[/THINK]"),
      ("<think>\n", "\n</think>\n\n"),
    ]
    let texts = interface.events("text")
    guard let template = texts.first(where: { interface.text.value(in: $0) != nil }) else {
      Issue.record("no text")
      return
    }
    func event(_ text: some StringProtocol) -> WireEvent {
      interface.text.setting(GeneratedContent(String(text)).jsonString, in: template)
    }
    await eachStream(of: interface, "thoughts", in: ["text", "structure", "tool"]) {
      stream, findings in
      let (run, events, whole) = stream
      let first = events.firstIndex { interface.text.value(in: $0) != nil } ?? 0
      for (open, close) in forms {
        let text = open + draft + close
        let scalars = Array(text.unicodeScalars)
        func part(_ range: Range<Int>) -> WireEvent {
          var part = String.UnicodeScalarView()
          part.append(contentsOf: scalars[range])
          return event(String(part))
        }
        let cuts = run.situation == "tool" ? [0] : Array(triedPlaces(in: scalars.count))
        let splits =
          cuts.map { [part(0..<$0), part($0..<scalars.count)] }
          + [scalars.indices.map { part($0..<($0 + 1)) }]
        for split in splits {
          let outcome = await run.outcome(of: events[..<first] + split + events[first...])
          let isRight =
            outcome.answer == whole.answer && outcome.calls == whole.calls
            && outcome.reasoning.contains("Draft")
          findings.check(
            outcome, isRight, "a thought in \(open)…\(close) taken for the answer",
            "\(run.situation), split as \(split.count == 2 ? split[0].data : "scalars")")
        }
        guard run.situation != "tool", let end = interface.end(of: events) else { continue }
        // Only a thought, perhaps without its end, is no answer.
        let rest = events[end...]
        for text in [text] + (open.isEmpty ? [] : [open + draft]) {
          let outcome = await run.outcome(of: [event(text)] + rest)
          findings.check(
            outcome, outcome.isNothing, "only a thought in \(open)…\(close) as the answer",
            run.situation)
        }
      }
      guard run.situation == "structure" else { return }
      let outcome = await run.outcome(
        of: events[..<first] + [event(draft + "\nBetter: ")] + events[first...])
      findings.check(
        outcome, outcome.isNothing, "one of two values that differ", run.situation)
    }
  }

  /// The pieces of calls, and what runs.
  private static let pieces: [(pieces: [String], calls: [String])] = {
    func piece(_ head: String, _ name: String? = nil, _ arguments: String? = nil) -> String {
      let name = name.map { #""name":"\#($0)""# }
      let arguments = arguments.map { #""arguments":\#(GeneratedContent($0).jsonString)"# }
      let function = [name, arguments].compactMap(\.self).joined(separator: ",")
      return #"{\#(head.isEmpty ? "" : head + ",")"function":{\#(function)}}"#
    }
    let (zero, one) = (#""index":0"#, #""index":1"#)
    let (soup, pie) = (#"{"term":"soup"}"#, #"{"term":"pie"}"#)
    let (start, rest) = (#"{"term":"#, #""soup"}"#)
    let both = ["find soup", "find pie"]
    return [
      // No index and no id.
      ([piece("", "find", start), piece("", nil, rest)], ["find soup"]),
      ([piece("", "find", soup), piece("", "find", pie)], both),
      ([piece("", "find", ""), piece("", nil, start), piece("", nil, rest)], ["find soup"]),
      ([piece("", "now", ""), piece("", "find", soup)], ["find soup", "now"]),
      // Names in pieces, or repeated.
      ([piece(zero, "fi"), piece(zero, "nd"), piece(zero, nil, soup)], ["find soup"]),
      ([piece("", "fi"), piece("", "nd"), piece("", nil, soup)], ["find soup"]),
      (
        [piece(#""index":0,"id":"a""#, "f", ""), piece(zero, "ind", ""), piece(zero, nil, soup)],
        ["find soup"]
      ),
      ([piece(zero, "find", start), piece(zero, "find", rest)], ["find soup"]),
      ([piece("", "find", start), piece("", "find", rest)], ["find soup"]),
      (
        [
          piece(#""index":0,"id":"a""#, "find", start), piece(#""index":0,"id":"a""#, "find", rest),
        ],
        ["find soup"]
      ),
      // Late arguments without a name, an index or an id.
      ([piece(#""index":0,"id":"a""#, "find"), piece("", nil, soup)], ["find soup"]),
      ([piece(#""id":"a""#, "find"), piece("", nil, start), piece("", nil, rest)], ["find soup"]),
      ([piece(zero, nil, start), piece(#""index":0,"id":"a""#, "find", rest)], ["find soup"]),
      // One index, or one id, for all calls.
      ([piece(zero, "find", soup), piece(zero, "find", pie)], both),
      ([piece(zero, "now", ""), piece(zero, "find", soup)], ["find soup", "now"]),
      (
        [piece(#""index":0,"id":"a""#, "find", soup), piece(#""index":0,"id":"b""#, "find", pie)],
        both
      ),
      (
        [piece(#""index":0,"id":"0""#, "find", soup), piece(#""index":1,"id":"0""#, "find", pie)],
        both
      ),
      ([piece(#""id":"0""#, "find", soup), piece(#""id":"0""#, "find", pie)], both),
      (
        [piece(#""index":0,"id":"0""#, "find", soup), piece(#""index":0,"id":"0""#, "find", pie)],
        both
      ),
      (
        [piece(#""index":0,"id":"""#, "find", soup), piece(#""index":1,"id":"""#, "find", pie)],
        both
      ),
      ([piece(#""index":0,"id":null"#, "find", start), piece(zero, nil, rest)], ["find soup"]),
      // Indexes without ids, interleaved.
      (
        [
          piece(zero, "find", start), piece(one, "find", start), piece(zero, nil, rest),
          piece(one, nil, #""pie"}"#),
        ], both
      ),
      // Arguments in other forms.
      (
        [piece(zero, "find", "{}"), piece(zero, nil, start), piece(zero, nil, rest)], ["find soup"]
      ),
      ([piece(zero, "find", "{}"), piece(zero, nil, soup)], ["find soup"]),
      ([#"{"index":0,"id":"a","function":{"name":"find","arguments":\#(soup)}}"#], ["find soup"]),
      ([piece(zero, "now", "")], ["now"]), ([piece(zero, "now", "{}")], ["now"]),
      ([piece(zero, "now", "null")], ["now"]), ([piece(zero, "now")], ["now"]),
      ([#"{"index":0,"id":"a","function":{"name":"now","arguments":null}}"#], ["now"]),
      // What is no object goes back to the model, and does not run.
      ([piece(zero, "find", "{term soup}")], []), ([piece(zero, "find", #"{"term":"so"#)], []),
      ([piece(zero, "find", #""soup""#)], []), ([piece(zero, "find", "[1]")], []),
      ([piece(zero, "stew", soup)], []),
    ]
  }()

  @Test(
    "T14: the pieces of calls belong together by what the server gives",
    arguments: [WireInterface.chat, .compatible, .deepSeek])
  func calls(_ interface: WireInterface) async {
    await eachStream(of: interface, "pieces of calls", in: ["tool"]) { stream, findings in
      let (run, events, _) = stream
      guard let end = interface.end(of: events) else { return }
      for (pieces, calls) in Self.pieces {
        let chunks = pieces.map { piece in
          WireEvent(
            #"{"id":"c","choices":[{"index":0,"delta":{"tool_calls":[\#(piece)]},"#
              + #""finish_reason":null}]}"#)
        }
        let example = pieces.joined(separator: " ")
        let outcome = await run.outcome(of: events[..<1] + chunks + events[end...])
        findings.check(
          outcome, outcome.calls.sorted() == calls.sorted() && outcome.answer != nil,
          "other calls than \(calls)", example)
        for count in 0...chunks.count where findings.picks(oneIn: 4) {
          let cut = await run.outcome(of: events[..<1] + chunks.prefix(count))
          findings.check(cut, cut.isNothing, "a call that runs without an end", example)
        }
      }
    }
  }

  @Test("calls that Gemini sends without identifiers go back without them")
  func callsWithoutIdentifiers() async {
    await eachStream(of: .gemini, "no identifiers", in: ["tool", "parallel", "thought"]) {
      stream, findings in
      let (run, events, whole) = stream
      let bare = events.map { event in
        WireEvent(event.type, event.data.replacing(/"id":"[ab]",/, with: ""))
      }
      let outcome = await run.outcome(of: bare)
      let isRight =
        outcome.calls.sorted() == whole.calls.sorted()
        && !outcome.bodies.contains { $0.contains(#""id":"#) }
      findings.check(outcome, isRight, "identifiers of its own", run.situation)
    }
  }
}
