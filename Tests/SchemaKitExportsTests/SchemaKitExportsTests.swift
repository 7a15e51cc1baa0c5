import CSchemaKit
import SchemaKitExports
import Testing

/// The functions of `schemakit.h`, called as a program in C calls them.
struct SchemaKitExportsTests {
  @Test func `the library has the version of its header`() {
    #expect(schemakit_interface_version() == SCHEMAKIT_INTERFACE_VERSION)
  }

  @Test func `K1: an answer is followed from the first mask to the end`() throws {
    let model = try CModel(schema: CModel.record)
    defer { model.free() }
    #expect(try model.allowed() == ["{", "{\""])
    #expect(unsafe schemakit_matcher_can_end(model.matcher) == 0)
    #expect(unsafe CModel.take(schemakit_matcher_forced_text(model.matcher)) == #"{"a":"#)
    #expect(model.commit(["{\"", "a", "\":"]) == SCHEMAKIT_OK)
    #expect(try model.allowed() == ["true", "false"])
    #expect(model.commit(["true"]) == SCHEMAKIT_OK)
    #expect(unsafe CModel.take(schemakit_matcher_content(model.matcher)) == #"{"a": true}"#)
    #expect(model.commit(["}"]) == SCHEMAKIT_OK)
    #expect(unsafe schemakit_matcher_is_complete(model.matcher) == 1)
    #expect(unsafe schemakit_matcher_is_finished(model.matcher) == 0)
    #expect(try model.allowed() == ["</s>"])
    #expect(model.commit(["</s>"]) == SCHEMAKIT_OK)
    #expect(unsafe schemakit_matcher_is_finished(model.matcher) == 1)
    #expect(model.text == #"{"a":true}"#)
    #expect(unsafe schemakit_matcher_token_count(model.matcher) == 5)
  }

  @Test func `K3: tokens are taken back, and a copy continues independently`() throws {
    let model = try CModel(schema: CModel.record)
    defer { model.free() }
    #expect(model.commit(["{", "\"", "a"]) == SCHEMAKIT_OK)
    var copy = model
    unsafe copy.matcher = schemakit_matcher_copy(model.matcher, nil)
    defer { unsafe schemakit_matcher_free(copy.matcher) }
    #expect(unsafe schemakit_matcher_rollback(model.matcher, 2, nil) == SCHEMAKIT_OK)
    #expect(model.text == "{" && copy.text == "{\"a")
    var error: UnsafeMutablePointer<CChar>?
    #expect(
      unsafe schemakit_matcher_rollback(model.matcher, 2, &error)
        == SCHEMAKIT_NOTHING_TO_ROLL_BACK)
    #expect(unsafe CModel.take(error)?.isEmpty == false)
    let draft = CModel.tokens(["\"", "a", "\":", "a"])
    #expect(unsafe schemakit_matcher_validated_count(model.matcher, draft, draft.count) == 3)
  }

  @Test func `K3: text is committed, and tokens that are forced are given`() throws {
    let model = try CModel(schema: CModel.record)
    defer { model.free() }
    #expect(unsafe schemakit_matcher_commit_text(model.matcher, "{\"", 2, nil) == SCHEMAKIT_OK)
    var tokens: [Int32] = [-1, -1, -1, -1]
    let count = unsafe schemakit_matcher_forced_tokens(model.matcher, &tokens, 1)
    #expect(count == 2)
    #expect(tokens == CModel.tokens(["a"]) + [-1, -1, -1])
    #expect(unsafe schemakit_matcher_forced_tokens(model.matcher, &tokens, 4) == 2)
    #expect(Array(tokens[..<2]) == CModel.tokens(["a", "\":"]))
  }

  @Test func `K4: a budget is held, and taken away`() throws {
    let model = try CModel(schema: #"{"type":"array","items":{"type":"boolean"}}"#)
    defer { model.free() }
    var error: UnsafeMutablePointer<CChar>?
    #expect(
      unsafe schemakit_matcher_set_token_budget(model.matcher, 1, &error)
        == SCHEMAKIT_BUDGET_TOO_SMALL)
    #expect(unsafe CModel.take(error)?.contains("budget") == true)
    #expect(unsafe schemakit_matcher_set_token_budget(model.matcher, 2, &error) == SCHEMAKIT_OK)
    #expect(unsafe error == nil)
    #expect(model.commit(["["]) == SCHEMAKIT_OK)
    #expect(try model.allowed() == ["]"])
    #expect(unsafe schemakit_matcher_set_token_budget(model.matcher, -1, nil) == SCHEMAKIT_OK)
    #expect(try model.allowed() == ["true", "false", "]"])
  }

  @Test func `tokens that may not follow are errors that change nothing`() throws {
    let model = try CModel(schema: CModel.record)
    defer { model.free() }
    #expect(model.commit(["}"]) == SCHEMAKIT_FORBIDDEN)
    #expect(unsafe schemakit_matcher_commit(model.matcher, 99, nil) == SCHEMAKIT_UNKNOWN_TOKEN)
    #expect(unsafe schemakit_matcher_commit(model.matcher, -1, nil) == SCHEMAKIT_UNKNOWN_TOKEN)
    #expect(model.commit(["{", "}"]) == SCHEMAKIT_FORBIDDEN)
    #expect(model.text.isEmpty)
    #expect(unsafe schemakit_matcher_mask(model.matcher, nil, 1, nil) == SCHEMAKIT_INVALID_ARGUMENT)
    var word: UInt32 = 7
    #expect(
      unsafe schemakit_matcher_mask(model.matcher, &word, 0, nil) == SCHEMAKIT_BUFFER_TOO_SHORT)
    #expect(word == 7)
  }

  @Test func `K8: one call writes the masks of several matchers`() throws {
    let model = try CModel(schema: CModel.record)
    defer { model.free() }
    let copy = unsafe schemakit_matcher_copy(model.matcher, nil)
    defer { unsafe schemakit_matcher_free(copy) }
    #expect(model.commit(["{"]) == SCHEMAKIT_OK)
    var single: [UInt32] = [0, 0]
    #expect(unsafe schemakit_matcher_mask(model.matcher, &single[0], 1, nil) == SCHEMAKIT_OK)
    #expect(unsafe schemakit_matcher_mask(copy, &single[1], 1, nil) == SCHEMAKIT_OK)
    #expect(single[0] != single[1])
    let matchers = unsafe [model.matcher, copy]
    for threads in [1, 2] as [Int32] {
      var rows = [UInt32](repeating: 9, count: 6)
      let status = unsafe schemakit_matcher_mask_batch(matchers, 2, &rows, 3, threads, nil)
      #expect(status == SCHEMAKIT_OK)
      #expect(rows == [single[0], 0, 0, single[1], 0, 0])
    }
    var rows = [UInt32](repeating: 9, count: 2)
    #expect(schemakit_matcher_mask_batch(nil, 0, nil, 1, 1, nil) == SCHEMAKIT_OK)
    #expect(
      unsafe schemakit_matcher_mask_batch(matchers, 2, &rows, 0, 1, nil)
        == SCHEMAKIT_BUFFER_TOO_SHORT)
    #expect(
      unsafe schemakit_matcher_mask_batch(nil, 2, &rows, 1, 1, nil) == SCHEMAKIT_INVALID_ARGUMENT)
    #expect(
      unsafe schemakit_matcher_mask_batch(matchers, 2, nil, 1, 1, nil)
        == SCHEMAKIT_INVALID_ARGUMENT)
    var list = unsafe [model.matcher, model.grammar]
    #expect(
      unsafe schemakit_matcher_mask_batch(list, 2, &rows, 1, 1, nil) == SCHEMAKIT_INVALID_ARGUMENT)
    #expect(rows == [9, 9])
    unsafe list[1] = nil
    #expect(unsafe schemakit_matcher_mask_batch(list, 2, &rows, 1, 1, nil) == SCHEMAKIT_OK)
    #expect(rows == [single[0], .max])
  }

  @Test func `K10: functions of a matcher and of an output have the same results`() throws {
    let model = try CModel(schema: CModel.record)
    defer { model.free() }
    let plan = unsafe schemakit_plan_from_grammar(model.grammar, nil)
    let cache = unsafe schemakit_plan_cache_create(plan, nil)
    let output = unsafe schemakit_output_create(plan, cache, nil)
    defer {
      unsafe schemakit_matcher_free(output)
      unsafe schemakit_cache_free(cache)
      unsafe schemakit_plan_free(plan)
    }
    let tokens = CModel.tokens(["{\"", "a", "\":", "true", "}", "</s>"])
    for token in tokens {
      var rows = [[UInt32]](repeating: [9, 9], count: 4)
      #expect(unsafe schemakit_matcher_mask(model.matcher, &rows[0], 2, nil) == SCHEMAKIT_OK)
      #expect(unsafe schemakit_output_mask(model.matcher, &rows[1], 2, nil) == SCHEMAKIT_OK)
      #expect(unsafe schemakit_matcher_mask(output, &rows[2], 2, nil) == SCHEMAKIT_OK)
      #expect(unsafe schemakit_output_mask(output, &rows[3], 2, nil) == SCHEMAKIT_OK)
      #expect(rows.allSatisfy { $0 == [rows[0][0], 0] } && rows[0][0] != 0)
      #expect(unsafe schemakit_output_commit(model.matcher, token, nil) == SCHEMAKIT_OK)
      #expect(unsafe schemakit_matcher_commit(output, token, nil) == SCHEMAKIT_OK)
    }
    #expect(unsafe schemakit_output_is_finished(model.matcher) == 1)
    let events = #"[{"type": "value", "text": "{\"a\":true}"}, {"type": "ended", "token": 0}]"#
    #expect(unsafe CModel.take(schemakit_output_take_events(model.matcher)) == events)
    #expect(unsafe CModel.take(schemakit_matcher_take_events(output)) == events)
    #expect(unsafe CModel.take(schemakit_matcher_content(output)) == #"{"a": true}"#)
    #expect(unsafe schemakit_plan_cache_size(cache) == schemakit_cache_size(cache))
  }

  @Test func `the work for a mask is counted, and a mask is found again`() throws {
    let model = try CModel(schema: CModel.record)
    defer { model.free() }
    var word: UInt32 = 0
    var statistics = schemakit_mask_statistics()
    for isNew in [true, false] {
      #expect(unsafe schemakit_matcher_mask(model.matcher, &word, 1, nil) == SCHEMAKIT_OK)
      #expect(
        unsafe schemakit_matcher_mask_statistics(model.matcher, &statistics, nil) == SCHEMAKIT_OK)
      #expect(statistics.readings == 1)
      #expect(statistics.new_masks == (isNew ? 1 : 0) && statistics.found_masks == (isNew ? 0 : 1))
      // "{" and "{\"".
      #expect(statistics.walked_bytes == (isNew ? 2 : 0) && statistics.prepared_sets == 0)
    }
    #expect(
      unsafe schemakit_matcher_mask_statistics(model.matcher, nil, nil)
        == SCHEMAKIT_INVALID_ARGUMENT)
    #expect(
      unsafe schemakit_matcher_mask_statistics(nil, &statistics, nil)
        == SCHEMAKIT_INVALID_ARGUMENT)
  }

  @Test func `patterns and choices are plain texts`() throws {
    let vocabulary = unsafe try CModel.makeVocabulary()
    defer { unsafe schemakit_vocabulary_free(vocabulary) }
    var model = unsafe CModel(
      vocabulary, schemakit_grammar_from_pattern(vocabulary, "^a{2}$", 6, nil))
    #expect(model.commit(["a", "a"]) == SCHEMAKIT_OK)
    #expect(try model.allowed() == ["</s>"])
    unsafe schemakit_grammar_free(model.grammar)
    unsafe schemakit_matcher_free(model.matcher)
    model = unsafe "true".withCString { first in
      unsafe "a".withCString { second in
        let choices = unsafe [Optional(first), Optional(second)]
        return unsafe CModel(
          vocabulary, schemakit_grammar_from_choices(vocabulary, choices, 2, nil))
      }
    }
    #expect(try model.allowed() == ["a", "true"])
    unsafe schemakit_grammar_free(model.grammar)
    unsafe schemakit_matcher_free(model.matcher)
  }

  @Test func `constraints that are not enforced are listed`() throws {
    let model = try CModel(schema: #"{"type":"array","uniqueItems":true,"items":{"not":{}}}"#)
    defer { model.free() }
    #expect(unsafe schemakit_grammar_unenforced_count(model.grammar) > 0)
    #expect(
      unsafe CModel.take(schemakit_grammar_unenforced(model.grammar, 0))?.contains("unique")
        == true)
    #expect(unsafe schemakit_grammar_unenforced(model.grammar, 99) == nil)
  }

  @Test func `NULL, other handles and bad texts are errors`() throws {
    let model = try CModel(schema: CModel.record)
    defer { model.free() }
    var error: UnsafeMutablePointer<CChar>?
    #expect(unsafe schemakit_grammar_from_choices(nil, nil, 0, &error) == nil)
    #expect(unsafe CModel.take(error)?.contains("vocabulary") == true)
    #expect(unsafe schemakit_grammar_from_choices(model.matcher, nil, 0, &error) == nil)
    #expect(unsafe CModel.take(error)?.contains("vocabulary") == true)
    let bytes: [CChar] = [0x22, -1, 0x22]
    #expect(
      unsafe schemakit_grammar_from_json_schema(model.vocabulary, bytes, 3, nil, &error) == nil)
    #expect(unsafe CModel.take(error)?.contains("UTF-8") == true)
    #expect(
      unsafe schemakit_grammar_from_json_schema(model.vocabulary, "{", 1, nil, &error) == nil)
    #expect(unsafe CModel.take(error)?.isEmpty == false)
    #expect(unsafe schemakit_vocabulary_open("no such file", nil, 0, &error) == nil)
    #expect(unsafe CModel.take(error)?.contains("no such file") == true)
    let none = unsafe schemakit_vocabulary_create(nil, nil, 3, nil, 0, &error)
    #expect(unsafe none == nil)
    #expect(unsafe CModel.take(error) != nil)
    #expect(schemakit_matcher_commit(nil, 1, nil) == SCHEMAKIT_INVALID_ARGUMENT)
    #expect(schemakit_vocabulary_count(nil) == 0)
    #expect(unsafe schemakit_matcher_content(nil) == nil)
    schemakit_matcher_free(nil)
    schemakit_text_free(nil)
  }

  @Test func `H1: a path that is not UTF-8 is an error`() {
    let path: [CChar] = [0x61, -1, 0]
    var error: UnsafeMutablePointer<CChar>?
    #expect(unsafe schemakit_vocabulary_open(path, nil, 0, &error) == nil)
    #expect(unsafe CModel.take(error) == "'path' is not UTF-8.")
  }

  @Test func `K5: threads share a vocabulary and a grammar`() async throws {
    let model = try CModel(schema: CModel.record)
    defer { model.free() }
    let (vocabulary, grammar) = unsafe (
      UInt(bitPattern: model.vocabulary), UInt(bitPattern: model.grammar)
    )
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<16 {
        group.addTask {
          let own = unsafe CModel(
            OpaquePointer(bitPattern: vocabulary), OpaquePointer(bitPattern: grammar))
          defer { unsafe schemakit_matcher_free(own.matcher) }
          for _ in 0..<100 {
            try #require(own.commit(["{\"", "a", "\":"]) == SCHEMAKIT_OK)
            try #require(own.allowed() == ["true", "false"])
            try #require(unsafe schemakit_matcher_rollback(own.matcher, 3, nil) == SCHEMAKIT_OK)
          }
          _ = own.commit(["{", "\"", "a", "\":", number % 2 == 0 ? "true" : "false", "}", "</s>"])
          return own.text
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(texts) == [#"{"a":true}"#, #"{"a":false}"#])
  }

  @Test(
    arguments: [
      ("whitespace", [3, 0, 0, 0]), ("whitespace", [-1, 0, 0, 0]),
      ("maximum_whitespace", [2, -1, 0, 0]), ("maximum_whitespace", [0, -1, 0, 0]),
      ("maximum_alternatives", [0, 0, 0, -1]),
    ] as [(String, [Int32])])
  func `options out of range are errors that name them`(name: String, values: [Int32]) throws {
    let vocabulary = unsafe try CModel.makeVocabulary()
    defer { unsafe schemakit_vocabulary_free(vocabulary) }
    var options = schemakit_grammar_options(
      whitespace: values[0], maximum_whitespace: values[1], closes_open_objects: values[2],
      maximum_alternatives: values[3])
    var error: UnsafeMutablePointer<CChar>?
    let grammar = unsafe schemakit_grammar_from_json_schema(
      vocabulary, CModel.record, CModel.record.utf8.count, &options, &error)
    #expect(unsafe grammar == nil)
    #expect(unsafe CModel.take(error)?.contains("'\(name)'") == true)
  }

  @Test(arguments: [-2, Int32.min])
  func `an exponent out of range is an error that names it`(maximum: Int32) throws {
    let vocabulary = unsafe try CModel.makeVocabulary()
    defer { unsafe schemakit_vocabulary_free(vocabulary) }
    var options = schemakit_grammar_options_3()
    options.options.whitespace = Int32(SCHEMAKIT_OPTIONS_3)
    options.maximum_exponent = maximum
    var error: UnsafeMutablePointer<CChar>?
    let grammar = unsafe withUnsafePointer(to: options) { pointer in
      unsafe schemakit_grammar_from_json_schema(
        vocabulary, CModel.record, CModel.record.utf8.count,
        UnsafeRawPointer(pointer).assumingMemoryBound(to: schemakit_grammar_options.self), &error)
    }
    #expect(unsafe grammar == nil)
    #expect(unsafe CModel.take(error)?.contains("'maximum_exponent'") == true)
  }

  @Test(arguments: [(0, false), (1, true), (2, nil), (-1, nil)] as [(Int32, Bool?)])
  func `K1: the order of properties is an option`(order: Int32, acceptsAny: Bool?) throws {
    let vocabulary = unsafe try CModel.makeVocabulary()
    defer { unsafe schemakit_vocabulary_free(vocabulary) }
    let schema =
      #"{"type":"object","properties":{"a":{"type":"null"},"b":{"type":"null"}},"required":["a"]}"#
    var options = schemakit_grammar_options_3()
    options.options.whitespace = Int32(SCHEMAKIT_OPTIONS_3)
    options.property_order = order
    var error: UnsafeMutablePointer<CChar>?
    let grammar = unsafe withUnsafePointer(to: options) { pointer in
      unsafe schemakit_grammar_from_json_schema(
        vocabulary, schema, schema.utf8.count,
        UnsafeRawPointer(pointer).assumingMemoryBound(to: schemakit_grammar_options.self), &error)
    }
    defer { unsafe schemakit_grammar_free(grammar) }
    guard let acceptsAny else {
      #expect(unsafe grammar == nil)
      #expect(unsafe CModel.take(error)?.contains("'property_order'") == true)
      return
    }
    let matcher = unsafe schemakit_matcher_create(grammar, nil, nil)
    defer { unsafe schemakit_matcher_free(matcher) }
    let text = #"{"b":null,"a":null}"#
    let status = unsafe schemakit_matcher_commit_text(matcher, text, text.utf8.count, nil)
    #expect(status == (acceptsAny ? SCHEMAKIT_OK : SCHEMAKIT_FORBIDDEN))
  }

  @Test func `K6: a cache has a size`() throws {
    let model = try CModel(schema: CModel.record)
    defer { model.free() }
    let cache = unsafe schemakit_cache_create(model.grammar, nil)
    let matcher = unsafe schemakit_matcher_create(model.grammar, cache, nil)
    defer {
      unsafe schemakit_matcher_free(matcher)
      unsafe schemakit_cache_free(cache)
    }
    var word: UInt32 = 0
    #expect(unsafe schemakit_matcher_mask(matcher, &word, 1, nil) == SCHEMAKIT_OK)
    #expect(unsafe schemakit_cache_size(cache) > 0)
    #expect(unsafe schemakit_cache_size(model.grammar) == 0)
    #expect(schemakit_cache_size(nil) == 0)
  }

  @Test func `handles may be freed in any order`() throws {
    let model = try CModel(schema: CModel.record)
    let cache = unsafe schemakit_cache_create(model.grammar, nil)
    var second = model
    unsafe second.matcher = schemakit_matcher_create(model.grammar, cache, nil)
    model.free()
    unsafe schemakit_cache_free(cache)
    #expect(second.commit(["{", "\""]) == SCHEMAKIT_OK)
    unsafe schemakit_matcher_free(second.matcher)
  }

  @Test func `tokens are read back`() throws {
    let vocabulary = unsafe try CModel.makeVocabulary()
    defer { unsafe schemakit_vocabulary_free(vocabulary) }
    #expect(unsafe schemakit_vocabulary_count(vocabulary) == CModel.words.count)
    #expect(unsafe schemakit_vocabulary_mask_word_count(vocabulary) == 1)
    var bytes: [UInt8] = [0, 0, 0]
    let token = try #require(CModel.words.firstIndex(of: "true"))
    #expect(unsafe schemakit_vocabulary_token(vocabulary, Int32(token), &bytes, 3) == 4)
    #expect(bytes == Array("tru".utf8))
    // SIZE_MAX, seen as a number with a sign.
    #expect(unsafe schemakit_vocabulary_token(vocabulary, 0, nil, 0) == -1)
  }
}
