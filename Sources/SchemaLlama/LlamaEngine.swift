#if Llama
import CSchemaLlama
import SchemaEngines

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A model of llama.cpp with one context.
///
/// llama.cpp ends the process if an argument is out of range, so each argument is checked before a
/// call.
@safe final class LlamaEngine: TokenEngine {
  struct Options: Sendable {
    var contextSize: Int?
    var sequenceCount = 1
    var threadCount: Int?
    var gpuLayerCount: Int?
    var batchSize = 512
    /// The sampling of tokens; `nil` for the sampling of the model's file.
    var sampling: EngineFacts.Sampling?
  }

  let facts: EngineFacts
  private let model: LlamaFile
  private let context: OpaquePointer
  /// The number of inputs in the last batch.
  private var batchCount = 0

  init(file: String, _ options: Options) throws(EngineError) {
    let model = try LlamaFile(file, gpuLayerCount: options.gpuLayerCount)
    let size = options.contextSize ?? model.trainedContextSize
    let sequenceCount = options.sequenceCount
    let threads = options.threadCount ?? ProcessInfo.processInfo.activeProcessorCount
    _ = LlamaLibrary.takeLog()
    guard
      let context = unsafe schemakit_llama_make_context(
        model.pointer, UInt32(clamping: size), UInt32(clamping: min(options.batchSize, size)),
        UInt32(clamping: sequenceCount), Int32(clamping: threads))
    else {
      let bytes = model.cacheSize(forTokens: size)
      // A recurrent model has no keys and values.
      let keys = bytes > 0 ? ", whose keys and values take about \(bytes) bytes" : ""
      throw EngineError(
        .outOfMemory,
        problem: "llama.cpp has no memory for a context of \(size) tokens\(keys). "
          + LlamaLibrary.takeLog(),
        remedy: "Open the model with a smaller context.")
    }
    self.model = model
    unsafe self.context = context
    let isRecurrent = unsafe schemakit_llama_is_recurrent(model.pointer)
    facts = unsafe EngineFacts(
      name: model.name, vocabulary: model.vocabulary, endTokens: model.endTokens,
      markers: model.markers, beginningToken: model.beginningToken,
      chatTemplate: model.chatTemplate, templateVariables: model.templateVariables,
      contextSize: Int(schemakit_llama_sequence_size(context)), sequenceCount: sequenceCount,
      batchSize: Int(schemakit_llama_batch_size(context)), canRewind: !isRecurrent,
      sampling: options.sampling ?? model.sampling)
  }

  deinit { unsafe schemakit_llama_free_context(context) }

  func tokens(of text: String) throws(EngineError) -> [Int] { try model.tokens(of: text) }

  func decode(
    _ inputs: [EngineInput], unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(EngineError) {
    batchCount = 0
    try check(inputs)
    // The object lives until the call returns. llama.cpp uses it on its own threads.
    let question = CancellationQuestion(isCancelled)
    let code = withExtendedLifetime(question) {
      unsafe schemakit_llama_decode(
        context, Int32(inputs.count), inputs.map { Int32($0.token) },
        inputs.map { Int32($0.position) }, inputs.map { Int32($0.sequence) },
        inputs.map(\.needsLogits),
        { data in
          guard let data = unsafe data else { return false }
          return unsafe Unmanaged<CancellationQuestion>.fromOpaque(data).takeUnretainedValue()
            .isCancelled()
        }, Unmanaged.passUnretained(question).toOpaque())
    }
    switch code {
    case 0: batchCount = inputs.count
    case 1:
      throw EngineError(
        .contextFull, problem: "The context of \(facts.name) has no room for more tokens.",
        remedy: "Open the model with a larger context, or for fewer sessions.")
    case 2:
      throw EngineError(
        .cancelled, problem: "The computation was cancelled.", remedy: "Ask again.")
    default:
      throw EngineError(
        .failed, problem: "llama.cpp failed with the code \(code). \(LlamaLibrary.takeLog())",
        remedy: "Open the model again.")
    }
  }

  /// Checks the inputs; with invalid inputs, llama.cpp would end the process or give wrong results.
  private func check(_ inputs: [EngineInput]) throws(EngineError) {
    guard (1...facts.batchSize).contains(inputs.count) else {
      throw .misuse("a batch has \(inputs.count) tokens, and the limit is \(facts.batchSize)")
    }
    var positions: [Int: Int] = [:]
    for input in inputs {
      guard isToken(input.token) else { throw .misuse("\(input.token) is not a token") }
      guard isSequence(input.sequence) else {
        throw .misuse("\(input.sequence) is not a sequence")
      }
      let expected = positions[input.sequence] ?? tokenCount(of: input.sequence)
      guard input.position == expected else {
        throw .misuse(
          "position \(input.position) of sequence \(input.sequence) is not the next, \(expected)")
      }
      guard expected < facts.contextSize else {
        throw .misuse(
          "sequence \(input.sequence) already has all \(facts.contextSize) positions of the context"
        )
      }
      positions[input.sequence] = expected + 1
    }
  }

  private func isToken(_ token: Int) -> Bool { (0..<facts.vocabulary.count).contains(token) }

  private func tokenCount(of sequence: Int) -> Int {
    Int(unsafe schemakit_llama_last_position(context, Int32(sequence))) + 1
  }

  private func isSequence(_ sequence: Int) -> Bool { (0..<facts.sequenceCount).contains(sequence) }

  func withLogits<Result>(
    at index: Int, _ body: (Span<Float>) throws -> Result
  ) throws -> Result {
    guard (0..<batchCount).contains(index),
      let logits = unsafe schemakit_llama_logits(context, Int32(index))
    else { throw EngineError.misuse("token \(index) of the batch has no logits") }
    let buffer = unsafe UnsafeBufferPointer(start: logits, count: facts.vocabulary.count)
    return try unsafe body(buffer.span)
  }

  func rewind(to position: Int, in sequence: Int) -> Bool {
    guard isSequence(sequence), position >= 0 else { return false }
    guard position < tokenCount(of: sequence) else { return position == tokenCount(of: sequence) }
    return unsafe schemakit_llama_remove(context, Int32(sequence), Int32(clamping: position))
  }

  func fork(_ sequence: Int, count: Int, into other: Int) -> Bool {
    guard facts.canRewind, isSequence(sequence), isSequence(other), sequence != other,
      tokenCount(of: other) == 0, count > 0, count <= tokenCount(of: sequence)
    else { return false }
    unsafe schemakit_llama_copy(
      context, Int32(sequence), Int32(other), Int32(clamping: count))
    return tokenCount(of: other) == count
  }

  func state(of sequence: Int) -> [UInt8]? {
    guard isSequence(sequence) else { return nil }
    let size = unsafe schemakit_llama_state_size(context, Int32(sequence))
    guard size > 0 else { return nil }
    let state = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      unsafe count = min(
        schemakit_llama_get_state(context, Int32(sequence), base, size), size)
    }
    return state.isEmpty ? nil : state
  }

  func restore(_ state: [UInt8], in sequence: Int) -> Bool {
    guard isSequence(sequence), rewind(to: 0, in: sequence) else { return false }
    return unsafe schemakit_llama_set_state(
      context, Int32(sequence), state, state.count) == state.count
  }
}

/// An object that tells llama.cpp whether a computation is cancelled.
///
/// C code has a pointer to this object.
private final class CancellationQuestion: Sendable {
  let isCancelled: @Sendable () -> Bool

  init(_ isCancelled: @escaping @Sendable () -> Bool) { self.isCancelled = isCancelled }
}

extension EngineError {
  /// Returns the error for a call that an `EngineScheduler` never makes.
  fileprivate static func misuse(_ problem: String) -> EngineError {
    EngineError(
      .failed, problem: "The engine was called with a number out of its range: \(problem).",
      remedy: "Use the engine through an EngineScheduler.")
  }
}
#endif
