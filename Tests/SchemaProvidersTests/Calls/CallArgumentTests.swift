import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

/// The arguments of calls: empty ones, and those that are no object.
struct CallArgumentTests {
  @Test(
    "T14: a tool without parameters is called with any form of no arguments",
    arguments: ProviderFixture.all,
    [#""""#, "{}", #""{}""#, "null", #""null""#, #"" { } ""#, #""{}{}""#, nil] as [String?])
  func none(_ provider: ProviderFixture, _ arguments: String?) async throws {
    let outputs = try await provider.outputs(
      of: CallReplies.call(provider, "clock", arguments))
    #expect(outputs.texts == ["noon"])
    #expect(outputs.body.contains(provider.isText ? #""arguments":"{}""# : #":{}"#))
  }

  @Test(
    "T14: an empty object before the arguments is dropped",
    arguments: ProviderFixture.all, [#"{}{\"term\":\"soup\"}"#, #" {} null {\"term\":\"soup\"}"#])
  func before(_ provider: ProviderFixture, _ arguments: String) async throws {
    let outputs = try await provider.outputs(
      of: CallReplies.call(provider, "find", #""\#(arguments)""#))
    #expect(outputs.texts == ["found soup"])
  }

  @Test("T14: an empty object in a piece before the arguments is dropped")
  func beforeInPieces() async throws {
    let pieces = ["{", "}", "{", #"\"term\":"#, #"\"soup\"}"#]
    let chat = pieces.enumerated().map { index, text in
      let name = index == 0 ? #""name":"find","# : ""
      return #"{"index":0,"id":"a","function":{\#(name)"arguments":"\#(text)"}}"#
    }
    let named = pieces.map { #"{"index":0,"function":{"name":"find","arguments":"\#($0)"}}"# }
    let item = #""type":"function_call","id":"f","call_id":"a","name":"find""#
    let responses =
      [#"{"type":"response.output_item.added","output_index":0,"item":{\#(item),"arguments":""}}"#]
      + pieces.map {
        #"""
        {"type":"response.function_call_arguments.delta","output_index":0,"item_id":"f",\#
        "delta":"\#($0)"}
        """#
      } + [#"{"type":"response.output_item.done","output_index":0,"item":{\#(item)}}"#]
    let blocks =
      [
        #"""
        {"type":"content_block_start","index":0,\#
        "content_block":{"type":"tool_use","id":"a","name":"find","input":{}}}
        """#
      ]
      + pieces.map {
        #"""
        {"type":"content_block_delta","index":0,\#
        "delta":{"type":"input_json_delta","partial_json":"\#($0)"}}
        """#
      } + [#"{"type":"content_block_stop","index":0}"#]
    for (provider, reply) in [
      (ProviderFixture.openAI, CallReplies.chat(chat)), (.llamaCpp, CallReplies.chat(named)),
      (.responses, CallReplies.responses(responses)), (.anthropic, CallReplies.anthropic(blocks)),
    ] {
      let outputs = try await provider.outputs(of: reply)
      #expect(outputs.texts == ["found soup"])
      #expect(
        outputs.body.contains(provider.isText ? #"{\"term\":\"soup\"}"# : #"{"term":"soup"}"#))
    }
  }

  @Test(
    "T10, T24: arguments that are not an object go back as a fault, and as an object",
    arguments: ProviderFixture.all,
    [#""soup""#, #""{\"term\":""#, #""{""#, #""nul""#, #""[\"soup\"]""#, #""\"soup\"""#, #""7""#])
  func faulty(_ provider: ProviderFixture, _ arguments: String) async throws {
    let (session, transport) = provider.session(
      CallReplies.call(provider, "find", arguments), provider.text, tools: [Find()])
    try await session.respond(to: "Soup?")
    let output = try #require(session.transcript.toolOutputs.first?.segments.joinedText)
    #expect(output.hasPrefix("The tool was not called."))
    let body = try GeneratedContent(json: transport.body(1))
    let sent = try #require(try body.arguments(in: provider))
    #expect(sent.childCount == 1)
    #expect(sent.property(named: "value") != nil)
  }
}

extension ProviderFixture {
  /// `true` if the arguments of calls in requests are a text.
  var isText: Bool { isChat || isResponses }
}

extension GeneratedContent {
  /// The arguments of the first call in the body of a request, which have to be an object.
  fileprivate func arguments(in provider: ProviderFixture) throws -> GeneratedContent? {
    let names = ["Gemini": "args", "Anthropic": "input"]
    let name = names[provider.name] ?? "arguments"
    var pending = [self]
    while let content = pending.popLast() {
      // The schemas of tools have no calls.
      for (key, value) in content.properties where key != "tools" {
        guard key == name, content.property(named: "name") != nil else {
          pending.append(value)
          continue
        }
        let object =
          provider.isText ? try GeneratedContent(json: try String(value)) : value
        return object.shape == .object ? object : nil
      }
      pending += content.elements
    }
    return nil
  }
}
