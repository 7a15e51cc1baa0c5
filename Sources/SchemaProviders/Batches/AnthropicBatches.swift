import Foundation
import SchemaModel
import SchemaSessions

/// The batches of Anthropic: one request that contains all others, and a file of results.
struct AnthropicBatches: BatchInterface {
  let name = "messages"
  let path = "v1/messages/batches"
  let cancelSuffix = "/cancel"
  let maximumCount = 100_000
  let maximumSize = 256_000_000

  var batchFrame: BatchFrame { BatchFrame(before: #"{"requests":["#, after: "]}") }

  func requestFrame(id: String) -> (before: String, after: String) {
    (#"{"custom_id":"\#(id)","params":"#, "}")
  }

  func start(
    _ payload: Data, attached: [Range<Int>], on server: BatchServer
  ) async throws -> String {
    try await server.post(path, payload, attached: attached).text("id", of: server.provider)
  }

  func status(_ reply: GeneratedContent) -> BatchStatus? {
    guard let status = reply.text(named: "processing_status") else { return nil }
    let states: [String: BatchStatus.State] = ["ended": .completed, "canceling": .cancelling]
    func counts(_ names: String...) -> [Int] {
      names.compactMap { reply.count("request_counts", $0) }
    }
    func sum(_ counts: [Int]) -> Int { counts.reduce(0) { $0.addingClamped($1) } }
    let failed = counts("errored", "canceled", "expired")
    let others = counts("processing", "succeeded")
    // Without one of the counts, the sum would be wrong.
    let isComplete = failed.count == 3 && others.count == 2
    return BatchStatus(
      state: states[status] ?? .inProgress, requestCount: isComplete ? sum(others + failed) : nil,
      answeredCount: counts("succeeded").first, failedCount: failed.isEmpty ? nil : sum(failed))
  }

  func sources(_ reply: GeneratedContent, of batch: ModelBatch, at path: String) -> [BatchSource] {
    // The reply has an address of the results. It is not used, since the key must not reach another
    // host.
    [.file("\(path)/results")]
  }

  func result(_ line: GeneratedContent, of batch: ModelBatch) -> BatchLine? {
    guard let id = line.text(named: "custom_id"), let result = line.value("result") else {
      return nil
    }
    switch result.text(named: "type") {
    case "succeeded":
      guard let message = result.value("message"), message.shape == .object else { return nil }
      return BatchLine(id: id, reply: .success(message))
    case "errored":
      return BatchLine(id: id, reply: batch.failure(result.value("error") ?? result))
    case let type?:
      return BatchLine(
        id: id, reply: .failure(ModelBatches.notAnswered(batch.provider, reason: type)))
    case nil: return nil
    }
  }
}
