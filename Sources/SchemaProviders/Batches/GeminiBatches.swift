import SchemaContent
import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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

  func sources(_ reply: GeneratedContent, at path: String) -> [BatchSource] {
    let places = [
      reply.value("response", "inlinedResponses", "inlinedResponses"),
      reply.value("metadata", "output", "inlinedResponses", "inlinedResponses"),
    ]
    return [.inline(places.compactMap(\.self).first?.elementList ?? [])]
  }

  func result(
    _ line: GeneratedContent, at position: Int, of batch: ModelBatch
  ) -> BatchLine? {
    // The results are in the order of the requests, and some have no name.
    let ordered =
      batch.requestIDs.indices.contains(position) ? batch.requestIDs[position] : nil
    guard let id = line.value("metadata", "key")?.plainText ?? ordered else { return nil }
    if let reply = line.value("response"), reply.shape == .object {
      return BatchLine(id: id, reply: .success(reply))
    }
    guard let error = line.value("error"), error.shape == .object else { return nil }
    return BatchLine(id: id, reply: batch.failure(error))
  }
}
