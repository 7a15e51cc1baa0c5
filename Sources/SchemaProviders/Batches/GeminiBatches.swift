import SchemaContent
import SchemaModel
import SchemaSessions
import SchemaText

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
  let maximumCount = 100_000
  let maximumSize = 20_000_000

  var frame: BatchFrame {
    BatchFrame(
      before:
        #"{"batch":{"displayName":"SchemaKit","inputConfig":{"requests":{"requests":["#,
      after: "]}}}}")
  }

  func frame(of id: String) -> (before: String, after: String) {
    (#"{"request":"#, #","metadata":{"key":"\#(id)"}}"#)
  }

  func start(
    _ payload: Data, attached: [Range<Int>], on server: BatchServer
  ) async throws -> String {
    let batch = try await server.post(
      "\(modelPath):batchGenerateContent", payload, attached: attached)
    let prefix = "batches/"
    guard let name = batch.nonEmptyText(named: "name"), name.hasPrefix(prefix),
      name.count > prefix.count
    else { throw server.invalidReply(without: "name of the batch") }
    return String(name.dropFirst(prefix.count))
  }

  func path(of id: String) -> String { "batches/\(id.pathSegment)" }

  func cancelPath(of id: String) -> String { "batches/\(id.pathSegment):cancel" }

  func status(_ reply: GeneratedContent) -> BatchStatus? {
    guard let text = reply.value("metadata", "state")?.plainText ?? reply.text(named: "state")
    else { return nil }
    let state: BatchStatus.State =
      switch text.split(separator: "_").last {
      case "SUCCEEDED": .completed
      case "FAILED": .failed
      case "CANCELLED": .cancelled
      case "EXPIRED": .expired
      default: .inProgress
      }
    return BatchStatus(state: state, problem: reply.value("error", "message")?.plainText)
  }

  func sources(_ reply: GeneratedContent, of id: String) -> [BatchSource] {
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
    return BatchLine(
      id: id, reply: .failure(ProviderError.sessionError(for: error, of: batch.provider)))
  }
}
