public import SchemaContent

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
      let id = UUID.random().uuidString
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
  package var joinedText: String {
    map(\.description).joined(separator: "\n")
  }
}
