import Foundation
import SchemaModel
import SchemaSessions

/// Attachments in Chat Completions, where files have no address.
struct ChatAttachments: AttachmentForm {
  /// `true` if the server accepts recordings and files in addition to images.
  let takesFiles: Bool

  /// The formats of recordings.
  private static let recordings = [
    "audio/wav": "wav", "audio/wave": "wav", "audio/x-wav": "wav", "audio/mpeg": "mp3",
    "audio/mp3": "mp3",
  ]

  var accepted: String {
    takesFiles
      ? "It accepts images with their media type or at an address, recordings as WAV or MP3, and "
        + "files with their media type or by the provider's identifier."
      : "It accepts images, with their media type or at an address."
  }

  func text(_ text: String) -> GeneratedContent { .object(["type": "text", "text": text]) }

  func part(
    _ attachment: Transcript.Attachment, isOutput: Bool, _ base64: (Data) -> String
  ) -> GeneratedContent? {
    switch (attachment, attachment.source.place) {
    case (.image, .data(let data, let type)) where type.hasPrefix("image/"):
      Self.part("image_url", ["url": dataURL(base64(data), type)])
    case (.image, .url(let url)):
      Self.part("image_url", ["url": url])
    case (.audio, .data(let data, let type)) where takesFiles:
      Self.recordings[type].map {
        Self.part("input_audio", ["data": base64(data), "format": $0])
      }
    case (.file, .data(let data, let type)) where takesFiles:
      Self.part(
        "file",
        ["filename": attachment.source.writtenName, "file_data": dataURL(base64(data), type)])
    case (.file, .providerFile(let id)) where takesFiles:
      Self.part("file", ["file_id": id])
    default: nil
    }
  }

  private static func part(
    _ type: String, _ properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>
  ) -> GeneratedContent {
    .object(["type": type, type: GeneratedContent.object(properties)])
  }
}
