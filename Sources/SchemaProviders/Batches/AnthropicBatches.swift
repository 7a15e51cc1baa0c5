import SchemaContent
import SchemaModel
import SchemaSessions
import SchemaText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The batches of Anthropic: one request that contains all others, and a file of results.
struct AnthropicBatches: BatchInterface {
  private static let path = "v1/messages/batches"

  let name = "messages"
  let maximumCount = 100_000
  let maximumSize = 256_000_000

  var frame: BatchFrame { BatchFrame(before: #"{"requests":["#, after: "]}") }

  func frame(of id: String) -> (before: String, after: String) {
    (#"{"custom_id":"\#(id)","params":"#, "}")
  }

  func start(
    _ payload: Data, attached: [Range<Int>], on server: BatchServer
  ) async throws -> String {
    let batch = try await server.post(Self.path, payload, attached: attached)
    guard let id = batch.nonEmptyText(named: "id") else {
      throw server.invalidReply(without: "identifier of the batch")
    }
    return id
  }

  func path(of id: String) -> String { "\(Self.path)/\(id.pathSegment)" }

  func cancelPath(of id: String) -> String { "\(Self.path)/\(id.pathSegment)/cancel" }

  func status(_ reply: GeneratedContent) -> BatchStatus? {
    let state: BatchStatus.State
    switch reply.text(named: "processing_status") {
    case nil: return nil
    case "ended": state = .completed
    case "canceling": state = .cancelling
    default: state = .inProgress
    }
    func counts(_ names: String...) -> [Int] {
      names.compactMap { reply.count("request_counts", $0) }
    }
    func sum(_ counts: [Int]) -> Int { counts.reduce(0) { $0.addingClamped($1) } }
    let failed = counts("errored", "canceled", "expired")
    let others = counts("processing", "succeeded")
    // Without one of the counts, the sum would be wrong.
    let isComplete = failed.count == 3 && others.count == 2
    return BatchStatus(
      state: state, requestCount: isComplete ? sum(others + failed) : nil,
      answeredCount: counts("succeeded").first, failedCount: failed.isEmpty ? nil : sum(failed))
  }

  func sources(_ reply: GeneratedContent, of id: String) -> [BatchSource] {
    // The reply has an address of the results. It is not used, since the key must not reach another
    // host.
    [.file("\(path(of: id))/results")]
  }

  func result(
    _ line: GeneratedContent, at position: Int, of batch: ModelBatch
  ) -> BatchLine? {
    guard let id = line.text(named: "custom_id"), let result = line.value("result") else {
      return nil
    }
    switch result.text(named: "type") {
    case "succeeded":
      guard let message = result.value("message"), message.shape == .object else { return nil }
      return BatchLine(id: id, reply: .success(message))
    case "errored":
      let error = result.value("error") ?? result
      return BatchLine(
        id: id, reply: .failure(ProviderError.sessionError(for: error, of: batch.provider)))
    case let type?:
      let error = ModelBatches.notAnswered(batch.provider, reason: type)
      return BatchLine(id: id, reply: .failure(error))
    case nil: return nil
    }
  }
}
