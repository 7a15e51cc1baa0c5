import Foundation
import SchemaModel
import SchemaSessions

extension LanguageModelError {
  /// Returns the error of a provider for a problem, which is a sentence.
  static func failure(
    of provider: String, _ code: ProviderFailure.Code, _ problem: String, remedy: String? = nil
  ) -> LanguageModelError {
    .providerFailure(
      .init(code: code, debugDescription: "\(provider): \(problem)", remedy: remedy))
  }

  /// Returns the error for a reply that lacks a part of the provider's interface.
  static func invalidReply(of provider: String, without part: String) -> LanguageModelError {
    invalidReply(of: provider, sent: "no \(part)")
  }

  /// Returns the error for a server that has sent something unexpected.
  static func invalidReply(of provider: String, sent fact: String) -> LanguageModelError {
    failure(of: provider, .invalidReply, "the server sent \(fact).")
  }
}

extension TransportResponse {
  /// The largest size of a JSON document other than a file, in mebibytes.
  private static let longestObject = 64

  /// Returns the JSON object that is the body.
  ///
  /// - Throws: `LanguageModelError`; `CancellationError`.
  nonisolated(nonsending) func object(of provider: String) async throws -> GeneratedContent {
    var object = Data()
    do {
      for try await piece in body {
        guard object.count + piece.count <= Self.longestObject << 20 else {
          throw LanguageModelError.invalidReply(
            of: provider, sent: "a reply that is larger than \(Self.longestObject) MiB")
        }
        object += piece
      }
    } catch let error as TransportError {
      throw error.sessionError(of: provider)
    }
    try Task.checkCancellation()
    guard let content = try? GeneratedContent(json: String(decoding: object, as: UTF8.self)),
      content.isComplete, content.shape == .object
    else { throw LanguageModelError.invalidReply(of: provider, without: "JSON object") }
    return content
  }
}
