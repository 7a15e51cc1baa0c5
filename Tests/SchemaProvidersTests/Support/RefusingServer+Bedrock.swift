import Foundation
import SchemaModel

// Requests that Converse rejects by its documentation, and the words of Ollama's errors.
extension RefusingServer {
  /// What only Converse refuses.
  func bedrockProblem(of body: GeneratedContent) -> String? {
    guard wire == .bedrock else { return nil }
    let messages = list(body, "messages")
    let blocks = messages.flatMap { list($0, "content") }
    for (index, message) in messages.enumerated() {
      guard text(message, "role") == (index % 2 == 0 ? "user" : "assistant") else {
        return "the roles do not take turns"
      }
    }
    for block in blocks where block.childCount != 1 {
      return "a block with several keys"
    }
    let ids = blocks.compactMap { block in
      (block.property(named: "toolUse") ?? block.property(named: "toolResult"))
        .map { text($0, "toolUseId") }
    }
    guard ids.allSatisfy({ $0.wholeMatch(of: /[a-zA-Z0-9_.:-]{1,64}/) != nil }) else {
      return "an identifier with other characters"
    }
    guard ids.isEmpty || body.property(named: "toolConfig") != nil else {
      return "blocks of tools without a configuration of tools"
    }
    for (index, message) in messages.enumerated() {
      let calls = list(message, "content").compactMap { $0.property(named: "toolUse") }
      guard !calls.isEmpty else { continue }
      let next = messages.indices.contains(index + 1) ? list(messages[index + 1], "content") : []
      let outputs = next.compactMap { $0.property(named: "toolResult") }
      guard Set(calls.map { text($0, "toolUseId") }) == Set(outputs.map { text($0, "toolUseId") })
      else { return "calls whose outputs are not in the next message" }
    }
    return nil
  }

  func bedrockParts(of body: GeneratedContent) -> [Part] {
    list(body, "messages").flatMap { message in
      list(message, "content").map { block -> Part in
        if let call = block.property(named: "toolUse") {
          return .call(id: text(call, "toolUseId"), signature: nil)
        }
        if let output = block.property(named: "toolResult") {
          return .output(id: text(output, "toolUseId"))
        }
        if let thought = block.property(named: "reasoningContent") {
          return .thought(
            signature: thought.property(named: "reasoningText").map { text($0, "signature") } ?? "")
        }
        if let image = block.property(named: "image") {
          let bytes = image.property(named: "source").map { text($0, "bytes") } ?? ""
          return .image(text(image, "format") == "png" ? Data(base64Encoded: bytes) : nil)
        }
        return .text(text(block, "text"), isUser: text(message, "role") == "user")
      }
    }
  }

  func bedrockAnswer(_ said: String, _ signature: String) -> Data {
    bedrock(
      signature,
      [
        (
          "contentBlockDelta", #"{"contentBlockIndex":1,"delta":{"text":\#(quoted(said))}}"#
        ), ("contentBlockStop", #"{"contentBlockIndex":1}"#),
      ], "end_turn")
  }

  func bedrockCalls(_ ids: [String], _ signature: String) -> Data {
    let calls = ids.enumerated().flatMap { index, id in
      [
        (
          "contentBlockStart",
          #"""
          {"contentBlockIndex":\#(index + 1),\#
          "start":{"toolUse":{"toolUseId":"\#(id)","name":"find"}}}
          """#
        ),
        (
          "contentBlockDelta",
          #"""
          {"contentBlockIndex":\#(index + 1),\#
          "delta":{"toolUse":{"input":\#(quoted(#"{"term":"soup"}"#))}}}
          """#
        ), ("contentBlockStop", #"{"contentBlockIndex":\#(index + 1)}"#),
      ]
    }
    return bedrock(signature, calls, "tool_use")
  }

  private func bedrock(
    _ signature: String, _ blocks: [(String, String)], _ reason: String
  ) -> Data {
    let thought = [
      ("messageStart", #"{"role":"assistant"}"#),
      (
        "contentBlockDelta",
        #"{"contentBlockIndex":0,"delta":{"reasoningContent":{"signature":"\#(signature)"}}}"#
      ), ("contentBlockStop", #"{"contentBlockIndex":0}"#),
    ]
    let end = [
      ("messageStop", #"{"stopReason":"\#(reason)"}"#),
      ("metadata", #"{"usage":{"inputTokens":1,"outputTokens":1,"totalTokens":2}}"#),
    ]
    return (thought + blocks + end).reduce(into: Data()) { $0 += BedrockTests.message($1.0, $1.1) }
  }

  // MARK: Ollama

  /// The parts of a conversation; calls and their outputs are known by the tool's name.
  func ollamaParts(of body: GeneratedContent) -> [Part] {
    list(body, "messages").flatMap { message -> [Part] in
      let said = text(message, "content")
      switch text(message, "role") {
      case "user":
        let images = list(message, "images").map { image in
          Part.image((try? String(image)).flatMap { Data(base64Encoded: $0) })
        }
        return images + [.text(said, isUser: true)]
      case "tool": return [.output(id: text(message, "tool_name"))]
      case "assistant":
        let calls = list(message, "tool_calls").map { call in
          Part.call(
            id: call.property(named: "function").map { text($0, "name") } ?? "", signature: nil)
        }
        return (said.isEmpty ? [] : [.text(said, isUser: false)]) + calls
      default: return []
      }
    }
  }

  func ollamaAnswer(_ said: String) -> Data {
    ollama(#"{"role":"assistant","content":\#(quoted(said))}"#)
  }

  func ollamaCalls() -> Data {
    let call = #"{"function":{"name":"find","arguments":{"term":"soup"}}}"#
    return ollama(#"{"role":"assistant","content":"","tool_calls":[\#(call),\#(call)]}"#)
  }

  private func ollama(_ message: String) -> Data {
    Data(
      (#"{"model":"m","message":\#(message),"done":false}"# + "\n"
        + #"{"model":"m","message":{"role":"assistant","content":""},"done":true,"#
        + #""done_reason":"stop"}"#
        + "\n").utf8)
  }
}
