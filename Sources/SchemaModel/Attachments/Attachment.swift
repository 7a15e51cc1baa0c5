#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
#if canImport(ImageIO)
public import ImageIO
#endif

/// An image, a recording or a file in a prompt, in instructions or in the output of a tool.
///
///     let response = try await session.respond {
///       "What does this receipt cost in total?"
///       Attachment(imageURL: receiptURL).label("receipt")
///     }
///
/// The request contains the bytes in the form that the provider expects. If a provider does not
/// accept the attachment, the request throws before anything is sent.
public struct Attachment<Content>: Sendable {
  private let content: AttachmentContent
  private let label: String?

  private init(_ content: AttachmentContent, label: String?) {
    self.content = content
    self.label = label
  }

  /// Returns the attachment with a name, by which prompts and answers refer to it.
  ///
  /// The model reads the name before the attachment.
  public func label(_ label: String) -> Attachment<Content> { Attachment(content, label: label) }

  private var component: Prompt.Component { .attachment(content, label: label) }
}

extension Attachment: PromptRepresentable, InstructionsRepresentable {}

// In an extension with the conformance, the compiler would apply a result builder to these bodies.
extension Attachment {
  /// A prompt with the attachment.
  public var promptRepresentation: Prompt { Prompt(components: [component]) }

  /// Instructions with the attachment.
  public var instructionsRepresentation: Instructions { Instructions(components: [component]) }
}

extension Attachment where Content == ImageAttachmentContent {
  /// Creates an attachment of an image at an address.
  ///
  /// A local file is read when a request is sent. The provider loads any other address.
  ///
  /// Without an orientation, the one in the image's metadata applies.
  public init(imageURL: URL, orientation: CGImagePropertyOrientation? = nil) {
    self.init(image: MediaSource(url: imageURL), orientation: orientation)
  }

  /// Creates an attachment of an image; without an orientation, that of its metadata applies.
  public init(image: MediaSource, orientation: CGImagePropertyOrientation? = nil) {
    self.init(.image(ImageAttachmentContent(image, orientation: orientation)), label: nil)
  }
}

extension Attachment where Content == AudioAttachmentContent {
  /// Creates an attachment of a recording, which FoundationModels does not have.
  public init(audio: MediaSource) { self.init(.audio(AudioAttachmentContent(audio)), label: nil) }
}

extension Attachment where Content == FileAttachmentContent {
  /// Creates an attachment of a file, which FoundationModels does not have.
  public init(file: MediaSource) { self.init(.file(FileAttachmentContent(file)), label: nil) }
}
