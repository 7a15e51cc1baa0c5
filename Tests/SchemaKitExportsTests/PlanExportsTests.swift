import CSchemaKit
import SchemaKitExports
import Testing

/// The functions for plans, called as a program in C calls them.
struct PlanExportsTests {
  /// A vocabulary with a marker as a special token, a plan, a cache and an output behind handles.
  @safe
  final class Model {
    static let words =
      ["</s>", "[TOOL_CALLS]", "[ARGS]"] + (32..<127).map { String(UnicodeScalar(UInt8($0))) }
      + ["{\"", "ab", "abc"]
    static let tools = """
      {"format": "mistral", "tools": [{"name": "f", "parameters": {"type": "object", "properties":
      {"a": {"enum": ["ab", "ac"]}}, "required": ["a"], "additionalProperties": false}}]}
      """

    let vocabulary: OpaquePointer?
    let plan: OpaquePointer?
    let cache: OpaquePointer?
    let output: OpaquePointer?

    init(_ request: String = tools) throws {
      unsafe vocabulary = try Self.makeVocabulary()
      var error: UnsafeMutablePointer<CChar>?
      unsafe plan = schemakit_plan_from_tools(
        vocabulary, request, request.utf8.count, nil, &error)
      if unsafe plan == nil { Issue.record("\(unsafe CModel.take(error) ?? "")") }
      unsafe cache = schemakit_plan_cache_create(plan, nil)
      unsafe output = schemakit_output_create(plan, cache, nil)
    }

    deinit {
      unsafe schemakit_vocabulary_free(vocabulary)
      unsafe schemakit_plan_free(plan)
      unsafe schemakit_plan_cache_free(cache)
      unsafe schemakit_output_free(output)
    }

    static func makeVocabulary() throws -> OpaquePointer {
      let bytes = Array(words.dropFirst(3).joined().utf8)
      let lengths = [-1, -1, -1] + words.dropFirst(3).map(\.utf8.count)
      return try unsafe words[0].withCString { end in
        try unsafe words[1].withCString { calls in
          try unsafe words[2].withCString { arguments in
            let names: [UnsafePointer<CChar>?] =
              unsafe [end, calls, arguments] + Array(repeating: nil, count: words.count - 3)
            return try unsafe #require(
              schemakit_vocabulary_create_named(bytes, lengths, names, lengths.count, [0], 1, nil))
          }
        }
      }
    }

    static func tokens(_ words: [String]) -> [Int32] {
      words.map { Int32(self.words.firstIndex(of: $0) ?? -1) }
    }

    func commit(_ words: [String]) -> Int32 {
      let tokens = Self.tokens(words)
      return unsafe schemakit_output_commit_tokens(output, tokens, tokens.count, nil)
    }

    func events() -> String? { unsafe CModel.take(schemakit_output_take_events(output)) }
  }

  static let wordCount = 4

  @Test func `K9: a call is followed by masks and events`() throws {
    let model = try Model()
    #expect(model.commit(["H", "i", "[TOOL_CALLS]", "f", "[ARGS]", "{\"", "a"]) == SCHEMAKIT_OK)
    #expect(
      model.events() == #"""
        [{"type": "text", "text": "Hi"}, {"type": "call_began", "name": "f"}, \#
        {"type": "arguments", "text": "{\"a"}]
        """#)
    #expect(unsafe CModel.take(schemakit_output_forced_text(model.output)) == #"": "a"#)
    let rest = #"": "ab"}"#
    #expect(
      unsafe schemakit_output_commit_text(model.output, rest, rest.utf8.count, nil)
        == SCHEMAKIT_OK)
    #expect(unsafe schemakit_output_can_end(model.output) == 1)
    #expect(unsafe schemakit_output_is_complete(model.output) == 0)
    #expect(model.commit(["</s>"]) == SCHEMAKIT_OK)
    #expect(unsafe schemakit_output_is_finished(model.output) == 1)
    #expect(unsafe schemakit_output_token_count(model.output) == 8)
    #expect(
      model.events() == #"""
        [{"type": "arguments", "text": "\": \"ab\"}"}, {"type": "call_ended"}, \#
        {"type": "ended", "token": 0}]
        """#)
    #expect(
      unsafe schemakit_output_rollback(model.output, 10, nil) == SCHEMAKIT_NOTHING_TO_ROLL_BACK)
    #expect(unsafe schemakit_output_rollback(model.output, 1, nil) == SCHEMAKIT_OK)
    #expect(unsafe schemakit_output_is_finished(model.output) == 0)
    #expect(model.events()?.hasPrefix(#"[{"type": "restarted"}, "#) == true)
    #expect(unsafe schemakit_plan_cache_size(model.cache) > 0)
    #expect(unsafe schemakit_plan_unenforced_count(model.plan) == 0)
  }

  @Test func `K8: a batch is filled in place, and a sequence without a plan is free`() throws {
    let model = try Model()
    let other = unsafe schemakit_output_copy(model.output, nil)
    defer { unsafe schemakit_output_free(other) }
    #expect(model.commit(["[TOOL_CALLS]"]) == SCHEMAKIT_OK)
    for stride in [4, 5, 7] {
      var words = [UInt32](repeating: 7, count: 3 * stride)
      let outputs = unsafe [model.output, nil, other]
      #expect(
        unsafe schemakit_outputs_fill(outputs, 3, &words, stride, nil) == SCHEMAKIT_OK)
      var row = [UInt32](repeating: 7, count: stride)
      #expect(unsafe schemakit_output_mask(model.output, &row, stride, nil) == SCHEMAKIT_OK)
      #expect(Array(words[..<stride]) == row)
      let token = Int(Model.tokens(["f"])[0])
      #expect(
        row.reduce(0) { $0 + $1.nonzeroBitCount } == 1 && row[token >> 5] >> (token & 31) == 1)
      #expect(words[stride..<(2 * stride)].allSatisfy { $0 == .max })
      let last = words[(2 * stride)...]
      // All words of text, the end and the marker, but not "[ARGS]".
      #expect(last.reduce(0) { $0 + $1.nonzeroBitCount } == Model.words.count - 1)
      #expect(last.dropFirst(Self.wordCount).allSatisfy { $0 == 0 })
    }
    var short = [UInt32](repeating: 7, count: 3)
    #expect(
      unsafe schemakit_output_mask(model.output, &short, 3, nil) == SCHEMAKIT_BUFFER_TOO_SHORT)
    #expect(short == [7, 7, 7])
  }

  @Test(arguments: [(3, Int.max), (-1, 4), (Int.min, 4)])
  func `H1: a batch whose size has no number is an error, and nothing is filled`(
    count: Int, stride: Int
  ) throws {
    let model = try Model()
    let outputs = unsafe [model.output, model.output, model.output]
    var words = [UInt32](repeating: 7, count: 12)
    var error: UnsafeMutablePointer<CChar>?
    #expect(
      unsafe schemakit_outputs_fill(outputs, count, &words, stride, &error)
        == SCHEMAKIT_INVALID_ARGUMENT)
    #expect(unsafe CModel.take(error)?.contains(count < 0 ? "'count'" : "'stride'") == true)
    #expect(
      unsafe schemakit_outputs_fill_threads(outputs, count, &words, stride, 2, nil)
        == SCHEMAKIT_INVALID_ARGUMENT)
    #expect(words.allSatisfy { $0 == 7 })
  }

  @Test func `K3: the masks of a draft are those after its tokens`() throws {
    let model = try Model()
    let draft = Model.tokens(["a", "[TOOL_CALLS]", "f", "x"])
    var words = [UInt32](repeating: 7, count: 5 * Self.wordCount)
    var valid = 0
    #expect(
      unsafe schemakit_output_draft_masks(
        model.output, draft, draft.count, &words, Self.wordCount, &valid, nil) == SCHEMAKIT_OK)
    #expect(valid == 3)
    #expect(unsafe schemakit_output_token_count(model.output) == 0)
    for row in 0...3 {
      var mask = [UInt32](repeating: 0, count: Self.wordCount)
      #expect(
        unsafe schemakit_output_mask(model.output, &mask, Self.wordCount, nil) == SCHEMAKIT_OK)
      #expect(Array(words[(row * Self.wordCount)..<((row + 1) * Self.wordCount)]) == mask)
      if row < 3 { #expect(unsafe schemakit_output_commit(model.output, draft[row], nil) == 0) }
    }
    #expect(words[(4 * Self.wordCount)...].allSatisfy { $0 == 0 })
    #expect(
      unsafe schemakit_output_draft_masks(model.output, draft, 4, &words, 3, &valid, nil)
        == SCHEMAKIT_BUFFER_TOO_SHORT)
  }

  @Test func `K3: forced tokens are those of the tokenizer, up to where it could split otherwise`()
    throws
  {
    let model = try Model()
    #expect(model.commit(["[TOOL_CALLS]", "f", "[ARGS]"]) == SCHEMAKIT_OK)
    // The longest words first, as the model's tokenizer would split.
    let encode: schemakit_encode = { _, text, length, tokens, capacity in
      var rest = unsafe String(
        decoding: UnsafeBufferPointer(start: text, count: length), as: UTF8.self)[...]
      var count = 0
      while !rest.isEmpty {
        let word = Model.words.dropFirst(3).filter { rest.hasPrefix($0) }.max {
          $0.count < $1.count
        }
        guard let word, let token = Model.words.firstIndex(of: word) else { return 0 }
        if count < capacity { unsafe tokens?[count] = Int32(token) }
        count += 1
        rest = rest.dropFirst(word.count)
      }
      return count
    }
    var tokens = [Int32](repeating: -1, count: 16)
    let count = unsafe schemakit_output_forced_tokens(model.output, encode, nil, &tokens, 16)
    // `{"a": "a` is forced; "ab" and "a" are both tokens, so the last "a" is left to the model.
    #expect(Array(tokens[..<count]) == Model.tokens(["{\"", "a", "\"", ":", " ", "\""]))
    let wrong: schemakit_encode = { _, _, _, tokens, _ in
      unsafe tokens?[0] = 5
      return 1
    }
    #expect(unsafe schemakit_output_forced_tokens(model.output, wrong, nil, &tokens, 16) == 0)
    let endless: schemakit_encode = { _, _, _, _, _ in Int.max }
    #expect(unsafe schemakit_output_forced_tokens(model.output, endless, nil, &tokens, 16) == 0)
    #expect(unsafe schemakit_output_forced_tokens(model.output, nil, nil, &tokens, 16) == 0)
  }

  static let faults = [
    "{", "[]", "{}", #"{"format": "other"}"#, #"{"template": "x"}"#,
    #"{"format": "hermes", "x": 1}"#,
    #"{"format": "hermes", "tools": {}}"#, #"{"format": "hermes", "tools": [1]}"#,
    #"{"format": "hermes", "tools": [{}]}"#, #"{"format": "hermes", "choice": "any"}"#,
    #"{"format": "hermes", "choice": {"name": "f"}}"#,
    #"{"format": "hermes", "thinking": {"mode": "optional", "limit": -1}}"#,
    #"{"format": "hermes", "thinking": {"mode": "much"}}"#,
    #"{"format": "hermes", "thinking": {"mode": "none", "limt": 100}}"#,
    #"{"format": "hermes", "thinking": {"mode": "none", "limit": 100}}"#,
    #"{"format": "llama", "thinking": {"mode": "required"}}"#,
    #"{"format": "hermes", "several_calls": 1}"#,
    #"{"format": "hermes", "answer": {"type": "never"}}"#,
  ]

  @Test(arguments: [
    #"{"NAME": 1}"#, #"{"format": "NAME"}"#,
    #"{"format": "hermes", "thinking": {"mode": "none", "NAME": 1}}"#,
  ])
  func `H2: a long name in a request is shortened in the error`(form: String) throws {
    let vocabulary = unsafe try Model.makeVocabulary()
    defer { unsafe schemakit_vocabulary_free(vocabulary) }
    let request = form.replacing("NAME", with: String(repeating: "x", count: 100_000))
    var error: UnsafeMutablePointer<CChar>?
    let plan = unsafe schemakit_plan_from_tools(
      vocabulary, request, request.utf8.count, nil, &error)
    #expect(unsafe plan == nil)
    let length = unsafe CModel.take(error)?.utf8.count ?? 0
    #expect((1..<1_000).contains(length))
  }

  @Test(arguments: [
    (#"{"tools": []}"#, "no 'format' and no 'template'"),
    (#"{"template": "{{ messages }}"}"#, "'template' writes no calls"),
    (#"{"format": "hermes", "tools": [{"name": "a"}, 1]}"#, "tool at index 1 is not an object"),
    (#"{"format": "hermes", "tools": [{"name": "a"}, {}]}"#, "tool at index 1 has no name"),
  ])
  func `H1: the error of a request names the faulty member`(request: String, part: String) throws {
    let vocabulary = unsafe try Model.makeVocabulary()
    defer { unsafe schemakit_vocabulary_free(vocabulary) }
    var error: UnsafeMutablePointer<CChar>?
    let plan = unsafe schemakit_plan_from_tools(
      vocabulary, request, request.utf8.count, nil, &error)
    #expect(unsafe plan == nil)
    #expect(unsafe CModel.take(error)?.contains(part) == true)
  }

  @Test(arguments: faults)
  func `H1: a request that cannot be read is an error with a text`(request: String) throws {
    let vocabulary = unsafe try Model.makeVocabulary()
    defer { unsafe schemakit_vocabulary_free(vocabulary) }
    var error: UnsafeMutablePointer<CChar>?
    let plan = unsafe schemakit_plan_from_tools(
      vocabulary, request, request.utf8.count, nil, &error)
    #expect(unsafe plan == nil)
    #expect(unsafe CModel.take(error)?.isEmpty == false)
  }

  @Test func `H1: handles of another kind are errors, and plans come from tags and grammars`()
    throws
  {
    let vocabulary = unsafe try Model.makeVocabulary()
    defer { unsafe schemakit_vocabulary_free(vocabulary) }
    #expect(unsafe schemakit_output_create(vocabulary, nil, nil) == nil)
    #expect(unsafe schemakit_output_mask(vocabulary, nil, 0, nil) == SCHEMAKIT_INVALID_ARGUMENT)
    #expect(unsafe schemakit_plan_from_grammar(vocabulary, nil) == nil)
    #expect(unsafe schemakit_output_take_events(nil) == nil)
    let tag = #"{"type": "const_string", "value": "abc"}"#
    let grammar = unsafe schemakit_grammar_from_pattern(vocabulary, "^abc$", 5, nil)
    defer { unsafe schemakit_grammar_free(grammar) }
    let plans = unsafe [
      schemakit_plan_from_structural_tag(vocabulary, tag, tag.utf8.count, nil, nil),
      schemakit_plan_from_grammar(grammar, nil),
    ]
    for index in 0..<2 {
      let plan = unsafe plans[index]
      let output = unsafe schemakit_output_create(plan, nil, nil)
      #expect(
        unsafe schemakit_output_set_token_budget(output, 0, nil) == SCHEMAKIT_BUDGET_TOO_SMALL)
      let draft = Model.tokens(["ab", "c", "c"])
      #expect(unsafe schemakit_output_validated_count(output, draft, 3) == 2)
      #expect(unsafe schemakit_output_commit(output, draft[0], nil) == SCHEMAKIT_OK)
      var bytes = [UInt8](repeating: 0, count: 2)
      #expect(unsafe schemakit_output_text(output, &bytes, 2) == 2 && bytes == [97, 98])
      unsafe schemakit_output_free(output)
      unsafe schemakit_plan_free(plan)
    }
  }

  @Test(arguments: [1, 2, 5, 0, -3] as [Int32])
  func `K5, K8: threads fill the rows of a batch in place`(threads: Int32) throws {
    let model = try Model()
    let alone = unsafe schemakit_output_create(model.plan, nil, nil)
    let copy = unsafe schemakit_output_copy(model.output, nil)
    defer {
      unsafe schemakit_output_free(alone)
      unsafe schemakit_output_free(copy)
    }
    #expect(model.commit(["[TOOL_CALLS]"]) == SCHEMAKIT_OK)
    let outputs = unsafe [model.output, nil, alone, copy, nil]
    for stride in [4, 5] {
      var expected = [UInt32](repeating: 7, count: 5 * stride)
      var words = expected
      #expect(unsafe schemakit_outputs_fill(outputs, 5, &expected, stride, nil) == SCHEMAKIT_OK)
      #expect(
        unsafe schemakit_outputs_fill_threads(outputs, 5, &words, stride, threads, nil)
          == SCHEMAKIT_OK)
      #expect(words == expected)
    }
    var words = [UInt32](repeating: 7, count: 15)
    #expect(
      unsafe schemakit_outputs_fill_threads(outputs, 5, &words, 3, threads, nil)
        == SCHEMAKIT_BUFFER_TOO_SHORT)
    #expect(
      unsafe schemakit_outputs_fill_threads(outputs, 5, &words, .max, threads, nil)
        == SCHEMAKIT_INVALID_ARGUMENT)
    #expect(
      unsafe schemakit_outputs_fill_threads([model.plan], 1, &words, 4, threads, nil)
        == SCHEMAKIT_INVALID_ARGUMENT)
    #expect(
      unsafe schemakit_outputs_fill_threads(outputs, 5, nil, 4, threads, nil)
        == SCHEMAKIT_INVALID_ARGUMENT)
    #expect(words.allSatisfy { $0 == 7 })
    #expect(schemakit_outputs_fill_threads(nil, 0, nil, 4, threads, nil) == SCHEMAKIT_OK)
  }

  #if _endian(little)
  @Test func `K8: words of 64 bits have the layout of those of 32`() throws {
    let model = try Model()
    var narrow = [UInt32](repeating: 0, count: Self.wordCount)
    #expect(
      unsafe schemakit_output_mask(model.output, &narrow, Self.wordCount, nil) == SCHEMAKIT_OK)
    let count = (Model.words.count + 63) / 64
    var wide = [UInt64](repeating: 0, count: count)
    unsafe wide.withUnsafeMutableBytes { bytes in
      let words = unsafe bytes.assumingMemoryBound(to: UInt32.self)
      #expect(
        unsafe schemakit_output_mask(model.output, words.baseAddress, 2 * count, nil)
          == SCHEMAKIT_OK)
    }
    let tokens = Model.words.indices.filter { wide[$0 >> 6] >> UInt64($0 & 63) & 1 == 1 }
    #expect(
      tokens == Model.words.indices.filter { narrow[$0 >> 5] >> UInt32($0 & 31) & 1 == 1 })
    #expect(wide.reduce(0) { $0 + $1.nonzeroBitCount } == tokens.count)
    #expect(tokens.count == Model.words.count - 1)
  }
  #endif

  /// The largest exponent of the options, and numbers with whether they are accepted.
  static let exponents: [(maximum: Int32?, numbers: [(String, Bool)])] = [
    (nil, [("1e307", true), ("1e308", false)]), (0, [("1e307", true), ("1e308", false)]),
    (5, [("1e5", true), ("1e-5", true), ("1e6", false)]),
    (SCHEMAKIT_ANY_EXPONENT, [("7e7031", true)]),
  ]

  @Test(arguments: exponents.indices)
  func `K1: the largest exponent is an option`(index: Int) throws {
    let (maximum, numbers) = Self.exponents[index]
    let vocabulary = unsafe try Model.makeVocabulary()
    defer { unsafe schemakit_vocabulary_free(vocabulary) }
    let schema = #"{"type": "number"}"#
    let tag = #"{"type": "json_schema", "json_schema": \#(schema)}"#
    let request = #"{"format": "hermes", "answer": \#(schema)}"#
    var options = schemakit_grammar_options_3()
    options.options.whitespace = Int32(SCHEMAKIT_WHITESPACE_SPACED)
    if let maximum {
      options.options.whitespace |= Int32(SCHEMAKIT_OPTIONS_3)
      options.maximum_exponent = maximum
    }
    let plans = unsafe withUnsafePointer(to: options) { pointer in
      let base = unsafe UnsafeRawPointer(pointer)
        .assumingMemoryBound(to: schemakit_grammar_options.self)
      let grammar = unsafe schemakit_grammar_from_json_schema(
        vocabulary, schema, schema.utf8.count, base, nil)
      defer { unsafe schemakit_grammar_free(grammar) }
      return unsafe [
        schemakit_plan_from_grammar(grammar, nil),
        schemakit_plan_from_structural_tag(vocabulary, tag, tag.utf8.count, base, nil),
        schemakit_plan_from_tools(vocabulary, request, request.utf8.count, base, nil),
      ]
    }
    for index in 0..<3 {
      let plan = unsafe plans[index]
      for (number, isAccepted) in numbers {
        let output = unsafe schemakit_output_create(plan, nil, nil)
        let status = unsafe schemakit_output_commit_text(output, number, number.utf8.count, nil)
        #expect((status == SCHEMAKIT_OK) == isAccepted, "\(number)")
        #expect(isAccepted || status == SCHEMAKIT_FORBIDDEN)
        unsafe schemakit_output_free(output)
      }
      unsafe schemakit_plan_free(plan)
    }
  }
}
