import Foundation
import SchemaModel

#if canImport(ImageIO)
import ImageIO
#endif

extension TranscriptFile {
  /// The encoded form of an attachment: its kind, and its bytes, its address or the provider's
  /// identifier.
  ///
  /// The keys are the names of the properties, since FoundationModels does not document its form of
  /// attachments.
  struct Attachment: Codable {
    let attachment: Transcript.Attachment

    init(_ attachment: Transcript.Attachment) { self.attachment = attachment }

    private enum Kind: String, Codable {
      case image
      case audio
      case file
    }

    private enum CodingKeys: CodingKey {
      case type, data, url, providerFileID, mediaType, fileName, orientation
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let mediaType = try container.decodeIfPresent(String.self, forKey: .mediaType)
      let fileName = try container.decodeIfPresent(String.self, forKey: .fileName)
      let source: MediaSource
      if let data = try container.decodeIfPresent(Data.self, forKey: .data) {
        source = MediaSource(data, mediaType: mediaType, fileName: fileName)
      } else if let url = try container.decodeIfPresent(String.self, forKey: .url) {
        guard let url = URL(string: url) else {
          throw DecodingError.dataCorruptedError(
            forKey: .url, in: container,
            debugDescription: "The address of the attachment is not a URL.")
        }
        source = MediaSource(url: url, mediaType: mediaType, fileName: fileName)
      } else {
        source = MediaSource(
          providerFileID: try container.decode(String.self, forKey: .providerFileID),
          mediaType: mediaType, fileName: fileName)
      }
      switch try container.decode(Kind.self, forKey: .type) {
      case .image:
        let value = try container.decodeIfPresent(UInt32.self, forKey: .orientation)
        let orientation = try value.map { value in
          guard let orientation = CGImagePropertyOrientation(rawValue: value) else {
            throw DecodingError.dataCorruptedError(
              forKey: .orientation, in: container,
              debugDescription: "The orientation of the image is not a number from 1 to 8.")
          }
          return orientation
        }
        attachment = .image(.init(ImageAttachmentContent(source, orientation: orientation)))
      case .audio: attachment = .audio(AudioAttachmentContent(source))
      case .file: attachment = .file(FileAttachmentContent(source))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch attachment {
      case .image(let image):
        try container.encode(Kind.image, forKey: .type)
        try container.encodeIfPresent(image.content.orientation?.rawValue, forKey: .orientation)
      case .audio: try container.encode(Kind.audio, forKey: .type)
      case .file: try container.encode(Kind.file, forKey: .type)
      }
      let source = attachment.source
      switch source.location {
      case .data(let data): try container.encode(data, forKey: .data)
      case .url(let url): try container.encode(url.absoluteString, forKey: .url)
      case .providerFile(let id): try container.encode(id, forKey: .providerFileID)
      }
      try container.encodeIfPresent(source.mediaType, forKey: .mediaType)
      try container.encodeIfPresent(source.fileName, forKey: .fileName)
    }
  }
}
