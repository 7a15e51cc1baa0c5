public import SchemaModel

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
