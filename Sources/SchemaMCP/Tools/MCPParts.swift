import Foundation
import SchemaModel
import SchemaProviders
import SchemaText

/// The parts of results and messages in the form of the Model Context Protocol.
enum MCPParts {
  /// The types of images that models read.
  private static let imageTypes: Set = ["image/png", "image/jpeg", "image/gif", "image/webp"]

  /// Reads a part as text or as an attachment.
  ///
  /// A part of another kind becomes a text with the part's address or kind.
  static func component(of part: GeneratedContent) -> Prompt.Component {
    if let text = part.string(named: "text") { return .text(text) }
    let resource = part.property(named: "resource").flatMap { $0.shape == .object ? $0 : nil }
    if let text = resource?.string(named: "text") { return .text(text) }
    let type = (resource ?? part).string(named: "mimeType")
    let bytes = resource?.string(named: "blob") ?? part.string(named: "data")
    if let data = bytes.flatMap({ Data(base64Encoded: $0) }), !data.isEmpty {
      let name = resource?.string(named: "uri").flatMap(fileName)
      let source = MediaSource(data, mediaType: type, fileName: name)
      switch (part.string(named: "type"), source.mediaType) {
      case ("audio", _): return .attachment(.audio(AudioAttachmentContent(source)), label: nil)
      case (_, let type?) where imageTypes.contains(type):
        return .attachment(.image(ImageAttachmentContent(source)), label: nil)
      case ("resource", _?): return .attachment(.file(FileAttachmentContent(source)), label: nil)
      default: break
      }
    }
    if let address = (resource ?? part).string(named: "uri") { return .text("[\(address)]") }
    return .text(name(of: part.string(named: "type") ?? "unknown", type))
  }

  /// The name of a file at an address; `nil` if the address has no characters other than slashes.
  static func fileName(of address: String) -> String? {
    address.split(separator: "/").last.map(String.init)
  }

  private static func name(of kind: String, _ type: String?) -> String {
    "[a part that is not text: \(kind)\(type.map { " of type \($0)" } ?? "")]"
  }

  /// A text that names an attachment.
  static func name(of attachment: AttachmentContent) -> String {
    let source = attachment.source
    if let address = source.url { return "[\(address.absoluteString)]" }
    let kind =
      switch attachment {
      case .image: "image"
      case .audio: "audio"
      case .file: "resource"
      }
    return name(of: kind, source.mediaType)
  }

  /// Writes a prompt: text between attachments is one part.
  static func contents(of prompt: Prompt) -> [GeneratedContent] {
    let contents = [Transcript.Segment](prompt.components).parts.map { part in
      switch part {
      case .text(let text): self.text(text)
      case .attachment(let attachment): content(of: attachment.content.content)
      }
    }
    return contents.isEmpty ? [text("")] : contents
  }

  private static func text(_ text: String) -> GeneratedContent {
    .object(["type": "text", "text": text])
  }

  private static func content(of attachment: AttachmentContent) -> GeneratedContent {
    let source = attachment.source
    switch (attachment, source.location) {
    case (.image, .data(let data)), (.audio, .data(let data)):
      let isImage = if case .image = attachment { true } else { false }
      return .object([
        "type": isImage ? "image" : "audio", "data": data.base64EncodedString(),
        "mimeType": source.mediaType ?? "application/octet-stream",
      ])
    case (.file, .data(let data)):
      let name = source.fileName ?? "file"
      let resource = GeneratedContent.object([
        "uri": "attachment:///\(name.pathSegment)", "mimeType": source.mediaType,
        "blob": data.base64EncodedString(),
      ])
      return .object(["type": "resource", "resource": resource])
    case (_, .url(let url)):
      return .object([
        "type": "resource_link", "uri": url.absoluteString,
        "name": source.fileName ?? url.lastPathComponent, "mimeType": source.mediaType,
      ])
    case (_, .providerFile):
      // Another program cannot read it.
      return text(name(of: attachment))
    }
  }
}

/// A kind of media that a session can pass to its model from results of a server's tools.
///
/// The text of the result names media of other kinds. Choose what the model can read: a provider
/// rejects a request with other media.
///
/// A minor release may add cases.
public enum MCPMedia: Sendable, Hashable {
  /// Images: PNG, JPEG, GIF and WebP.
  case images

  /// Recordings.
  case recordings

  /// Other files, such as PDF documents.
  case files
}

extension Set<MCPMedia> {
  /// `true` if the set has the kind of an attachment.
  func contains(_ attachment: AttachmentContent) -> Bool {
    switch attachment {
    case .image: contains(.images)
    case .audio: contains(.recordings)
    case .file: contains(.files)
    }
  }
}
