import Foundation
import SchemaModel
import SchemaSessions

/// Attachments for Gemini, which accepts all kinds in the same two forms.
struct GeminiAttachments: AttachmentForm {
  /// The hosts whose content the interface loads.
  private static let hosts = [
    "generativelanguage.googleapis.com", "www.youtube.com", "youtube.com", "youtu.be",
  ]

  let accepted =
    "It accepts bytes with their media type, and addresses of its own files, of Cloud Storage "
    + "(gs://) and of YouTube."

  func text(_ text: String) -> GeneratedContent { .object(["text": text]) }

  func part(
    _ attachment: Transcript.Attachment, isOutput: Bool, _ base64: (Data) -> String
  ) -> GeneratedContent? {
    let source = attachment.source
    func file(_ address: String) -> GeneratedContent {
      .object("fileData", ["mimeType": source.mediaType, "fileUri": address])
    }
    return switch source.location {
    case .data(let data):
      source.mediaType.map { .object("inlineData", ["mimeType": $0, "data": base64(data)]) }
    case .url(let url): Self.isReadable(url) ? file(url.absoluteString) : nil
    case .providerFile(let id): file(id)
    }
  }

  /// `true` if the interface loads the content of an address.
  private static func isReadable(_ url: URL) -> Bool {
    switch url.scheme?.lowercased() {
    case "gs": true
    case "https": hosts.contains(url.host?.lowercased() ?? "")
    default: false
    }
  }
}
