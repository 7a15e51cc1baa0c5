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

  /// Where the bytes are.
  public var source: MediaSource {
    switch self {
    case .image(let image): image.source
    case .audio(let audio): audio.source
    case .file(let file): file.source
    }
  }
}

extension AttachmentContent: CustomStringConvertible {
  /// The kind, and what is known of the bytes, without them.
  public var description: String {
    switch self {
    case .image(let image): "image: \(image.source)"
    case .audio(let audio): "audio: \(audio.source)"
    case .file(let file): "file: \(file.source)"
    }
  }

  /// The attachment in a line of text, for places that cannot show it.
  package func placeholder(label: String?) -> String {
    label.map { "[\"\($0)\", \(self)]" } ?? "[\(self)]"
  }
}

/// The content of an attached image.
public struct ImageAttachmentContent: Sendable, Equatable {
  /// Where the bytes are.
  public let source: MediaSource

  /// How the pixels are turned; `nil` for what the bytes say.
  public let orientation: CGImagePropertyOrientation?

  /// Creates an image.
  ///
  /// - Parameters:
  ///   - source: Where the bytes are.
  ///   - orientation: How the pixels are turned; `nil` for what the bytes say.
  public init(_ source: MediaSource, orientation: CGImagePropertyOrientation? = nil) {
    self.source = source
    self.orientation = orientation
  }
}

/// The content of an attached recording.
public struct AudioAttachmentContent: Sendable, Equatable {
  /// Where the bytes are.
  public let source: MediaSource

  /// Creates a recording.
  ///
  /// - Parameter source: Where the bytes are.
  public init(_ source: MediaSource) { self.source = source }
}

/// The content of an attached file, such as a PDF document.
public struct FileAttachmentContent: Sendable, Equatable {
  /// Where the bytes are.
  public let source: MediaSource

  /// Creates a file.
  ///
  /// - Parameter source: Where the bytes are.
  public init(_ source: MediaSource) { self.source = source }
}
