import SchemaContent
public import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A piece of content that a server offers, such as a file.
public struct MCPResource: Sendable, Hashable {
  /// The address of the resource.
  public var uri: String

  /// The name of the resource.
  public var name: String

  /// The name that people see, if there is one.
  public var title: String?

  /// The description of the resource, if the server sends one.
  public var description: String?

  /// The type of the resource, such as `text/markdown`, if the server sends it.
  public var mediaType: String?

  /// Describes a resource.
  public init(
    uri: String, name: String, title: String? = nil, description: String? = nil,
    mediaType: String? = nil
  ) {
    self.uri = uri
    self.name = name
    self.title = title
    self.description = description
    self.mediaType = mediaType
  }

  /// Reads a resource of a list; `nil` if it has no address.
  init?(_ content: GeneratedContent, uriKey: String = "uri") {
    guard content.shape == .object, let uri = content.string(named: uriKey) else { return nil }
    self.init(
      uri: uri, name: content.string(named: "name") ?? uri, title: content.string(named: "title"),
      description: content.string(named: "description"),
      mediaType: content.string(named: "mimeType"))
  }

  /// The resource as an element of a list.
  var content: GeneratedContent {
    .object([
      "uri": uri, "name": name, "title": title, "description": description, "mimeType": mediaType,
    ])
  }
}

/// The contents of a resource.
public struct MCPResourceContents: Sendable, Hashable, PromptRepresentable {
  /// A text, or bytes.
  public enum Body: Sendable, Hashable {
    /// A text.
    case text(String)

    /// Bytes.
    case bytes(Data)
  }

  /// The address of the resource, or of a part of it.
  public var uri: String

  /// The type, such as `image/png`, if the server sends it.
  public var mediaType: String?

  /// The text, or the bytes.
  public var body: Body

  /// Creates contents.
  public init(uri: String, mediaType: String? = nil, body: Body) {
    self.uri = uri
    self.mediaType = mediaType
    self.body = body
  }

  /// Reads contents; `nil` for other content.
  init?(_ content: GeneratedContent) {
    guard content.shape == .object, let uri = content.string(named: "uri") else { return nil }
    if let text = content.string(named: "text") {
      self.init(uri: uri, mediaType: content.string(named: "mimeType"), body: .text(text))
    } else if let bytes = content.string(named: "blob").flatMap({ Data(base64Encoded: $0) }) {
      self.init(uri: uri, mediaType: content.string(named: "mimeType"), body: .bytes(bytes))
    } else {
      return nil
    }
  }

  /// The contents as a server sends them.
  var content: GeneratedContent {
    switch body {
    case .text(let text): .object(["uri": uri, "mimeType": mediaType, "text": text])
    case .bytes(let data):
      .object(["uri": uri, "mimeType": mediaType, "blob": data.base64EncodedString()])
    }
  }

  /// The text, or the bytes as an attachment.
  public var promptRepresentation: Prompt {
    switch body {
    case .text(let text): return Prompt(text)
    case .bytes(let data):
      let source = MediaSource(data, mediaType: mediaType, fileName: uri.lastPathPart)
      let content: AttachmentContent =
        switch source.mediaType?.prefix(while: { $0 != "/" }) {
        case "image": .image(ImageAttachmentContent(source))
        case "audio": .audio(AudioAttachmentContent(source))
        default: .file(FileAttachmentContent(source))
        }
      return Prompt(components: [.attachment(content, label: nil)])
    }
  }
}

extension String {
  /// The last part of a path; `nil` if the text has no characters other than slashes.
  fileprivate var lastPathPart: String? {
    split(separator: "/").last.map(String.init)
  }
}
