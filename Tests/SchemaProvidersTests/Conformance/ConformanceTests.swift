import Foundation
import SchemaModel
import SchemaProviders
import SchemaTestSupport
import Testing

/// Every golden stream of every interface, changed in the ways in which servers change streams.
struct ConformanceTests {
  typealias Stream = (run: ConformanceRun, events: [WireEvent], whole: ConformanceOutcome)

  /// Calls a function with each golden stream and its outcome, and reports what was found.
  func eachStream(
    of interface: WireInterface, _ variant: String, in situations: [String]? = nil,
    _ body: (Stream, inout ConformanceFindings) async -> Void
  ) async {
    var findings = ConformanceFindings()
    let situations = situations ?? interface.situations
    for situation in situations {
      let run = ConformanceRun(interface: interface, situation: situation)
      let events = interface.events(situation)
      let whole = await run.outcome(of: events)
      findings.check(whole, (whole.answer == nil) == run.isFailure, "the stream itself", situation)
      await body((run, events, whole), &findings)
    }
    #expect(findings.count >= situations.count)
    findings.report(variant, interface, streams: situations.count)
  }

  // MARK: The end

  @Test(
    "T21: a stream that is cut at any byte gives what it gives whole, or an error and no trace",
    arguments: WireInterface.all)
  func cuts(_ interface: WireInterface) async {
    await eachStream(of: interface, "cuts") { stream, findings in
      let (run, events, whole) = stream
      let bytes = interface.bytes(events)
      let end = interface.end(of: events)
      let terminator = interface.framing.terminatorSize
      let stated = end.map { interface.bytes(events[...$0]).count - terminator } ?? .max
      let needed = interface.lastNeeded(of: events).map { interface.bytes(events[...$0]).count }
      for cut in triedPlaces(in: bytes.count) where findings.picks(oneIn: 3) {
        // The end of the bytes, or of the connection.
        let reset = cut % 2 == 1 ? TransportError(.connection, "reset") : nil
        let outcome = await run.outcome(of: bytes.prefix(cut), failure: reset)
        let place = "\(run.situation) at \(cut) of \(bytes.count)"
        if cut < stated {
          findings.check(outcome, outcome.isNothing, "complete although it is cut", place)
        } else if cut >= needed ?? .max {
          findings.check(outcome, outcome.isSame(as: whole), "spoiled after its end", place)
        } else {
          let isRight = outcome.isNothing || outcome.isSame(as: whole)
          findings.check(outcome, isRight, "neither complete nor cut", place)
        }
      }
    }
  }

  @Test(
    "T21: a reason that states nothing makes no answer complete, and no tool runs",
    arguments: WireInterface.all)
  func placeholders(_ interface: WireInterface) async {
    await eachStream(of: interface, "placeholder reasons") { stream, findings in
      let (run, events, whole) = stream
      guard let end = interface.end(of: events) else { return }
      let closing = interface.closing.flatMap { closing in
        events.firstIndex { $0.data.contains(closing) }
      }
      for reason in [#""""#, #""null""#, "null", #""unknown_reason""#] {
        if reason == "null", interface.endsWithoutReason { continue }
        var changed = events
        changed[end] = interface.reason.setting(reason, in: events[end])
        if changed[end].type != nil, interface.framing == .serverSent, interface.closing == nil {
          changed[end].type = "response.unknown"
        }
        var tries = [
          ("and is cut", changed[...end]),
          ("without its closing", changed[..<(closing ?? changed.endIndex)]),
        ]
        if closing == nil || reason.contains("unknown") {
          tries.append(("and goes on", changed[...]))
        }
        for (name, events) in tries {
          guard findings.picks(oneIn: 2) else { continue }
          let outcome = await run.outcome(of: events)
          findings.check(
            outcome, outcome.isNothing, "complete with the reason \(reason)",
            "\(run.situation), \(name)")
        }
        // Gateways send it in each event before the end.
        let early = events.enumerated().map { index, event in
          guard index < end, let place = interface.reason.literal(in: event.data),
            event.data[place] == "null"
          else { return event }
          return interface.reason.setting(reason, in: event)
        }
        let kind = "another result if \(reason) stands in earlier events"
        if reason != #""unknown_reason""#, early != events {
          let outcome = await run.outcome(of: early)
          findings.check(outcome, outcome.isSame(as: whole), kind, run.situation)
        }
      }
    }
  }

  @Test("T21: nothing after the stated end spoils the answer", arguments: WireInterface.all)
  func tails(_ interface: WireInterface) async {
    let late: [WireEvent] =
      switch interface.framing {
      case .serverSent:
        [
          .init("[DONE]"), .init("{not json"), .init(raw: "garbage\n\n"), .init(raw: "data:\n\n"),
          .init(#"{"error":{"message":"late"}}"#), .init("error", #"{"message":"late"}"#),
        ]
      case .lines: [.init("[DONE]"), .init("garbage"), .init(""), .init(#"{"error":"late"}"#)]
      case .amazon:
        [
          .init(raw: "garbage that is longer than a prelude"), .init("later", "{}"),
          .init("internalServerException", #"{"message":"late"}"#, kind: .exception),
        ]
      }
    await eachStream(of: interface, "after the end") { stream, findings in
      let (run, events, whole) = stream
      guard let last = interface.lastNeeded(of: events) else { return }
      let (until, rest) = (Array(events[...last]), Array(events[(last + 1)...]))
      for event in late where findings.picks(oneIn: 3) {
        for (name, events) in [("", until + [event]), (", then the rest", until + [event] + rest)] {
          let outcome = await run.outcome(of: events)
          findings.check(
            outcome, outcome.isSame(as: whole), "spoiled by what follows the end",
            "\(run.situation), \(event.data)\(name)")
        }
      }
      let reset = TransportError(.connection, "reset")
      for (name, events) in [("its end", until), ("all", events)] {
        let outcome = await run.outcome(of: events, failure: reset)
        findings.check(
          outcome, outcome.isSame(as: whole), "spoiled by a reset",
          "\(run.situation), after \(name)")
      }
    }
  }

  // MARK: Events

  @Test(
    "T20: keep-alives and unknown events between any two change nothing",
    arguments: WireInterface.all)
  func keepAlives(_ interface: WireInterface) async {
    let additions: [WireEvent] =
      switch interface.framing {
      case .serverSent:
        [
          .init(raw: ": ping\n\n"), .init(raw: "data:\n\n"), .init(raw: "data: \n\n"),
          .init(raw: "data\n\n"), .init(raw: "\n\r\n"), .init(raw: "event: ping\ndata:\n\n"),
          .init(raw: "id: 7\nretry: 3000\n\n"), .init("ping", "2026-11-29 08:00"),
          .init("later", #"{"type":"later","value":1}"#), .init(#"{"type":"later"}"#),
        ]
      case .lines:
        [.init(raw: "\n"), .init(raw: "\r\n"), .init(raw: "  \n"), .init(#"{"later":1}"#)]
      case .amazon: [.init("later", "{}"), .init("ping", ""), .init("ping", "2026-11-29 08:00")]
      }
    await eachStream(of: interface, "keep-alives") { stream, findings in
      let (run, events, whole) = stream
      for addition in additions where findings.picks(oneIn: 3) {
        let outcome = await run.outcome(of: [addition] + events.flatMap { [$0, addition] })
        findings.check(
          outcome, outcome.isSame(as: whole), "changed by \(addition.type ?? "") \(addition.data)",
          run.situation)
      }
    }
  }

  @Test(
    "T18: an error in any form before the stated end is thrown with the provider's words",
    arguments: WireInterface.all)
  func errors(_ interface: WireInterface) async {
    let words = "The cook has left 7731"
    let detail = "burnt rice 5519"
    let message = #""message":"\#(words)""#
    var forms: [WireEvent] =
      switch interface.framing {
      case .serverSent:
        [
          .init(#"{"error":{\#(message),"code":500,"failed_generation":"\#(detail)"}}"#),
          .init(#"{"error":"\#(words)"}"#), .init(#"{"object":"error",\#(message),"code":400}"#),
          .init("error", #"{"error":{\#(message)}}"#), .init("error", #"{\#(message)}"#),
          .init("error", #"{"detail":"\#(words)"}"#), .init("error", words),
          .init(raw: #"error: {"code":500,\#(message)}"# + "\n\n"),
          .init(#"{"base_resp":{"status_code":1013,"status_msg":"\#(words)"}}"#),
          .init(#"{"error_message":"\#(words)"}"#),
        ]
      case .lines:
        [
          .init(#"{"error":"\#(words)"}"#), .init(#"{"error":{\#(message)}}"#),
          .init(#"{"object":"error",\#(message)}"#), .init(#"{"error_message":"\#(words)"}"#),
          .init(#"{"base_resp":{"status_code":1013,"status_msg":"\#(words)"}}"#),
        ]
      case .amazon:
        [
          .init(
            "modelStreamErrorException", #"{\#(message),"originalMessage":"\#(detail)"}"#,
            kind: .exception),
          .init("throttlingException", #"{"Message":"\#(words)"}"#, kind: .exception),
          .init("internalServerException", words, kind: .exception),
          .init("InternalError", #"{\#(message)}"#, kind: .error),
        ]
      }
    if interface.golden == "chat" {
      forms.append(
        .init(
          #"{"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error","#
            + #""error":{"code":502,\#(message)}}]}"#))
    }
    await eachStream(of: interface, "errors") { stream, findings in
      let (run, events, _) = stream
      for form in forms {
        func check(_ outcome: ConformanceOutcome, _ place: String) {
          let error = outcome.error ?? ""
          findings.check(
            outcome, outcome.isNothing && error.contains(words),
            "lost: \(form.type ?? "") \(form.data)",
            "\(run.situation) \(place)")
          guard form.data.contains(detail) else { return }
          findings.check(
            outcome, error.contains(detail), "lost the details of \(form.data)", run.situation)
        }
        for index in 0...(interface.end(of: events) ?? events.count - 1) {
          guard findings.picks(oneIn: 5) else { continue }
          var events = events
          events.insert(form, at: index)
          check(await run.outcome(of: events), "before event \(index)")
        }
        guard run.situation == "text", form.raw == nil, form.data.hasPrefix("{"),
          interface.framing != .amazon
        else { continue }
        check(await run.outcome(of: Data(form.data.utf8), type: "application/json"), "as the body")
      }
    }
  }

  // MARK: Pieces

  @Test("halves of surrogate pairs in two pieces are joined", arguments: WireInterface.all)
  func surrogates(_ interface: WireInterface) async {
    await eachStream(of: interface, "surrogate pairs", in: ["text", "tool"]) { stream, findings in
      let (run, events, whole) = stream
      if run.situation == "text" {
        guard let first = events.firstIndex(where: { interface.text.value(in: $0) != nil }) else {
          return
        }
        for (halves, expected) in [
          (["\\ud83c", "\\udf72"], "🍲"), (["\\ud83c", "", "\\udf72"], "🍲"),
          (["a\\ud83c", "\\udf72b\\ud83c", "\\udf72"], "a🍲b🍲"), (["\\ud83c"], "\u{FFFD}"),
          (["\\udf72", "a"], "\u{FFFD}a"), (["\\ud83c", "\\ud83c", "\\udf72"], "\u{FFFD}🍲"),
        ] {
          let pieces = halves.map { interface.text.setting("\"\($0)\"", in: events[first]) }
          let outcome = await run.outcome(of: events[..<first] + pieces + events[first...])
          findings.check(
            outcome, outcome.answer == whole.answer.map { expected + $0 }, "other text", "\(halves)"
          )
        }
        return
      }
      guard let place = interface.arguments else { return }
      let complete = WirePlace(key: "arguments")
      guard let first = events.firstIndex(where: { place.value(in: $0) != nil }) else { return }
      for halves in [
        [#"{\"term\":\"a\ud83c"#, #"\udf72b\"}"#], [#"{\"term\":\"a\\ud83c"#, #"\\udf72b\"}"#],
        [#"{\"term\":\"a\\ud8"#, #"3c\\u"#, #"df72b\"}"#], [#"{\"term\":\"a🍲"#, #"b\"}"#],
      ] {
        let changed = events.enumerated().flatMap { index, event -> [WireEvent] in
          guard place.value(in: event) == nil else {
            return index == first ? halves.map { place.setting("\"\($0)\"", in: event) } : []
          }
          guard complete.value(in: event) != nil else { return [event] }
          return [complete.setting(#""{\"term\":\"a🍲b\"}""#, in: event)]
        }
        let outcome = await run.outcome(of: changed)
        findings.check(
          outcome, outcome.calls == ["find a🍲b"] && outcome.answer != nil, "other arguments",
          "\(halves)")
      }
    }
  }

  // MARK: The next request

  @Test(
    "T38: a failed turn that the transcript keeps leaves a conversation that servers accept",
    arguments: WireInterface.all)
  func kept(_ interface: WireInterface) async {
    await eachStream(of: interface, "kept turns") { stream, findings in
      let (run, events, _) = stream
      for count in 0..<(interface.end(of: events) ?? events.count)
      where findings.picks(oneIn: 4) {
        let bytes = interface.bytes(events[..<count])
        let outcome = await run.outcome(of: bytes, isKept: true)
        findings.check(outcome, outcome.isNothing, "kept and complete", run.situation)
      }
      if run.situation == "thought" {
        let outcome = await run.outcome(of: events)
        findings.check(
          outcome, outcome.bodies.first?.contains("c2lnbmF0dXJl") == true, "a lost signature",
          run.situation)
      }
    }
  }
}
