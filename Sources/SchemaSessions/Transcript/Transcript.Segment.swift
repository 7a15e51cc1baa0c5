public import Foundation
import SchemaContent
public import SchemaModel

extension Transcript {
  /// A piece of an entry.
  public enum Segment: Sendable, Identifiable, Equatable {
    /// Text.
    case text(TextSegment)

    /// A value.
    case structure(StructuredSegment)

    /// An image, a recording or a file.
    case attachment(AttachmentSegment)

    /// The identifier of the segment.
    public var id: String {
      switch self {
      case .text(let segment): segment.id
      case .structure(let segment): segment.id
      case .attachment(let segment): segment.id
      }
    }

    /// The text, or the value as JSON; `nil` for an attachment.
    package var text: String? {
      switch self {
      case .text(let segment): segment.content
      case .structure(let segment): segment.content.jsonString
      case .attachment: nil
      }
    }
  }

  /// Text in an entry.
  public struct TextSegment: Sendable, Identifiable, Equatable {
    /// The identifier of the segment.
    public var id: String

    /// The text.
    public var content: String

    /// Creates a segment.
    public init(id: String = UUID().uuidString, content: String) {
      self.id = id
      self.content = content
    }
  }

  /// A value in an entry.
  public struct StructuredSegment: Sendable, Identifiable, Equatable {
    /// The identifier of the segment.
    public var id: String

    /// The name of the schema that the value has.
    public var schemaName: String

    /// The value.
    public var content: GeneratedContent

    /// The name of the schema, by its name in FoundationModels 26.
    public var source: String {
      get { schemaName }
      set { schemaName = newValue }
    }

    /// Creates a segment.
    public init(id: String = UUID().uuidString, schemaName: String, content: GeneratedContent) {
      self.id = id
      self.schemaName = schemaName
      self.content = content
    }

    /// Creates a segment, with the schema's name labelled as in FoundationModels 26.
    public init(id: String = UUID().uuidString, source: String, content: GeneratedContent) {
      self.init(id: id, schemaName: source, content: content)
    }
  }
}

extension [Transcript.Segment] {
  /// Creates the segments of a prompt or of instructions, with values as structures.
  package init(_ components: [Prompt.Component]) {
    self = components.map { component in
      let id = String.randomID()
      return switch component {
      case .text(let text): .text(Transcript.TextSegment(id: id, content: text))
      case .content(let content):
        .structure(Transcript.StructuredSegment(id: id, schemaName: "", content: content))
      case .attachment(let content, let label):
        .attachment(
          Transcript.AttachmentSegment(id: id, content: .init(content), label: label))
      }
    }
  }

  /// The segments as text, joined by line breaks.
  ///
  /// Values are JSON, and descriptions replace attachments.
  package var joinedText: String { map(\.description).joined(separator: "\n") }
}

#if canImport(ImageIO)
public import ImageIO
#endif

extension Transcript {
  /// An attachment of an entry.
  public enum Attachment: Sendable, Equatable {
    /// An image.
    case image(ImageAttachment)

    /// A recording. FoundationModels has no recordings.
    case audio(AudioAttachmentContent)

    /// A document or another file. FoundationModels has no files.
    case file(FileAttachmentContent)

    init(_ content: AttachmentContent) {
      self =
        switch content {
        case .image(let image): .image(ImageAttachment(image))
        case .audio(let audio): .audio(audio)
        case .file(let file): .file(file)
        }
    }

    /// The attachment as a part of a prompt.
    package var content: AttachmentContent {
      switch self {
      case .image(let image): .image(image.content)
      case .audio(let audio): .audio(audio)
      case .file(let file): .file(file)
      }
    }

    /// The location of the bytes.
    public var source: MediaSource { content.source }

    /// Returns the attachment with its bytes at another location.
    package func moved(to source: MediaSource) -> Attachment {
      switch self {
      case .image(let image):
        .image(
          ImageAttachment(ImageAttachmentContent(source, orientation: image.content.orientation)))
      case .audio: .audio(AudioAttachmentContent(source))
      case .file: .file(FileAttachmentContent(source))
      }
    }
  }

  /// An image in an entry.
  public struct ImageAttachment: Sendable, Equatable {
    package let content: ImageAttachmentContent

    /// Creates an image from the location of its bytes and the orientation of its pixels.
    public init(_ content: ImageAttachmentContent) { self.content = content }

    /// Creates an image at an address.
    ///
    /// A file of this machine is read when a request is sent; the provider loads any other address.
    /// Without an `orientation`, the image's own applies.
    public init(imageURL: URL, orientation: CGImagePropertyOrientation? = nil) {
      self.init(ImageAttachmentContent(MediaSource(url: imageURL), orientation: orientation))
    }

    /// The address; `nil` for an image whose bytes are in memory or at the provider.
    public var url: URL? { content.source.url }

    /// The orientation of the pixels; `.up` if it was not stated.
    public var orientation: CGImagePropertyOrientation { content.orientation ?? .up }
  }

  /// An attachment in an entry.
  public struct AttachmentSegment: Sendable, Identifiable, Equatable, CustomStringConvertible {
    /// The identifier of the segment.
    public var id: String

    /// The attachment.
    public var content: Attachment

    /// The name by which prompts and answers refer to the attachment.
    public var label: String?

    /// Creates a segment.
    public init(id: String = UUID().uuidString, content: Attachment, label: String? = nil) {
      self.id = id
      self.content = content
      self.label = label
    }

    /// The label, the kind, and a description of the bytes in place of the bytes.
    public var description: String { content.content.placeholder(label: label) }
  }
}

extension Transcript.Entry {
  /// The parts of the entry; empty for calls of tools.
  package var segments: [Transcript.Segment] {
    switch self {
    case .instructions(let instructions): instructions.segments
    case .prompt(let prompt): prompt.segments
    case .toolCalls: []
    case .toolOutput(let output): output.segments
    case .response(let response): response.segments
    case .reasoning(let reasoning): reasoning.segments
    }
  }

  /// The attachments of the entry, in order.
  package var attachments: [Transcript.AttachmentSegment] {
    segments.compactMap { if case .attachment(let segment) = $0 { segment } else { nil } }
  }
}

/// A model's reference to an image of the conversation, by the image's label.
///
///     @Generable
///     struct Choice {
///       @Guide(description: "The sharpest photo")
///       var photo: ImageReference
///     }
///
///     let choice = try await session.respond(generating: Choice.self) {
///       "Choose the sharpest of these photos."
///       Attachment(imageURL: first).label("first")
///       Attachment(imageURL: second).label("second")
///     }
///     let image = choice.content.photo.resolved(in: session.transcript)
public struct ImageReference: Sendable, Equatable, Generable {
  private static let labelKey = "attachmentLabel"

  /// The label of the image.
  public let attachmentLabel: String

  /// Creates a reference from content.
  ///
  /// - Throws: `GeneratedContentError` if the content has no label.
  public init(_ content: GeneratedContent) throws {
    attachmentLabel = try content.value(forProperty: Self.labelKey)
  }

  /// The schema of a reference.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: ImageReference.self, description: "A reference to an image of the conversation",
      properties: [
        GenerationSchema.Property(
          name: labelKey, description: "The label of the image", type: String.self)
      ])
  }

  /// The reference as content.
  public var generatedContent: GeneratedContent {
    GeneratedContent(properties: [Self.labelKey: attachmentLabel])
  }

  /// The image that has the label.
  ///
  /// - Returns: The last image with the label; `nil` if there is none.
  public func resolved(in transcript: Transcript) -> Transcript.ImageAttachment? {
    for entry in transcript.reversed() {
      for segment in entry.attachments.reversed() where segment.label == attachmentLabel {
        if case .image(let image) = segment.content { return image }
      }
    }
    return nil
  }

  /// A reference that is incomplete.
  public struct PartiallyGenerated: Identifiable, ConvertibleFromGeneratedContent, Equatable,
    Sendable
  {
    /// The identifier, which is the same in all snapshots.
    public var id: GenerationID

    /// The part of the label that has arrived.
    public var attachmentLabel: String.PartiallyGenerated?

    /// Creates a reference from content.
    ///
    /// - Throws: `GeneratedContentError` for content of another form.
    public init(_ content: GeneratedContent) throws {
      id = content.id ?? GenerationID()
      attachmentLabel = try content.value(forProperty: ImageReference.labelKey)
    }
  }
}
