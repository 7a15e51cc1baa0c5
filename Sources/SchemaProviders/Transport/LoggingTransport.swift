import Foundation
import SchemaConcurrency
import SchemaSessions

/// A transport that writes a readable log of the requests and responses of another transport, as
/// they are sent and read.
///
///     let model = OpenAIModel("gpt-5", transport: LoggingTransport())
///
/// The log has a number for each request, `>` before sent lines and `<` before received ones: the
/// address, the header, the body, and the end of the body. Keys of the header and of the address
/// are masked wherever they occur, and attachments are replaced by their size; prompts and answers
/// are not masked.
public struct LoggingTransport: ModelTransport {
  private let transport: any ModelTransport
  private let log: @Sendable (String) -> Void
  private let lastNumber = Locked(0)

  /// Creates a transport.
  ///
  /// `log` is a function that gets texts of one or more lines, without the last line break. Several
  /// threads can call it at once. `nil` writes to standard error.
  public init(
    _ transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    log: (@Sendable (String) -> Void)? = nil
  ) {
    self.transport = transport
    self.log =
      log ?? { try? FileHandle.standardError.write(contentsOf: Data(($0 + "\n").utf8)) }
  }

  /// Sends a request.
  ///
  /// - Returns: The response, whose body is logged as it is read.
  /// - Throws: The errors of the other transport.
  public nonisolated(nonsending) func send(
    _ request: TransportRequest
  ) async throws -> TransportResponse {
    let number = lastNumber.withLock { last in
      last += 1
      return last
    }
    let mask = request.secretMask
    write(
      number, ">",
      [request.description] + Self.lines(of: request.maskedHeaders) + [
        "", request.maskedBody,
      ])
    let response: TransportResponse
    do {
      response = try await transport.send(request)
    } catch {
      write(number, "<", [mask("failed: \(error)")])
      throw error
    }
    let headers = Self.lines(of: response.headers.filter { $0.key != "set-cookie" })
    write(number, "<", ["\(response.status)"] + headers.map(mask.callAsFunction) + [""])
    // A key can cross pieces, but not lines.
    let splitter = Locked(LineSplitter())
    let body = ResponseBody.observed(response.body) { piece in
      write(number, "<", splitter.withLock { $0.append(piece) }.map(mask.callAsFunction))
    } onEnd: { error in
      let rest = splitter.withLock { splitter in
        splitter.failure == nil ? splitter.finish() : "(not shown from a line of over 16 MiB on)"
      }
      let end = error.map { "failed: \($0)" } ?? "ended"
      write(number, "<", [rest, end].compactMap { $0 }.map(mask.callAsFunction))
    }
    return TransportResponse(status: response.status, headers: response.headers, body: body)
  }

  private static func lines(of headers: [String: String]) -> [String] {
    headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
  }

  private func write(_ number: Int, _ direction: String, _ lines: [String]) {
    guard !lines.isEmpty else { return }
    log(lines.map { "\(number) \(direction) \($0)" }.joined(separator: "\n"))
  }
}
