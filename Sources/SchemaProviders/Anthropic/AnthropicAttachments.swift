import Foundation
import SchemaModel
import SchemaSessions

/// Attachments as blocks of Anthropic, which have the same form in messages and in results of
/// tools.
struct AnthropicAttachments: AttachmentForm {
  private static let imageTypes = ["image/jpeg", "image/png", "image/gif", "image/webp"]

  let accepted =
    "It accepts JPEG, PNG, GIF and WebP images, PDF documents and plain text, with their media "
    + "type, at an address or by the provider's identifier."

  func text(_ text: String) -> GeneratedContent { AnthropicConversation.text(text) }

  func part(
    _ attachment: Transcript.Attachment, isOutput: Bool, _ base64: (Data) -> String
  ) -> GeneratedContent? {
    let source = attachment.source
    return switch attachment {
    case .audio: nil
    case .image:
      Self.place(of: source, types: Self.imageTypes, base64).map {
        .object(["type": "image", "source": $0])
      }
    case .file:
      (Self.text(of: source) ?? Self.place(of: source, types: ["application/pdf"], base64)).map {
        .object(["type": "document", "source": $0, "title": source.fileName])
      }
    }
  }

  /// Returns the source of an attachment: bytes of one of the types, or an address.
  private static func place(
    of source: MediaSource, types: [String], _ base64: (Data) -> String
  ) -> GeneratedContent? {
    switch source.place {
    case .data(let data, let type) where types.contains(type):
      .object(["type": "base64", "media_type": type, "data": base64(data)])
    case .url(let url): .object(["type": "url", "url": url])
    case .providerFile(let id): .object(["type": "file", "file_id": id])
    case .data, nil: nil
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
