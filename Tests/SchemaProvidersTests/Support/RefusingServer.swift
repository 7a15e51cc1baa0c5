import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaProviders
import SessionTestSupport

/// A server that answers by what it is asked, and refuses a conversation that its provider would
/// refuse.
final class RefusingServer: ModelTransport {
  enum Wire { case anthropic, responses, gemini, chat, bedrock, ollama }

  /// A part of a conversation, in the words of no provider.
  enum Part: Equatable {
    case text(String, isUser: Bool)
    case thought(signature: String)
    case call(id: String, signature: String?)
    case output(id: String)
    /// An image in a prompt, in the form that the provider takes; `nil` for another form.
    case image(Data?)

    fileprivate var isUsers: Bool {
      switch self {
      case .text(_, let isUser): isUser
      case .output, .image: true
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
    var images = 0
  }

  let wire: Wire
  private let state = Locked(State())

  init(_ wire: Wire) { self.wire = wire }

  var refusals: [String] { state.withLock { $0.refusals } }

  /// How many images the last request had.
  var imagesInLastRequest: Int { state.withLock { $0.images } }

  /// How many signatures the last request had.
  var thoughtsInLastRequest: Int { state.withLock { $0.thoughts } }

  nonisolated(nonsending) func send(
    _ request: TransportRequest
  ) async throws -> TransportResponse {
    let body = try GeneratedContent(json: String(decoding: request.body, as: UTF8.self))
    let parts = parts(of: body)
    let problem = problem(of: parts) ?? bedrockProblem(of: body) ?? limitProblem(of: body)
    guard problem == nil else {
      state.withLock { $0.refusals.append(problem ?? "") }
      let text = #"{"error":{"type":"invalid_request_error","message":"refused"}}"#
      return response(Data(text.utf8), 400)
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

  private func response(_ body: Data, _ status: Int = 200) -> TransportResponse {
    let pieces = [body]
    let rest = Locked(pieces[...])
    let type =
      switch wire {
      case .bedrock: "application/vnd.amazon.eventstream"
      case .ollama: "application/x-ndjson"
      default: "text/event-stream"
      }
    return TransportResponse(
      status: status, headers: ["content-type": type],
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
    var images = 0
    let isBound = wire == .anthropic || wire == .bedrock
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
        guard open.isEmpty || isBound else { return "a thought among calls" }
        thoughts += 1
        guard let before = state.withLock({ $0.bound[signature] }) else {
          return "an unknown signature"
        }
        if isBound, before != Array(parts[..<index]) {
          return "a thought is bound to a different conversation"
        }
        // Its own answer follows it.
        if wire == .responses, parts.dropFirst(index + 1).first?.isUsers != false {
          return "an item of thoughts without the item that follows it"
        }
      case .text(_, let isUser):
        if isUser, !open.isEmpty { return "a call without an output" }
      case .image(let data):
        guard data == Self.picture else { return "an image in another form" }
        images += 1
      }
    }
    // Each image stays where it was said.
    guard images >= state.withLock({ $0.images }) else { return "an image is gone" }
    let imageCount = images
    state.withLock { $0.images = imageCount }
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

  /// The bytes of the only image.
  static let picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 7, 7])

  func text(_ content: GeneratedContent, _ name: String) -> String {
    content.property(named: name).flatMap { try? String($0) } ?? ""
  }

  func list(_ content: GeneratedContent, _ name: String) -> [GeneratedContent] {
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
          case "image":
            .image(
              block.property(named: "source").flatMap {
                text($0, "type") == "base64" && text($0, "media_type") == "image/png"
                  ? Data(base64Encoded: text($0, "data")) : nil
              })
          default: .text(text(block, "text"), isUser: text(message, "role") == "user")
          }
        }
      }
    case .responses:
      return list(body, "input").flatMap { item -> [Part] in
        switch text(item, "type") {
        case "reasoning": return [.thought(signature: text(item, "encrypted_content"))]
        case "function_call": return [.call(id: text(item, "call_id"), signature: nil)]
        case "function_call_output": return [.output(id: text(item, "call_id"))]
        default:
          let role = text(item, "role")
          guard role == "user" || role == "assistant" else { return [] }
          let parts = list(item, "content")
          let images = parts.filter { text($0, "type") == "input_image" }.map { part in
            Part.image(data(of: text(part, "image_url")))
          }
          let said = parts.map { text($0, "text") }.joined()
          return images + [
            .text(parts.isEmpty ? text(item, "content") : said, isUser: role == "user")
          ]
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
          if let image = part.property(named: "inlineData") {
            return .image(
              text(image, "mimeType") == "image/png"
                ? Data(base64Encoded: text(image, "data")) : nil)
          }
          return .text(text(part, "text"), isUser: text(content, "role") == "user")
        }
      }
    case .chat:
      return list(body, "messages").flatMap { message -> [Part] in
        switch text(message, "role") {
        case "user":
          let parts = list(message, "content")
          let images = parts.compactMap { $0.property(named: "image_url") }.map { image in
            Part.image(data(of: text(image, "url")))
          }
          let said = parts.map { text($0, "text") }.joined()
          return images + [.text(parts.isEmpty ? text(message, "content") : said, isUser: true)]
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
    case .bedrock: return bedrockParts(of: body)
    case .ollama: return ollamaParts(of: body)
    }
  }

  /// The bytes of an address with the scheme `data`.
  private func data(of url: String) -> Data? {
    let prefix = "data:image/png;base64,"
    return url.hasPrefix(prefix) ? Data(base64Encoded: String(url.dropFirst(prefix.count))) : nil
  }

  private func events(_ data: [String]) -> String { data.map { "data: \($0)\n\n" }.joined() }

  func quoted(_ text: String) -> String { GeneratedContent(text).jsonString }

  private func answer(_ text: String, after parts: [Part]) -> Data {
    switch wire {
    case .bedrock: bedrockAnswer(text, signature(after: parts))
    case .ollama: ollamaAnswer(text)
    default: Data(textAnswer(text, after: parts).utf8)
    }
  }

  private func textAnswer(_ text: String, after parts: [Part]) -> String {
    let signature = signature(after: parts)
    switch wire {
    case .bedrock, .ollama: return ""
    case .anthropic:
      return anthropic(
        thought(signature)
          + [
            #"{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}"#,
            #"""
            {"type":"content_block_delta","index":1,\#
            "delta":{"type":"text_delta","text":\#(quoted(text))}}
            """#,
            #"{"type":"content_block_stop","index":1}"#,
          ], "end_turn")
    case .responses:
      let message =
        #"""
        {"type":"message","id":"m","role":"assistant","status":"completed",\#
        "content":[{"type":"output_text","text":\#(quoted(text)),"annotations":[]}]}
        """#
      return responses([
        item(of: signature),
        #"""
        {"type":"response.output_text.delta","item_id":"m","output_index":1,"content_index":0,\#
        "delta":\#(quoted(text))}
        """#,
        #"{"type":"response.output_item.done","output_index":1,"item":\#(message)}"#,
      ])
    case .gemini:
      return events([
        #"""
        {"candidates":[{"content":{"role":"model","parts":[{"text":\#(quoted(text))}]},\#
        "finishReason":"STOP"}]}
        """#
      ])
    case .chat:
      return ChatStreamTests.stream(
        ChatStreamTests.delta(#"{"content":\#(quoted(text))}"#, finish: "stop"))
    }
  }

  private func calls(after parts: [Part]) -> Data {
    switch wire {
    case .bedrock: bedrockCalls(callIDs(), signature(after: parts))
    case .ollama: ollamaCalls()
    default: Data(textCalls(after: parts).utf8)
    }
  }

  private func textCalls(after parts: [Part]) -> String {
    let signature = signature(after: parts)
    let ids = callIDs()
    let arguments = #"{"term":"soup"}"#
    switch wire {
    case .bedrock, .ollama: return ""
    case .anthropic:
      return anthropic(
        thought(signature)
          + ids.enumerated().flatMap { index, id in
            [
              #"""
              {"type":"content_block_start","index":\#(index + 1),\#
              "content_block":{"type":"tool_use","id":"\#(id)","name":"find","input":{}}}
              """#,
              #"""
              {"type":"content_block_delta","index":\#(index + 1),\#
              "delta":{"type":"input_json_delta","partial_json":\#(quoted(arguments))}}
              """#,
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
              #"""
              {"type":"response.output_item.added","output_index":\#(index + 1),\#
              "item":{\#(head),"arguments":""}}
              """#,
              #"""
              {"type":"response.function_call_arguments.delta","item_id":"f\#(index)",\#
              "output_index":\#(index + 1),"delta":\#(quoted(arguments))}
              """#,
              #"""
              {"type":"response.output_item.done","output_index":\#(index + 1),\#
              "item":{\#(head),"arguments":\#(quoted(arguments)),"status":"completed"}}
              """#,
            ]
          })
    case .gemini:
      let parts = ids.enumerated().map { index, id in
        let mark = index == 0 ? #","thoughtSignature":"\#(signature)""# : ""
        return #"{"functionCall":{"id":"\#(id)","name":"find","args":\#(arguments)}\#(mark)}"#
      }
      return events([
        #"""
        {"candidates":[{"content":{"role":"model","parts":[\#(parts.joined(separator: ","))]},\#
        "finishReason":"STOP"}]}
        """#
      ])
    case .chat:
      let calls = ids.enumerated().map { index, id in
        #"""
        {"index":\#(index),"id":"\#(id)","type":"function",\#
        "function":{"name":"find","arguments":\#(quoted(arguments))}}
        """#
      }
      return ChatStreamTests.stream(
        ChatStreamTests.delta(
          #"{"tool_calls":[\#(calls.joined(separator: ","))]}"#, finish: "tool_calls"))
    }
  }

  private func thought(_ signature: String) -> [String] {
    [
      #"""
      {"type":"content_block_start","index":0,\#
      "content_block":{"type":"thinking","thinking":"","signature":""}}
      """#,
      #"""
      {"type":"content_block_delta","index":0,\#
      "delta":{"type":"signature_delta","signature":"\#(signature)"}}
      """#,
      #"{"type":"content_block_stop","index":0}"#,
    ]
  }

  private func anthropic(_ blocks: [String], _ reason: String) -> String {
    let start =
      #"""
      {"type":"message_start","message":{"id":"msg","model":"m","content":[],\#
      "usage":{"input_tokens":1}}}
      """#
    let end = #"{"type":"message_delta","delta":{"stop_reason":"\#(reason)"},"usage":{}}"#
    return events([start] + blocks + [end, #"{"type":"message_stop"}"#])
  }

  private func item(of signature: String) -> String {
    #"""
    {"type":"response.output_item.done","output_index":0,\#
    "item":{"type":"reasoning","id":"r\#(signature)","summary":[],\#
    "encrypted_content":"\#(signature)"}}
    """#
  }

  private func responses(_ data: [String]) -> String {
    events(
      [#"{"type":"response.created","response":{"id":"resp","model":"m"}}"#] + data + [
        #"""
        {"type":"response.completed",\#
        "response":{"id":"resp","model":"m","status":"completed",\#
        "usage":{"input_tokens":1,"output_tokens":1}}}
        """#
      ])
  }
}
