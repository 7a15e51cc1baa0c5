#if canImport(ImageIO)
public import ImageIO
#endif

/// An attachment of a prompt: an image, a recording or a file.
public enum AttachmentContent: Sendable, Equatable {
  /// An image.
  case image(ImageAttachmentContent)

  /// A recording. FoundationModels has no recordings.
  case audio(AudioAttachmentContent)

  /// A document or another file. FoundationModels has no files.
  case file(FileAttachmentContent)

  package var source: MediaSource {
    switch self {
    case .image(let image): image.source
    case .audio(let audio): audio.source
    case .file(let file): file.source
    }
  }
}

extension AttachmentContent: CustomStringConvertible {
  /// The kind of the attachment and the metadata of its bytes, without the bytes.
  public var description: String {
    switch self {
    case .image(let image): "image: \(image.source)"
    case .audio(let audio): "audio: \(audio.source)"
    case .file(let file): "file: \(file.source)"
    }
  }

  /// Returns a line of text in place of the attachment.
  package func placeholder(label: String?) -> String {
    label.map { "[\"\($0)\", \(self)]" } ?? "[\(self)]"
  }
}

/// The content of an attached image.
public struct ImageAttachmentContent: Sendable, Equatable {
  /// The source of the bytes.
  public let source: MediaSource

  /// The orientation of the pixels; `nil` for the orientation in the image's metadata.
  public let orientation: CGImagePropertyOrientation?

  /// Creates an image.
  package init(_ source: MediaSource, orientation: CGImagePropertyOrientation? = nil) {
    self.source = source
    self.orientation = orientation
  }
}

/// The content of an attached recording.
public struct AudioAttachmentContent: Sendable, Equatable {
  /// The source of the bytes.
  public let source: MediaSource

  /// Creates a recording.
  package init(_ source: MediaSource) { self.source = source }
}

/// The content of an attached file, such as a PDF document.
public struct FileAttachmentContent: Sendable, Equatable {
  /// The source of the bytes.
  public let source: MediaSource

  /// Creates a file.
  package init(_ source: MediaSource) { self.source = source }
}
