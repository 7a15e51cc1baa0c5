import SchemaConcurrency
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct ToolApprovalTests {
  /// A tool that notes what it is called with.
  private struct Log: Sendable {
    let terms = Locked<[String]>([])
    var find: Find {
      Find { [terms] term in
        terms.withLock { $0.append(term) }
        return "found \(term)"
      }
    }
    var called: [String] { terms.withLock { $0 } }
  }

  @Test("lets some calls run, denies others with a reason, and changes arguments")
  func decisions() async throws {
    let log = Log()
    let model = ScriptedModel([.find("soup", "pie", "stew"), "Done."])
    let session = LanguageModelSession(model: model, tools: [log.find])
    let asked = Locked<[String]>([])
    session.toolApproval = .required { call in
      asked.withLock { $0.append(call.id) }
      return switch call.id {
      case "call-pie": .deny(reason: "No sweets.")
      case "call-stew": .change(arguments: GeneratedContent(properties: ["term": "dal"]))
      default: .allow
      }
    }
    try await session.respond(to: "Go")
    #expect(asked.withLock { $0 } == ["call-soup", "call-pie", "call-stew"])
    #expect(log.called.sorted() == ["dal", "soup"])
    #expect(
      session.transcript.outline[2...5] == [
        "calls call-soup call-pie call-stew",
        "output call-soup: found soup",
        "output call-pie: The tool was not called, since the call was not approved: No sweets.",
        """
        output call-stew: The tool was called with other arguments: {"term": "dal"}\nfound dal
        """,
      ])
    // The model reads its own call as it wrote it: providers bind thoughts to these bytes.
    #expect(
      session.transcript.compactMap(\.toolCalls).first?.map(\.arguments.jsonString).last
        == #"{"term": "stew"}"#)
  }

  @Test("T5: fails when the transcript is set before it lets a turn wait")
  func mutation() async throws {
    let model = ScriptedModel([.find("soup"), "Dal."])
    let session = LanguageModelSession(model: model, tools: [Find()])
    session.toolApproval = .required { _ in
      session.transcript = Transcript()
      return .wait
    }
    await #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) {
      try await session.respond(to: "Go")
    }
    #expect(session.transcript.isEmpty)
    #expect(!session.isResponding)
    await #expect(throws: LanguageModelSession.Error.nothingToResume) {
      try await session.resume()
    }
    #expect(try await session.respond(to: "Soup?").content == "Dal.")
  }

  @Test("the calls of another session that wait do not make this one wait")
  func waitingElsewhere() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel([.find("soup"), "Dal."]), tools: [Find()])
    session.toolApproval = .required { _ in
      let other = LanguageModelSession(model: ScriptedModel([.find("pie")]), tools: [Find()])
      other.toolApproval = .required { _ in .wait }
      try await other.respond(to: "Approve?")
      return .allow
    }
    let error = await #expect(throws: LanguageModelSession.PendingApprovalError.self) {
      try await session.respond(to: "Go")
    }
    #expect(error?.calls.map(\.id) == ["call-pie"])
    // The turn failed, so nothing of it is left to be approved.
    #expect(session.transcript.outline.count == 1)
    await #expect(throws: LanguageModelSession.Error.nothingToResume) {
      try await session.resume()
    }
  }

  @Test("is asked for the named tools only, and not for calls that will not run")
  func named() async throws {
    let log = Log()
    let model = ScriptedModel([
      .find("soup"),
      .toolCalls([
        .init(id: "1", name: "find", arguments: #"{"term":"SOUP"}"#),
        .init(id: "2", name: "find", arguments: "{"),
        .init(id: "3", name: "unknown", arguments: "{}"),
      ]), "Done.",
    ])
    let session = LanguageModelSession(model: model, tools: [log.find])
    session.toolApproval = .required(for: ["other", "unknown"]) { _ in .deny(reason: "never") }
    try await session.respond(to: "Go")
    #expect(log.called == ["soup"])
    let second = LanguageModelSession(
      model: ScriptedModel([
        .toolCalls([.init(id: "1", name: "find", arguments: #"{"term":"SOUP"}"#)]), "Done.",
      ]), tools: [log.find])
    second.toolApproval = .required { _ in
      Issue.record("asked for a call with arguments that do not fit")
      return .allow
    }
    try await second.respond(to: "Go")
  }

  @Test("with arguments that do not fit the tool ends the request")
  func misfit() async throws {
    let log = Log()
    let session = LanguageModelSession(
      model: ScriptedModel([.find("soup"), "Done."]), tools: [log.find])
    session.policy.toolFailure = .tellModel
    session.toolApproval = .required { _ in .change(arguments: GeneratedContent("soup")) }
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await session.respond(to: "Go")
    }
    #expect(error?.description.contains("The changed arguments do not fit the tool") == true)
    #expect(log.called.isEmpty && session.transcript.count == 1)
  }

  @Test("stops the request while it waits; another session continues the stored transcript")
  func storedWhileWaiting() async throws {
    let log = Log()
    let model = ScriptedModel([.find("soup"), .find("pie", "stew")])
    let session = LanguageModelSession(model: model, tools: [log.find], instructions: "Cook.")
    session.toolApproval = .required { $0.id == "call-stew" ? .wait : .allow }
    let pending = await #expect(throws: LanguageModelSession.PendingApprovalError.self) {
      try await session.respond(to: "Go", generating: Dish.self)
    }
    #expect(pending?.calls.map(\.id) == ["call-stew"])
    // No call of the round has run.
    #expect(log.called == ["soup"])
    #expect(session.transcript.outline.last == "calls call-pie call-stew")
    #expect(!session.isResponding)
    await #expect(throws: LanguageModelSession.Error.callsArePending) {
      try await session.respond(to: "And?")
    }

    let stored = try JSONEncoder().encode(session.transcript)
    let transcript = try JSONDecoder().decode(Transcript.self, from: stored)
    let next = ScriptedModel([
      .text([#"{"name":"Stew","minutes":1}"#]), #"{"name":"Stew","minutes":50}"#,
    ])
    let later = LanguageModelSession(model: next, tools: [log.find], transcript: transcript)
    later.toolApproval = .required { _ in .wait }
    let still = await #expect(throws: LanguageModelSession.PendingApprovalError.self) {
      try await later.resume(generating: Dish.self)
    }
    #expect(still?.calls.map(\.id) == ["call-pie", "call-stew"])
    #expect(later.transcript == transcript)
    later.toolApproval = .required { $0.id == "call-pie" ? .deny(reason: "No.") : .allow }
    let response = try await later.resume(generating: Dish.self)
    // Its first answer was asked for again, as in any request.
    #expect(response.content == Dish(name: "Stew", minutes: 50))
    #expect(response.attempts.count == 2)
    #expect(log.called == ["soup", "stew"])
    #expect(
      later.transcript.outline.map { $0.prefix { $0 != " " } } == [
        "instructions", "prompt", "calls", "output", "calls", "output", "output", "response",
      ])
    #expect(
      next.requests.first?.transcript.toolOutputs.map(\.id) == [
        "call-soup", "call-pie", "call-stew",
      ]
    )
  }

  @Test("continues as a stream, and without running tools again after a failure")
  func failureAfterTools() async throws {
    struct Offline: Error {}
    let log = Log()
    let model = ScriptedModel([.find("soup"), .failure(Offline()), "There is soup."])
    let session = LanguageModelSession(model: model, tools: [log.find])
    session.toolApproval = .required { _ in .wait }
    await #expect(throws: LanguageModelSession.PendingApprovalError.self) {
      for try await _ in session.streamResponse(to: "Go") {}
    }
    session.toolApproval = nil
    await #expect(throws: Offline.self) { try await session.resume() }
    #expect(session.transcript.outline.last == "output call-soup: found soup")
    let stream = session.streamResumedResponse()
    var last = ""
    for try await snapshot in stream { last = snapshot.content }
    #expect(last == "There is soup.")
    #expect(log.called == ["soup"])
    #expect(session.transcript.outline.last == "response There is soup.")
    await #expect(throws: LanguageModelSession.Error.nothingToResume) { try await session.resume() }
  }

  /// A session that waits for the approval of two calls, and is then allowed to run them.
  private func waitingSession(_ find: Find) async -> (LanguageModelSession, ScriptedModel) {
    let model = ScriptedModel([.find("pay", "mail"), "Done."])
    let session = LanguageModelSession(model: model, tools: [find])
    session.toolApproval = .required { _ in .wait }
    await #expect(throws: LanguageModelSession.PendingApprovalError.self) {
      try await session.respond(to: "Go")
    }
    session.toolApproval = nil
    return (session, model)
  }

  @Test("does not run a finished tool again if another tool of its round has thrown")
  func failureOfAnotherTool() async throws {
    struct Offline: Error {}
    let called = Locked<[String]>([])
    let (paid, paying) = AsyncStream<Void>.makeStream()
    let find = Find { term in
      let isFirst = called.withLock { terms in
        defer { terms.append(term) }
        return !terms.contains(term)
      }
      if term == "pay" {
        paying.finish()
      } else if isFirst {
        for await _ in paid {}
        throw Offline()
      }
      return "\(term) is done"
    }
    let (session, model) = await waitingSession(find)
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await session.resume()
    }
    #expect(error?.underlyingError is Offline)
    #expect(session.transcript.outline.last == "output call-pay: pay is done")
    await #expect(throws: LanguageModelSession.Error.callsArePending) {
      try await session.respond(to: "And?")
    }
    #expect(try await session.resume().content == "Done.")
    #expect(called.withLock { $0.sorted() } == ["mail", "mail", "pay"])
    #expect(model.requests.last?.transcript.toolOutputs.map(\.id) == ["call-pay", "call-mail"])
  }

  @Test("ends with the error of a tool, also if a callback for another output throws")
  func failureOfToolAndCallback() async throws {
    struct Offline: Error {}
    struct Broken: Error {}
    let (paid, paying) = AsyncStream<Void>.makeStream()
    let find = Find { term in
      if term == "pay" {
        paying.finish()
        return "done"
      }
      for await _ in paid {}
      throw Offline()
    }
    let session = LanguageModelSession(
      profile: LanguageModelSession.Profile { find }
        .model(ScriptedModel([.find("pay", "mail")]))
        .onToolOutput { _, _ in throw Broken() })
    session.toolApproval = .required { _ in .wait }
    await #expect(throws: LanguageModelSession.PendingApprovalError.self) {
      try await session.respond(to: "Go")
    }
    session.toolApproval = nil
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await session.resume()
    }
    #expect(error?.underlyingError is Offline)
    #expect(session.transcript.outline.last == "output call-pay: done")
  }

  @Test("does not run a finished tool again after the request was cancelled")
  func cancelledRound() async throws {
    let called = Locked<[String]>([])
    let begun = Barrier(2)
    let find = Find { term in
      let isFirst = called.withLock { terms in
        defer { terms.append(term) }
        return !terms.contains(term)
      }
      begun.arrive()
      if term == "mail", isFirst { try await Task.sleep(for: .seconds(600)) }
      return term
    }
    let (session, _) = await waitingSession(find)
    let request = Task { try await session.resume().content }
    await begun.wait()
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }
    #expect(session.transcript.outline.last == "output call-pay: pay")
    #expect(try await session.resume().content == "Done.")
    #expect(called.withLock { $0.sorted() } == ["mail", "mail", "pay"])
  }

  @Test("continues with the calls of a stored round that have no output", arguments: [0, 1])
  func partialRound(_ finished: Int) async throws {
    let log = Log()
    let calls = ["soup", "pie"].map { term in
      Transcript.ToolCall(
        id: term, toolName: "find", arguments: GeneratedContent(properties: ["term": term]))
    }
    let text = Transcript.Segment.text(Transcript.TextSegment(content: "known"))
    let transcript = Transcript(entries: [
      .prompt(.init(segments: [.text(.init(content: "Go"))])), .toolCalls(.init(calls)),
      .toolOutput(.init(id: calls[finished].id, toolName: "find", segments: [text])),
    ])
    let model = ScriptedModel(["Done."])
    let session = LanguageModelSession(model: model, tools: [log.find], transcript: transcript)
    await #expect(throws: LanguageModelSession.Error.callsArePending) {
      try await session.respond(to: "And?")
    }
    let asked = Locked<[String]>([])
    session.toolApproval = .required { call in
      asked.withLock { $0.append(call.id) }
      return .allow
    }
    #expect(try await session.resume().content == "Done.")
    let pending = [calls[1 - finished].id]
    #expect(log.called == pending && asked.withLock { $0 } == pending)
    #expect(model.requests.first?.transcript.toolOutputs.map(\.id) == ["soup", "pie"])
  }

  @Test("tells the model of stored calls that could not be read")
  func storedFault() async throws {
    let log = Log()
    let model = ScriptedModel([
      .toolCalls([
        .init(id: "1", name: "find", arguments: "{"),
        .init(id: "2", name: "find", arguments: #"{"term":"pie"}"#),
      ]), "Done.",
    ])
    let session = LanguageModelSession(model: model, tools: [log.find])
    session.toolApproval = .required { _ in .wait }
    await #expect(throws: LanguageModelSession.PendingApprovalError.self) {
      try await session.respond(to: "Go")
    }
    session.toolApproval = .required { _ in .allow }
    try await session.resume()
    #expect(log.called == ["pie"])
    #expect(
      session.transcript.toolOutputs.first?.segments.joinedText.hasPrefix(
        "The tool was not called. The arguments do not fit.") == true)
  }

  @Test("a call that is approved after the request was cancelled does not run")
  func approvedTooLate() async throws {
    let log = Log()
    let session = LanguageModelSession(
      model: ScriptedModel([.find("soup"), "Done."]), tools: [log.find])
    session.toolApproval = .required { _ in
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return .allow
    }
    let request = Task { try await session.respond(to: "Go").content }
    await #expect(throws: CancellationError.self) { try await request.value }
    #expect(log.called.isEmpty)
    #expect(session.transcript.isEmpty || session.transcript.toolOutputs.isEmpty)
  }
}
