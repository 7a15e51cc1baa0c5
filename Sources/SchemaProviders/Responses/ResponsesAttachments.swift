import SchemaModel
import SchemaSessions

// Attachments in Responses have the same form in messages and in outputs of tools. The types in
// OpenAI's packages declare recordings, but no field accepts them.

extension ResponsesFormat {
  /// The parts of a message of the user.
  func parts(
    of entry: Transcript.Entry, _ attachments: inout AttachmentWriter, _ notes: inout OptionNotes
  ) throws -> [GeneratedContent] {
    try entry.parts.map { part in
      switch part {
      case .text(let text): .object(["type": "input_text", "text": text])
      case .attachment(let attachment):
        try self.part(attachment, in: entry, &attachments, &notes)
      }
    }
  }

  /// The output of a tool: text, or a list of parts if there are attachments.
  func output(
    _ entry: Transcript.Entry, _ attachments: inout AttachmentWriter, _ notes: inout OptionNotes
  ) throws -> GeneratedContent {
    guard !entry.attachments.isEmpty else { return GeneratedContent(entry.segments.joinedText) }
    return GeneratedContent(elements: try parts(of: entry, &attachments, &notes))
  }

  private func part(
    _ attachment: Transcript.AttachmentSegment, in entry: Transcript.Entry,
    _ attachments: inout AttachmentWriter, _ notes: inout OptionNotes
  ) throws -> GeneratedContent {
    try attachments.note(attachment, in: &notes)
    let source = attachment.content.source
    switch (attachment.content, source.location) {
    case (.image, .data(let data)):
      guard let type = source.mediaType, type.hasPrefix("image/") else { break }
      return Self.image("image_url", attachments.dataURL(data, type))
    case (.image, .url):
      guard let url = source.remoteURL else { break }
      return Self.image("image_url", url)
    case (.image, .providerFile(let id)):
      return Self.image("file_id", id)
    case (.file, .data(let data)):
      guard let type = source.mediaType else { break }
      return .object([
        "type": "input_file", "filename": source.writtenName,
        "file_data": attachments.dataURL(data, type),
      ])
    case (.file, .url):
      guard let url = source.remoteURL else { break }
      return .object(["type": "input_file", "file_url": url])
    case (.file, .providerFile(let id)):
      return .object(["type": "input_file", "file_id": id])
    default: break
    }
    throw attachments.unsupported(
      attachment, in: entry,
      "It accepts images and files with their media type, at an address or by the provider's "
        + "identifier. OpenAIModel accepts recordings.")
  }

  private static func image(_ key: String, _ place: String) -> GeneratedContent {
    GeneratedContent(
      properties: ["type": "input_image", "detail": "auto", key: place])
  }
}
