public import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
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

    /// Creates an image.
    ///
    /// - Parameter content: The location of the bytes, and the orientation of the pixels.
    public init(_ content: ImageAttachmentContent) {
      self.content = content
    }

    /// Creates an image at an address.
    ///
    /// - Parameters:
    ///   - imageURL: The address. A file of this machine is read when a request is sent; the
    ///     provider loads any other address.
    ///   - orientation: The orientation of the pixels; `nil` for the image's own.
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
    ///
    /// - Parameters:
    ///   - id: The identifier of the segment.
    ///   - content: The attachment.
    ///   - label: The name by which prompts and answers refer to the attachment.
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
