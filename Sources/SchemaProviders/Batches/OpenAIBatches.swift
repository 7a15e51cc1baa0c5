import Foundation
import SchemaModel
import SchemaSessions
import SchemaText

/// The batches of OpenAI: an uploaded file of requests, and files of results.
struct OpenAIBatches: BatchInterface {
  /// The address of the interface that answers the requests, such as `/v1/responses`.
  let endpoint: String

  var name: String { endpoint }
  let path = "batches"
  let cancelSuffix = "/cancel"
  let maximumCount = 50_000
  let maximumSize = 200_000_000

  /// The boundary between the parts of the form.
  ///
  /// No part contains the boundary at the beginning of a line, since each line of the file is a
  /// compact JSON object. The boundary is the same for each batch, so that recordings can be
  /// replayed.
  private let boundary = "SchemaKit-batch"

  init(endpoint: String) { self.endpoint = endpoint }

  var batchFrame: BatchFrame {
    let fields = [
      "--\(boundary)", "Content-Disposition: form-data; name=\"purpose\"", "", "batch",
      "--\(boundary)",
      "Content-Disposition: form-data; name=\"file\"; filename=\"batch.jsonl\"",
      "Content-Type: application/jsonl", "", "",
    ]
    return BatchFrame(
      contentType: "multipart/form-data; boundary=\(boundary)",
      before: fields.joined(separator: "\r\n"), between: "\n", after: "\r\n--\(boundary)--\r\n")
  }

  func requestFrame(id: String) -> (before: String, after: String) {
    (#"{"custom_id":"\#(id)","method":"POST","url":"\#(endpoint)","body":"#, "}")
  }

  func start(
    _ payload: Data, attached: [Range<Int>], on server: BatchServer
  ) async throws -> String {
    let file = try await server.post(
      "files", payload, contentType: batchFrame.contentType, attached: attached
    ).text("id", of: server.provider, "identifier of the file")
    let body = GeneratedContent.object([
      "input_file_id": file, "endpoint": endpoint, "completion_window": "24h",
    ])
    return try await server.post(path, Data(body.jsonBytes(.compact)))
      .text("id", of: server.provider)
  }

  func status(_ reply: GeneratedContent) -> BatchStatus? {
    guard let status = reply.text(named: "status") else { return nil }
    let states: [String: BatchStatus.State] = [
      "completed": .completed, "failed": .failed, "expired": .expired, "cancelled": .cancelled,
      "cancelling": .cancelling,
    ]
    let problems = (reply.value("errors", "data")?.elementList ?? [])
      .compactMap { $0.text(named: "message") }
    return BatchStatus(
      state: states[status] ?? .inProgress, requestCount: reply.count("request_counts", "total"),
      answeredCount: reply.count("request_counts", "completed"),
      failedCount: reply.count("request_counts", "failed"),
      problem: problems.isEmpty ? nil : problems.joined(separator: " "))
  }

  func sources(_ reply: GeneratedContent, of batch: ModelBatch, at path: String) -> [BatchSource] {
    ["output_file_id", "error_file_id"].compactMap { name in
      guard let file = reply.nonEmptyText(named: name), file.isIdentifier else { return nil }
      return .file("files/\(file.pathSegment)/content")
    }
  }

  func result(_ line: GeneratedContent, of batch: ModelBatch) -> BatchLine? {
    guard let id = line.text(named: "custom_id") else { return nil }
    let status = line.number("response", "status_code")
    if let body = line.value("response", "body"), body.shape == .object,
      status.map({ (200..<300).contains($0) }) ?? false
    {
      return BatchLine(id: id, reply: .success(body))
    }
    let failed = line.value("error").flatMap { $0.shape == .object ? $0 : nil }
    let error = failed ?? line.value("response", "body") ?? line
    return BatchLine(id: id, reply: batch.failure(error, status: status))
  }
}
