import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Attachments as blocks of Anthropic.
///
/// They have the same form in messages and in results of tools.
enum AnthropicAttachments {
  private static let imageTypes = ["image/jpeg", "image/png", "image/gif", "image/webp"]

  /// The blocks of an entry.
  ///
  /// `base64` writes a stand-in for the Base64 text of bytes.
  ///
  /// - Throws: `LanguageModelError.unsupportedTranscriptContent`.
  static func blocks(
    of entry: Transcript.Entry, _ writer: AttachmentWriter, base64: (Data) -> String
  ) throws -> [GeneratedContent] {
    try entry.parts.map { part in
      switch part {
      case .text(let text): return AnthropicConversation.text(text)
      case .attachment(let attachment):
        guard let block = block(attachment, base64) else {
          throw writer.unsupported(
            attachment, in: entry,
            "It accepts JPEG, PNG, GIF and WebP images, PDF documents and plain text, with their "
              + "media type, at an address or by the provider's identifier.")
        }
        return block
      }
    }
  }

  private static func block(
    _ attachment: Transcript.AttachmentSegment, _ base64: (Data) -> String
  ) -> GeneratedContent? {
    let source = attachment.content.source
    switch attachment.content {
    case .audio: return nil
    case .image:
      return place(of: source, types: imageTypes, base64).map {
        .object(["type": "image", "source": $0])
      }
    case .file:
      return (text(of: source) ?? place(of: source, types: ["application/pdf"], base64)).map {
        .object(["type": "document", "source": $0, "title": source.fileName])
      }
    }
  }

  /// Returns the source of an attachment: bytes of one of the types, or an address.
  private static func place(
    of source: MediaSource, types: [String], _ base64: (Data) -> String
  ) -> GeneratedContent? {
    switch source.location {
    case .data(let data):
      guard let type = source.mediaType, types.contains(type) else { return nil }
      return .object(["type": "base64", "media_type": type, "data": base64(data)])
    case .url:
      guard let url = source.remoteURL else { return nil }
      return .object(["type": "url", "url": url])
    case .providerFile(let id):
      return .object(["type": "file", "file_id": id])
    }
  }

  /// The bytes of a text attachment, as text.
  private static func text(of source: MediaSource) -> GeneratedContent? {
    guard let type = source.mediaType, type.hasPrefix("text/"), let data = source.data,
      let text = String(validating: data, as: UTF8.self)
    else { return nil }
    return .object(["type": "text", "media_type": "text/plain", "data": text])
  }
}
