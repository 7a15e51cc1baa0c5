import SchemaContent
import SchemaModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The results of a batch, in any order.
///
/// Each request has one result. If a result is damaged or missing, only its request has an error.
/// Reading can start again at any time: the provider keeps the results for some weeks.
public struct BatchResults: AsyncSequence, Sendable {
  /// A result.
  public typealias Element = BatchResult

  /// The error that ends the results.
  public typealias Failure = any Error

  let batch: ModelBatch
  let interface: any BatchInterface
  let server: BatchServer
  let read: BatchReply.Read

  /// Creates an iterator, which reads the results from the beginning.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// Reads the results.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private enum Step {
      case begin
      case source
      case file(AsyncThrowingStream<Data, any Error>.AsyncIterator)
      case missing(ArraySlice<String>)
    }

    private let results: BatchResults
    private var step = Step.begin
    private var sources: [BatchSource] = []
    private var lines = LineSplitter(longLines: .skip)
    /// The results that have been read, but not returned.
    private var ready: ArraySlice<BatchLine> = []
    /// The requests without a result so far.
    private var open: Set<String>
    private var position = 0

    init(_ results: BatchResults) {
      self.results = results
      open = Set(results.batch.requestIDs)
    }

    /// Returns the next result.
    ///
    /// - Returns: The result; `nil` after the last one.
    /// - Throws: ``BatchError``; `LanguageModelError` if the batch failed, or the server cannot be
    ///   reached; an error of the key; `CancellationError`.
    public mutating func next() async throws -> BatchResult? {
      while true {
        try Task.checkCancellation()
        if let line = ready.popFirst() {
          // The first result of a request is used; a result of another batch is ignored.
          guard open.remove(line.id) != nil else { continue }
          return BatchResult(id: line.id, line.reply, results.read)
        }
        switch step {
        case .begin: try await begin()
        case .source: try await beginSource()
        case .file(var pieces):
          let piece: Data?
          do {
            piece = try await pieces.next()
          } catch {
            throw results.server.bodyError(error)
          }
          // The body of a cancelled task ends without an error.
          try Task.checkCancellation()
          step = piece == nil ? .source : .file(pieces)
          take(piece.map { lines.append($0) } ?? [lines.finish()].compactMap(\.self))
        case .missing(var ids):
          guard let id = ids.popFirst() else { return nil }
          step = .missing(ids)
          let error = ModelBatches.noResult(results.batch.provider)
          return BatchResult(id: id, .failure(error), results.read)
        }
      }
    }

    private mutating func begin() async throws {
      let (batch, interface, server) = (results.batch, results.interface, results.server)
      let reply = try await server.get(interface.path(of: batch.id))
      guard let status = interface.status(reply) else {
        throw server.invalidReply(without: "batch")
      }
      guard status.hasEnded else {
        throw BatchError(
          .inProgress, "The batch has not ended, so it has no results. Wait for its end first.")
      }
      guard status.state != .failed else {
        throw LanguageModelError.providerFailure(
          .init(
            code: .batchFailed,
            debugDescription: "\(batch.provider): the batch failed"
              + (status.problem.map { ": \($0)" } ?? ".")))
      }
      sources = interface.sources(reply, of: batch.id).reversed()
      step = .source
    }

    private mutating func beginSource() async throws {
      switch sources.popLast() {
      case .file(let path):
        // The previous file may have ended in a line that is left out.
        lines = LineSplitter(longLines: .skip)
        step = .file(try await results.server.file(path).makeAsyncIterator())
      case .inline(let content):
        for line in content { take(line) }
      case nil:
        step = .missing(results.batch.requestIDs.filter(open.contains)[...])
      }
    }

    private mutating func take(_ lines: [String]) {
      for line in lines {
        guard let content = try? GeneratedContent(json: line),
          content.isComplete
        else { continue }
        take(content)
      }
    }

    private mutating func take(_ content: GeneratedContent) {
      defer { position += 1 }
      guard content.shape == .object,
        let line = results.interface.result(content, at: position, of: results.batch)
      else { return }
      ready.append(line)
    }
  }
}
