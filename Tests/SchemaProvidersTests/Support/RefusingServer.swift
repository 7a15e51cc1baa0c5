import Foundation
import SchemaModel
import SchemaProviders
import SessionTestSupport

/// A server that answers by what it is asked, and refuses a conversation that its provider would
/// refuse.
final class RefusingServer: ModelTransport {
  enum Wire { case anthropic, responses, gemini, chat }

  /// A part of a conversation, in the words of no provider.
  enum Part: Equatable {
    case text(String, isUser: Bool)
    case thought(signature: String)
    case call(id: String, signature: String?)
    case output(id: String)

    fileprivate var isUsers: Bool {
      switch self {
      case .text(_, let isUser): isUser
      case .output: true
      case .thought, .call: false
      }
    }
  }

  private struct State {
    var refusals: [String] = []
    /// What came before each signature that was given.
    var bound: [String: [Part]] = [:]
    var count = 0
    var thoughts = 0
  }

  private let wire: Wire
  private let state = Locked(State())

  init(_ wire: Wire) { self.wire = wire }

  var refusals: [String] { state.withLock { $0.refusals } }

  /// How many signatures the last request had.
  var thoughtsInLastRequest: Int { state.withLock { $0.thoughts } }

  nonisolated(nonsending) func send(
    _ request: TransportRequest
  ) async throws -> TransportResponse {
    let body = try GeneratedContent(json: String(decoding: request.body, as: UTF8.self))
    let parts = parts(of: body)
    let problem = problem(of: parts)
    guard problem == nil else {
      state.withLock { $0.refusals.append(problem ?? "") }
      return response(#"{"error":{"type":"invalid_request_error","message":"refused"}}"#, 400)
    }
    let isAfterTools = if case .output? = parts.last { true } else { false }
    let asked =
      parts.reversed().lazy.compactMap { part -> String? in
        if case .text(let text, true) = part { text } else { nil }
      }.first ?? ""
    if asked.contains("tool"), !isAfterTools { return response(calls(after: parts)) }
    let text =
      if asked.contains("then give") {
        #"{"term":"soup"}"#
      } else if asked.contains("wrong") {
        #"{"name":"Dal","minutes":1}"#
      } else if asked.hasPrefix("Give") || asked.contains("does not fit") {
        #"{"name":"Dal","minutes":40}"#
      } else {
        "Said."
      }
    return response(answer(text, after: parts))
  }

  private func response(_ text: String, _ status: Int = 200) -> TransportResponse {
    let pieces = [Data(text.utf8)]
    let rest = Locked(pieces[...])
    return TransportResponse(
      status: status, headers: ["content-type": "text/event-stream"],
      body: AsyncThrowingStream { rest.withLock { $0.popFirst() } })
  }

  // MARK: Checks

  /// What the provider would refuse.
  private func problem(of parts: [Part]) -> String? {
    guard parts.last?.isUsers == true else { return "the conversation ends with the model" }
    var open: [String] = []
    var firstCall: String?
    let lastPrompt =
      parts.lastIndex { if case .text(_, true) = $0 { true } else { false } } ?? parts.startIndex
    var thoughts = 0
    for (index, part) in parts.enumerated() {
      switch part {
      case .call(let id, let signature):
        if open.isEmpty { firstCall = id }
        if wire == .gemini, index > lastPrompt, firstCall == id, signature == nil {
          return "a call of the current turn has no signature"
        }
        if let signature {
          thoughts += 1
          if state.withLock({ $0.bound[signature] == nil }) { return "an unknown signature" }
        }
        open.append(id)
      case .output(let id):
        guard let place = open.firstIndex(of: id) else { return "an output without its call" }
        open.remove(at: place)
      case .thought(let signature):
        guard open.isEmpty || wire == .anthropic else { return "a thought among calls" }
        thoughts += 1
        guard let before = state.withLock({ $0.bound[signature] }) else {
          return "an unknown signature"
        }
        if wire == .anthropic, before != Array(parts[..<index]) {
          return "a thought is bound to a different conversation"
        }
        // Its own answer follows it.
        if wire == .responses, parts.dropFirst(index + 1).first?.isUsers != false {
          return "an item of thoughts without the item that follows it"
        }
      case .text(_, let isUser):
        if isUser, !open.isEmpty { return "a call without an output" }
      }
    }
    guard open.isEmpty else { return "a call without an output" }
    let count = thoughts
    state.withLock { $0.thoughts = count }
    return nil
  }

  /// A signature that is bound to what came before it.
  private func signature(after parts: [Part]) -> String {
    state.withLock { state in
      state.count += 1
      let signature = "signature\(state.count)"
      state.bound[signature] = parts
      return signature
    }
  }

  private func callIDs() -> [String] {
    let count = state.withLock { state in
      state.count += 1
      return state.count
    }
    return ["call\(count)x0", "call\(count)x1"]
  }

  // MARK: Words of the providers

  private func text(_ content: GeneratedContent, _ name: String) -> String {
    content.property(named: name).flatMap { try? String($0) } ?? ""
  }

  private func list(_ content: GeneratedContent, _ name: String) -> [GeneratedContent] {
    content.property(named: name).map { $0.shape == .array ? Array($0.elements) : [] } ?? []
  }

  private func parts(of body: GeneratedContent) -> [Part] {
    switch wire {
    case .anthropic:
      return list(body, "messages").flatMap { message in
        list(message, "content").map { block -> Part in
          switch text(block, "type") {
          case "thinking": .thought(signature: text(block, "signature"))
          case "tool_use": .call(id: text(block, "id"), signature: nil)
          case "tool_result": .output(id: text(block, "tool_use_id"))
          default: .text(text(block, "text"), isUser: text(message, "role") == "user")
          }
        }
      }
    case .responses:
      return list(body, "input").compactMap { item -> Part? in
        switch text(item, "type") {
        case "reasoning": return .thought(signature: text(item, "encrypted_content"))
        case "function_call": return .call(id: text(item, "call_id"), signature: nil)
        case "function_call_output": return .output(id: text(item, "call_id"))
        default:
          let role = text(item, "role")
          guard role == "user" || role == "assistant" else { return nil }
          let parts = list(item, "content").map { text($0, "text") }
          return .text(
            parts.isEmpty ? text(item, "content") : parts.joined(), isUser: role == "user")
        }
      }
    case .gemini:
      return list(body, "contents").flatMap { content in
        list(content, "parts").map { part -> Part in
          if let call = part.property(named: "functionCall") {
            let signature = text(part, "thoughtSignature")
            return .call(id: text(call, "id"), signature: signature.isEmpty ? nil : signature)
          }
          if let output = part.property(named: "functionResponse") {
            return .output(id: text(output, "id"))
          }
          return .text(text(part, "text"), isUser: text(content, "role") == "user")
        }
      }
    case .chat:
      return list(body, "messages").flatMap { message -> [Part] in
        switch text(message, "role") {
        case "user":
          let parts = list(message, "content").map { text($0, "text") }
          return [
            .text(parts.isEmpty ? text(message, "content") : parts.joined(), isUser: true)
          ]
        case "tool": return [.output(id: text(message, "tool_call_id"))]
        case "assistant":
          let calls = list(message, "tool_calls").map {
            Part.call(id: text($0, "id"), signature: nil)
          }
          let said = text(message, "content")
          return (said.isEmpty ? [] : [.text(said, isUser: false)]) + calls
        default: return []
        }
      }
    }
  }

  private func events(_ data: [String]) -> String { data.map { "data: \($0)\n\n" }.joined() }

  private func quoted(_ text: String) -> String { GeneratedContent(text).jsonString }

  private func answer(_ text: String, after parts: [Part]) -> String {
    let signature = signature(after: parts)
    switch wire {
    case .anthropic:
      return anthropic(
        thought(signature)
          + [
            #"{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}"#,
            #"{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":\#(quoted(text))}}"#,
            #"{"type":"content_block_stop","index":1}"#,
          ], "end_turn")
    case .responses:
      let message =
        #"{"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","text":\#(quoted(text)),"annotations":[]}]}"#
      return responses([
        item(of: signature),
        #"{"type":"response.output_text.delta","item_id":"m","output_index":1,"content_index":0,"delta":\#(quoted(text))}"#,
        #"{"type":"response.output_item.done","output_index":1,"item":\#(message)}"#,
      ])
    case .gemini:
      return events([
        #"{"candidates":[{"content":{"role":"model","parts":[{"text":\#(quoted(text))}]},"finishReason":"STOP"}]}"#
      ])
    case .chat:
      return ChatStreamTests.stream(
        ChatStreamTests.delta(#"{"content":\#(quoted(text))}"#, finish: "stop"))
    }
  }

  private func calls(after parts: [Part]) -> String {
    let signature = signature(after: parts)
    let ids = callIDs()
    let arguments = #"{"term":"soup"}"#
    switch wire {
    case .anthropic:
      return anthropic(
        thought(signature)
          + ids.enumerated().flatMap { index, id in
            [
              #"{"type":"content_block_start","index":\#(index + 1),"content_block":{"type":"tool_use","id":"\#(id)","name":"find","input":{}}}"#,
              #"{"type":"content_block_delta","index":\#(index + 1),"delta":{"type":"input_json_delta","partial_json":\#(quoted(arguments))}}"#,
              #"{"type":"content_block_stop","index":\#(index + 1)}"#,
            ]
          }, "tool_use")
    case .responses:
      return responses(
        [item(of: signature)]
          + ids.enumerated().flatMap { index, id in
            let head =
              #""type":"function_call","id":"f\#(index)","call_id":"\#(id)","name":"find""#
            return [
              #"{"type":"response.output_item.added","output_index":\#(index + 1),"item":{\#(head),"arguments":""}}"#,
              #"{"type":"response.function_call_arguments.delta","item_id":"f\#(index)","output_index":\#(index + 1),"delta":\#(quoted(arguments))}"#,
              #"{"type":"response.output_item.done","output_index":\#(index + 1),"item":{\#(head),"arguments":\#(quoted(arguments)),"status":"completed"}}"#,
            ]
          })
    case .gemini:
      let parts = ids.enumerated().map { index, id in
        let mark = index == 0 ? #","thoughtSignature":"\#(signature)""# : ""
        return #"{"functionCall":{"id":"\#(id)","name":"find","args":\#(arguments)}\#(mark)}"#
      }
      return events([
        #"{"candidates":[{"content":{"role":"model","parts":[\#(parts.joined(separator: ","))]},"finishReason":"STOP"}]}"#
      ])
    case .chat:
      let calls = ids.enumerated().map { index, id in
        #"{"index":\#(index),"id":"\#(id)","type":"function","function":{"name":"find","arguments":\#(quoted(arguments))}}"#
      }
      return ChatStreamTests.stream(
        ChatStreamTests.delta(
          #"{"tool_calls":[\#(calls.joined(separator: ","))]}"#, finish: "tool_calls"))
    }
  }

  private func thought(_ signature: String) -> [String] {
    [
      #"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}"#,
      #"{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"\#(signature)"}}"#,
      #"{"type":"content_block_stop","index":0}"#,
    ]
  }

  private func anthropic(_ blocks: [String], _ reason: String) -> String {
    let start =
      #"{"type":"message_start","message":{"id":"msg","model":"m","content":[],"usage":{"input_tokens":1}}}"#
    let end = #"{"type":"message_delta","delta":{"stop_reason":"\#(reason)"},"usage":{}}"#
    return events([start] + blocks + [end, #"{"type":"message_stop"}"#])
  }

  private func item(of signature: String) -> String {
    #"{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","id":"r\#(signature)","summary":[],"encrypted_content":"\#(signature)"}}"#
  }

  private func responses(_ data: [String]) -> String {
    events(
      [#"{"type":"response.created","response":{"id":"resp","model":"m"}}"#] + data + [
        #"{"type":"response.completed","response":{"id":"resp","model":"m","status":"completed","usage":{"input_tokens":1,"output_tokens":1}}}"#
      ])
  }
}
