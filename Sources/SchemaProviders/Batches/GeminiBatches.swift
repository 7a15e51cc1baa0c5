import Foundation
import SchemaModel
import SchemaSessions

/// The batches of Gemini: one request that contains all others, and the results in the batch
/// itself.
struct GeminiBatches: BatchInterface {
  let modelPath: String

  let name = "generateContent"
  let path = "batches"
  let cancelSuffix = ":cancel"
  let maximumCount = 100_000
  let maximumSize = 20_000_000

  var batchFrame: BatchFrame {
    BatchFrame(
      before:
        #"{"batch":{"displayName":"SchemaKit","inputConfig":{"requests":{"requests":["#,
      after: "]}}}}")
  }

  func requestFrame(id: String) -> (before: String, after: String) {
    (#"{"request":"#, #","metadata":{"key":"\#(id)"}}"#)
  }

  func start(
    _ payload: Data, attached: [Range<Int>], on server: BatchServer
  ) async throws -> String {
    let part = "name of the batch"
    let name = try await server.post(
      "\(modelPath):batchGenerateContent", payload, attached: attached
    ).text("name", of: server.provider, part)
    let prefix = "\(path)/"
    guard name.hasPrefix(prefix), name.count > prefix.count else {
      throw LanguageModelError.invalidReply(of: server.provider, without: part)
    }
    return String(name.dropFirst(prefix.count))
  }

  func status(_ reply: GeneratedContent) -> BatchStatus? {
    guard let text = reply.value("metadata", "state")?.plainText ?? reply.text(named: "state")
    else { return nil }
    let states: [Substring: BatchStatus.State] = [
      "SUCCEEDED": .completed, "FAILED": .failed, "CANCELLED": .cancelled, "EXPIRED": .expired,
    ]
    let state = text.split(separator: "_").last.flatMap { states[$0] }
    return BatchStatus(
      state: state ?? .inProgress, problem: reply.value("error", "message")?.plainText)
  }

  func sources(_ reply: GeneratedContent, of batch: ModelBatch, at path: String) -> [BatchSource] {
    let places = [
      reply.value("response", "inlinedResponses", "inlinedResponses"),
      reply.value("metadata", "output", "inlinedResponses", "inlinedResponses"),
    ]
    var results = places.compactMap(\.self).first?.elementList ?? []
    // The results are in the order of the requests, and some have no name.
    for (position, id) in zip(results.indices, batch.requestIDs)
    where results[position].shape == .object && self.id(of: results[position]) == nil {
      results[position] = results[position].setting("metadata", to: .object(["key": id]))
    }
    return [.inline(results)]
  }

  /// The name of the request that a result belongs to.
  private func id(of result: GeneratedContent) -> String? {
    result.value("metadata", "key")?.plainText
  }

  func result(_ line: GeneratedContent, of batch: ModelBatch) -> BatchLine? {
    guard let id = id(of: line) else { return nil }
    if let reply = line.value("response"), reply.shape == .object {
      return BatchLine(id: id, reply: .success(reply))
    }
    guard let error = line.value("error"), error.shape == .object else { return nil }
    return BatchLine(id: id, reply: batch.failure(error))
  }
}
