import ConstrainedDecoding
import Foundation

@testable import SchemaEngines

/// An engine without a model: its logits follow from all tokens of a sequence, so that a token that
/// is missing, repeated, or of another sequence changes the answer.
struct ScriptedEngine: TokenEngine {
  /// The rest of the answer, by the bytes of the sequence; `nil` for tokens by chance.
  typealias Script = @Sendable ([UInt8]) -> [UInt8]?

  static let words = ["Hello", " world", "the", " soup", "\": \"", "{\"", "\"}"]
  static let start = 256
  static let end = 257
  static let begin = 258
  static let think = 259
  static let firstWord = 260

  let facts: EngineFacts
  private let script: Script
  /// `true` if the model writes text byte by byte, while the tokenizer finds words.
  private let writesBytes: Bool
  /// The tokens that the tokenizer finds before others, those of the test first.
  private let words: [(token: Int, text: String)]
  /// Special tokens and their names, the longest name first.
  private let specials: [(token: Int, name: [UInt8])]
  /// How many tokens all sequences may have together.
  private let memory: Int
  /// Called before a batch is read.
  private let onDecode: @Sendable ([EngineInput]) throws(EngineError) -> Void
  private var sequences: [[Int]]
  private var logits: [Int: [Float]] = [:]
  /// A call that broke the rules of the protocol; the next batch fails with it.
  private var fault: String?

  init(
    contextSize: Int = 4_096, sequenceCount: Int = 1, batchSize: Int = 512, canRewind: Bool = true,
    memory: Int = .max, beginning: Bool = false, chatTemplate: String? = nil,
    markers: [String] = [], endMarkers: [String] = [], words: [String] = [],
    writesBytes: Bool = false, sampling: EngineFacts.Sampling = .init(temperature: 0),
    onDecode: @escaping @Sendable ([EngineInput]) throws(EngineError) -> Void = { _ in },
    script: @escaping Script = { _ in nil }
  ) throws {
    var tokens = (0...255 as ClosedRange<UInt8>).map { Vocabulary.Token.bytes([$0]) }
    tokens += [.special("<|im_start|>"), .special("<|im_end|>"), .special("<s>")]
    tokens.append(.bytes(Array("<think>".utf8)))
    tokens += Self.words.map { .bytes(Array($0.utf8)) }
    var specials = ["<|im_start|>": Self.start, "<|im_end|>": Self.end, "<s>": Self.begin]
    for name in markers + endMarkers {
      specials[name] = tokens.count
      tokens.append(.special(name))
    }
    let ownWords = words.enumerated().map { (token: tokens.count + $0, text: $1) }
    tokens += words.map { .bytes(Array($0.utf8)) }
    self.words =
      ownWords + [(Self.think, "<think>")]
      + Self.words.enumerated().map { (Self.firstWord + $0, $1) }
    self.writesBytes = writesBytes
    let ends = endMarkers.isEmpty ? [Self.end] : endMarkers.compactMap { specials[$0] }
    var markers = specials.mapValues { EngineFacts.Marker(token: $0) }
    markers["<think>"] = .init(token: Self.think, isText: true)
    self.specials = specials.map { ($1, Array($0.utf8)) }.sorted {
      ($0.name.count, $0.token) > ($1.name.count, $1.token)
    }
    facts = EngineFacts(
      name: "scripted", vocabulary: try Vocabulary(tokens: tokens, endTokens: ends),
      markers: markers,
      beginningToken: beginning ? Self.begin : nil, chatTemplate: chatTemplate,
      templateVariables: ["bos_token": "<s>", "eos_token": endMarkers.first ?? "<|im_end|>"],
      contextSize: contextSize, sequenceCount: sequenceCount, batchSize: batchSize,
      canRewind: canRewind, sampling: sampling)
    self.script = script
    self.memory = memory
    self.onDecode = onDecode
    sequences = Array(repeating: [], count: sequenceCount)
  }

  func tokens(of text: String) throws(EngineError) -> [Int] {
    var tokens: [Int] = []
    var rest = Array(text.utf8)[...]
    while let token = firstToken(of: Array(rest)) {
      tokens.append(token)
      rest.removeFirst(facts.vocabulary.bytes(of: token)?.count ?? 1)
    }
    return tokens
  }

  /// The longest token with which bytes begin, as far as a word is one.
  private func firstToken(of bytes: [UInt8]) -> Int? {
    words.first { bytes.starts(with: $0.text.utf8) }?.token ?? bytes.first.map { Int($0) }
  }

  mutating func decode(
    _ inputs: [EngineInput], unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(EngineError) {
    try onDecode(inputs)
    logits = [:]
    if inputs.isEmpty || inputs.count > facts.batchSize { fault = "\(inputs.count) inputs" }
    if let fault { throw EngineError(.failed, problem: fault, remedy: "Keep the rules.") }
    let used = sequences.reduce(0) { $0 + $1.count }
    guard used + inputs.count <= memory else {
      throw EngineError(.contextFull, problem: "The memory is full.", remedy: "Use less.")
    }
    for (index, input) in inputs.enumerated() {
      if inputs.count > 1, isCancelled() {
        throw EngineError(.cancelled, problem: "Cancelled.", remedy: "Try again.")
      }
      guard sequences.indices.contains(input.sequence),
        sequences[input.sequence].count == input.position
      else {
        throw EngineError(
          .failed, problem: "Position \(input.position) is wrong.", remedy: "Report it.")
      }
      sequences[input.sequence].append(input.token)
      if input.needsLogits { logits[index] = makeLogits(sequences[input.sequence]) }
    }
  }

  func withLogits<Result>(
    at index: Int, _ body: (Span<Float>) throws -> Result
  ) throws -> Result {
    guard let logits = logits[index] else {
      throw EngineError(.failed, problem: "There are no logits.", remedy: "Ask for them.")
    }
    return try body(logits.span)
  }

  mutating func rewind(to position: Int, in sequence: Int) -> Bool {
    guard facts.canRewind || position == 0 || position == sequences[sequence].count else {
      return false
    }
    if position > sequences[sequence].count { fault = "rewind to \(position)" }
    sequences[sequence].removeLast(max(sequences[sequence].count - position, 0))
    return true
  }

  mutating func fork(_ sequence: Int, count: Int, into other: Int) -> Bool {
    if !sequences[other].isEmpty || count > sequences[sequence].count || !facts.canRewind {
      fault = "fork of \(sequence) into \(other)"
      return false
    }
    sequences[other] = Array(sequences[sequence].prefix(count))
    return true
  }

  func state(of sequence: Int) -> [UInt8]? {
    sequences[sequence].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
  }

  mutating func restore(_ state: [UInt8], in sequence: Int) -> Bool {
    sequences[sequence] = stride(from: 0, to: state.count, by: 2).map {
      Int(state[$0]) | Int(state[$0 + 1]) << 8
    }
    return true
  }

  private func makeLogits(_ tokens: [Int]) -> [Float] {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for token in tokens { hash = (hash ^ UInt64(token)) &* 0x100_0000_01B3 }
    if let answer = script(bytes(of: tokens)) {
      // The next token of the answer, or its end.
      var logits = [Float](repeating: -10, count: facts.vocabulary.count)
      let special = specials.first { answer.starts(with: $0.name) }?.token
      let isMarker = answer.starts(with: "<think>".utf8)
      let byte = writesBytes && !isMarker ? answer.first.map { Int($0) } : nil
      logits[special ?? byte ?? firstToken(of: answer) ?? facts.vocabulary.endTokens[0]] = 10
      return logits
    }
    return (0..<facts.vocabulary.count).map { token in
      var mixed = (hash ^ UInt64(token)) &* 0xBF58_476D_1CE4_E5B9
      mixed ^= mixed >> 29
      return Float(mixed & 0xFFFF) / 4_096
    }
  }

  /// The bytes of tokens, with the names of special ones.
  private func bytes(of tokens: [Int]) -> [UInt8] {
    let names = Dictionary(uniqueKeysWithValues: specials.map { ($0.token, $0.name) })
    return tokens.flatMap { names[$0] ?? facts.vocabulary.bytes(of: $0) ?? [] }
  }
}

extension ScriptedEngine {
  /// A script that answers the last user of a ChatML conversation.
  static func replies(
    _ reply: @escaping @Sendable (_ prompt: String) -> String
  ) -> Script {
    let turn = Array("<|im_start|>assistant\n".utf8)
    return { bytes in
      guard
        let start = stride(from: bytes.count - turn.count, through: 0, by: -1)
          .first(where: { bytes[$0..<$0 + turn.count].elementsEqual(turn) })
      else { return nil }
      let answered = bytes[(start + turn.count)...]
      let full = Array(reply(String(decoding: bytes[..<start], as: UTF8.self)).utf8)
      return full.starts(with: answered) ? Array(full.dropFirst(answered.count)) : []
    }
  }
}

extension ScriptedEngine {
  /// A script that answers behind the first of some texts that follows the last message of a user
  /// or a tool.
  ///
  /// - Parameters:
  ///   - turns: The texts with which prompts end, or with which the prompt begins the answer.
  ///   - messages: The texts with which messages of users and tools begin.
  ///   - reply: The reply to a prompt.
  /// - Returns: The script.
  static func replies(
    behind turns: [String], after messages: [String],
    _ reply: @escaping @Sendable (_ prompt: String) -> String
  ) -> Script {
    { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let last = messages.compactMap { text.ranges(of: $0).last?.upperBound }.max()
      guard let last,
        let turn = turns.compactMap({ text[last...].firstRange(of: $0)?.upperBound }).min()
      else { return nil }
      let full = reply(String(text[..<turn])).utf8
      let answered = text[turn...].utf8
      return full.starts(with: answered) ? Array(full.dropFirst(answered.count)) : []
    }
  }
}
