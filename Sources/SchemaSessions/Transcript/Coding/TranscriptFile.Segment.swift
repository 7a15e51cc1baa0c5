import SchemaCoding
import SchemaContent

extension TranscriptFile {
  /// The encoded form of a segment.
  struct Segment: Codable {
    let segment: Transcript.Segment

    init(_ segment: Transcript.Segment) { self.segment = segment }

    private enum Kind: String, Codable {
      case text
      case structure
      case attachment
    }

    private enum CodingKeys: CodingKey {
      case type, id, text, structure, attachment, label
    }

    private struct Structure: Codable {
      var source: String
      var content: GeneratedContent
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let id = try container.decode(String.self, forKey: .id)
      switch try container.decode(Kind.self, forKey: .type) {
      case .text:
        let text = try container.decode(String.self, forKey: .text)
        segment = .text(Transcript.TextSegment(id: id, content: text))
      case .structure:
        let structure = try container.decode(Structure.self, forKey: .structure)
        segment = .structure(
          Transcript.StructuredSegment(
            id: id, schemaName: structure.source, content: structure.content))
      case .attachment:
        segment = .attachment(
          Transcript.AttachmentSegment(
            id: id,
            content: try container.decode(Attachment.self, forKey: .attachment).attachment,
            label: try container.decodeIfPresent(String.self, forKey: .label)))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(segment.id, forKey: .id)
      switch segment {
      case .text(let text):
        try container.encode(Kind.text, forKey: .type)
        try container.encode(text.content, forKey: .text)
      case .structure(let structure):
        try container.encode(Kind.structure, forKey: .type)
        try container.encode(
          Structure(source: structure.schemaName, content: structure.content), forKey: .structure)
      case .attachment(let attachment):
        try container.encode(Kind.attachment, forKey: .type)
        try container.encodeIfPresent(attachment.label, forKey: .label)
        try container.encode(Attachment(attachment.content), forKey: .attachment)
      }
    }
  }
}
