import Foundation
import SchemaModel
import SchemaSessions

/// Attachments in Responses, which have the same form in messages and in outputs of tools.
///
/// The types in OpenAI's packages declare recordings, but no field accepts them.
struct ResponsesAttachments: AttachmentForm {
  let accepted =
    "It accepts images and files with their media type, at an address or by the provider's "
    + "identifier. OpenAIModel accepts recordings."

  func text(_ text: String) -> GeneratedContent { .object(["type": "input_text", "text": text]) }

  func part(
    _ attachment: Transcript.Attachment, isOutput: Bool, _ base64: (Data) -> String
  ) -> GeneratedContent? {
    func image(_ key: String, _ place: String) -> GeneratedContent {
      .object(["type": "input_image", "detail": "auto", key: place])
    }
    func file(_ key: String, _ place: String, name: String? = nil) -> GeneratedContent {
      .object(["type": "input_file", "filename": name, key: place])
    }
    let source = attachment.source
    return switch (attachment, source.place) {
    case (.image, .data(let data, let type)) where type.hasPrefix("image/"):
      image("image_url", dataURL(base64(data), type))
    case (.image, .url(let url)): image("image_url", url)
    case (.image, .providerFile(let id)): image("file_id", id)
    case (.file, .data(let data, let type)):
      file("file_data", dataURL(base64(data), type), name: source.writtenName)
    case (.file, .url(let url)): file("file_url", url)
    case (.file, .providerFile(let id)): file("file_id", id)
    default: nil
    }
  }
}
