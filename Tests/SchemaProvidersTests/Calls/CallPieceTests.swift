import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

/// Pieces of calls, and calls that share an identification.
struct CallPieceTests {
  private static let soup = #""arguments":"{\"term\":\"soup\"}""#
  private static let pie = #""arguments":"{\"term\":\"pie\"}""#
  private static let begin = #""arguments":"{\"te""#
  private static let end = #""arguments":"rm\":\"pie\"}""#

  @Test(
    "T14: a new name, and a piece after complete arguments, begin a call of Chat Completions",
    arguments: [
      // One index and no ids.
      [
        #"{"index":0,"function":{"name":"find",\#(soup)}}"#,
        #"{"index":0,"function":{"name":"find",\#(begin)}}"#,
        #"{"index":0,"function":{\#(end)}}"#,
      ],
      // One index and one id.
      [
        #"{"index":0,"id":"0","function":{"name":"find",\#(soup)}}"#,
        #"{"index":0,"id":"0","function":{"name":"find",\#(pie)}}"#,
      ],
      // One id and no index.
      [
        #"{"id":"0","function":{"name":"find",\#(soup)}}"#,
        #"{"id":"0","function":{"name":"find",\#(begin)}}"#,
        #"{"id":"0","function":{\#(end)}}"#,
      ],
      // One list with one index, or with neither an index nor an id.
      [
        #"""
        {"index":0,"function":{"name":"find",\#(soup)}},\#
        {"index":0,"function":{"name":"find",\#(pie)}}
        """#
      ],
      [#"{"function":{"name":"find",\#(soup)}},{"function":{"name":"find",\#(pie)}}"#],
      // A second call without a name.
      [
        #"{"index":0,"id":"a","function":{"name":"find",\#(soup)}}"#,
        #"{"index":0,"function":{\#(pie)}}"#,
      ],
      // A name in pieces, a name so far, and a name with each piece.
      [
        #"{"index":0,"id":"a","function":{"name":"fi","arguments":""}}"#,
        #"{"index":0,"function":{"name":"nd",\#(soup)}}"#,
        #"{"index":1,"id":"b","function":{"name":"fi"}}"#,
        #"{"index":1,"id":"b","function":{"name":"find",\#(begin)}}"#,
        #"{"index":1,"id":"b","function":{"name":"find",\#(end)}}"#,
      ],
      [
        #"{"function":{"name":"fi"}}"#, #"{"function":{"name":"nd"}}"#,
        #"{"function":{\#(soup)}}"#, #"{"function":{"name":"find"}}"#,
        #"{"function":{"name":"find",\#(begin)}}"#, #"{"function":{"name":"find",\#(end)}}"#,
      ],
      // Late arguments, a late name, and arguments that are sent again.
      [
        #"{"index":0,"id":"a","function":{"name":"find"}}"#,
        #"{"index":0,"id":"a","function":{\#(soup)}}"#, #"{"index":0,"function":{\#(soup)}}"#,
        #"{"index":1,"function":{\#(begin)}}"#, #"{"index":1,"function":{\#(end)}}"#,
        #"{"index":1,"id":"b","function":{"name":"find","arguments":""}}"#,
      ],
      // Arguments at another index.
      [
        #"{"index":0,"id":"a","function":{"name":"find","arguments":"{}"}}"#,
        #"{"index":1,"function":{\#(soup)}}"#,
        #"{"index":2,"id":"b","function":{"name":"find",\#(begin)}}"#,
        #"{"index":3,"function":{\#(end)}}"#,
      ],
      // An empty end, and a list without a piece.
      [
        #"{"index":0,"id":"a","function":{"name":"find",\#(soup)}}"#,
        #"{"index":0,"id":"a","function":{"name":"find","arguments":""}}"#, "{}",
        #"{"index":0,"id":"b","function":{"name":"find",\#(pie)}}"#,
      ],
    ])
  func chat(_ lists: [String]) async throws {
    for provider in [ProviderFixture.openAI, .llamaCpp] {
      let outputs = try await provider.outputs(of: CallReplies.chat(lists))
      #expect(outputs.texts == ["found soup", "found pie"])
      #expect(outputs.body.contains(#""arguments":"{\"term\":\"soup\"}""#))
    }
  }

  @Test("T14: another name at the same index begins a call")
  func names() async throws {
    let outputs = try await ProviderFixture.llamaCpp.outputs(
      of: CallReplies.chat([
        #"{"index":0,"function":{"name":"clock","arguments":""}}"#,
        #"{"index":0,"function":{"name":"find",\#(Self.soup)}}"#,
        #"{"index":0,"function":{"name":"clock","arguments":"{}"}}"#,
        #"{"index":0,"function":{"name":"clock","arguments":"{}"}}"#,
      ]))
    #expect(outputs.texts == ["noon", "found soup", "noon", "noon"])
  }

  private static func item(_ id: String, _ arguments: String, item: String = "f") -> String {
    #"{"type":"function_call","id":"\#(item)","call_id":"\#(id)","name":"find",\#(arguments)}"#
  }

  private static func added(_ item: String, _ place: String = "") -> String {
    #"{"type":"response.output_item.added"\#(place),"item":\#(item)}"#
  }

  private static func done(_ item: String, _ place: String = "") -> String {
    #"{"type":"response.output_item.done"\#(place),"item":\#(item)}"#
  }

  private static func delta(_ text: String, _ place: String = "") -> String {
    #"{"type":"response.function_call_arguments.delta"\#(place),"delta":"\#(text)"}"#
  }

  @Test(
    "T14: the pieces of a call of Responses have any names",
    arguments: [
      // The position only at the beginning, and the identifier after it.
      [
        added(item("a", #""arguments":"""#, item: "f1"), #","output_index":0"#),
        delta(#"{\"term\":"#, #","item_id":"f1""#), delta(#"\"soup\"}"#, #","item_id":"f1""#),
        done(item("a", soup, item: "f1")),
        added(item("b", #""arguments":"""#, item: "f2"), #","output_index":1"#),
        delta(#"{\"term\":\"pie\"}"#, #","item_id":"f2""#), done(item("b", pie, item: "f2")),
      ],
      // One position for all items, at the same time.
      [
        added(item("a", #""arguments":"""#, item: "f1"), #","output_index":0"#),
        added(item("b", #""arguments":"""#, item: "f2"), #","output_index":0"#),
        delta(#"{\"term\":\"soup\"}"#, #","item_id":"f1","output_index":0"#),
        delta(#"{\"term\":\"pie\"}"#, #","item_id":"f2","output_index":0"#),
        done(item("a", soup, item: "f1"), #","output_index":0"#),
        done(item("b", pie, item: "f2"), #","output_index":0"#),
      ],
      // Another identifier of the item in each event.
      [
        added(item("a", #""arguments":"""#, item: "x1"), #","output_index":0"#),
        added(item("b", #""arguments":"""#, item: "x2"), #","output_index":1"#),
        delta(#"{\"term\":\"soup\"}"#, #","item_id":"x3","output_index":0"#),
        delta(#"{\"term\":\"pie\"}"#, #","item_id":"x4","output_index":1"#),
        done(item("a", soup, item: "x5"), #","output_index":0"#),
        done(item("b", pie, item: "x6"), #","output_index":1"#),
      ],
      // No names of items.
      [
        added(item("a", #""arguments":"""#)), delta(#"{\"term\":\"soup\"}"#), done(item("a", soup)),
        added(item("b", #""arguments":"""#)), delta(#"{\"term\":\"pie\"}"#), done(item("b", pie)),
      ],
      // Complete items with one identifier and one position.
      [
        done(item("0", soup), #","output_index":0"#), done(item("0", pie), #","output_index":0"#),
      ],
    ])
  func responses(_ events: [String]) async throws {
    let outputs = try await ProviderFixture.responses.outputs(of: CallReplies.responses(events))
    #expect(outputs.texts == ["found soup", "found pie"])
  }

  private static func block(_ index: String, _ id: String) -> String {
    #"""
    {"type":"content_block_start"\#(index),\#
    "content_block":{"type":"tool_use","id":"\#(id)","name":"find","input":{}}}
    """#
  }

  private static func piece(_ index: String, _ text: String) -> String {
    #"""
    {"type":"content_block_delta"\#(index),\#
    "delta":{"type":"input_json_delta","partial_json":"\#(text)"}}
    """#
  }

  @Test(
    "T14: blocks of Anthropic's interface share an index, an identifier, or both",
    arguments: [#","index":0"#, ""], ["a", "b"])
  func anthropic(_ index: String, _ second: String) async throws {
    let outputs = try await ProviderFixture.anthropic.outputs(
      of: CallReplies.anthropic([
        Self.block(index, "a"), Self.piece(index, #"{\"term\":"#),
        Self.piece(#","index":7"#, #"\"soup\"}"#), Self.block(index, second),
        Self.piece(index, #"{\"term\":\"pie\"}"#),
      ]))
    #expect(outputs.texts == ["found soup", "found pie"])
  }

  @Test(
    "T14: calls with one identifier are separate, also in later replies",
    arguments: [
      ProviderFixture.openAI, .llamaCpp, .responses, .anthropic, .gemini, .ollama,
    ])
  func oneID(_ provider: ProviderFixture) async throws {
    let arguments = [#"{"term":"soup"}"#, #"{"term":"pie"}"#].map { text in
      provider.isChat || provider.isResponses ? GeneratedContent(text).jsonString : text
    }
    let (session, transport) = provider.session(
      CallReplies.call(provider, "find", arguments[0], id: "0"),
      CallReplies.call(provider, "find", arguments[1], id: "0"), provider.text, tools: [Find()])
    try await session.respond(to: "Soup?")
    let outputs = session.transcript.toolOutputs
    #expect(outputs.map(\.segments.joinedText) == ["found soup", "found pie"])
    #expect(Set(outputs.map(\.id)).count == 2)
    #expect(transport.requests.count == 3)
  }
}

extension ProviderFixture {
  /// `true` for Chat Completions, whose calls have their arguments as a text.
  var isChat: Bool { text.contains(#""choices""#) }
}
