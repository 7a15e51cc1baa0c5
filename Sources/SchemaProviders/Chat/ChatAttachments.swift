import SchemaModel
import SchemaSessions

// Attachments in Chat Completions. A tool's message can only have text, and files have no address.

extension ChatFormat {
  /// The content of a message of the user: text, or a list of parts if there are attachments.
  func content(
    of entry: Transcript.Entry, _ attachments: inout AttachmentWriter, _ notes: inout OptionNotes
  ) throws -> GeneratedContent {
    guard !entry.attachments.isEmpty || cache.marksPrompts else {
      return GeneratedContent(entry.segments.joinedText)
    }
    let parts = try entry.parts.map { part in
      switch part {
      case .text(let text): Self.text(text)
      case .attachment(let attachment):
        try self.part(attachment, in: entry, &attachments, &notes)
      }
    }
    return GeneratedContent(elements: cache.marking(parts))
  }

  /// The attachments of a tool's output, after a text that names the call; empty if there are none.
  func parts(
    ofOutput output: Transcript.ToolOutput, _ entry: Transcript.Entry,
    _ attachments: inout AttachmentWriter, _ notes: inout OptionNotes
  ) throws -> [GeneratedContent] {
    let attached = entry.attachments
    guard !attached.isEmpty else { return [] }
    let labels = attached.compactMap(\.label).map { "\"\($0)\"" }.joined(separator: ", ")
    let text =
      "Attached to the output of the tool \(output.toolName), call \(output.id)"
      + (labels.isEmpty ? ":" : ", as \(labels):")
    return [Self.text(text)]
      + (try attached.map { try part($0, in: entry, &attachments, &notes) })
  }

  private static func text(_ text: String) -> GeneratedContent {
    .object(["type": "text", "text": text])
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
      return Self.image(attachments.dataURL(data, type))
    case (.image, .url):
      guard let url = source.remoteURL else { break }
      return Self.image(url)
    case (.audio, .data(let data)) where quirks.has(.files):
      guard let format = source.recordingFormat else { break }
      return .object([
        "type": "input_audio",
        "input_audio": GeneratedContent.object([
          "data": attachments.base64(data), "format": format,
        ]),
      ])
    case (.file, .data(let data)) where quirks.has(.files):
      guard let type = source.mediaType else { break }
      return Self.file([
        "filename": source.writtenName, "file_data": attachments.dataURL(data, type),
      ])
    case (.file, .providerFile(let id)) where quirks.has(.files):
      return Self.file(["file_id": id])
    default: break
    }
    throw attachments.unsupported(
      attachment, in: entry,
      quirks.has(.files)
        ? "It accepts images with their media type or at an address, recordings as WAV or MP3, and "
          + "files with their media type or by the provider's identifier."
        : "It accepts images, with their media type or at an address.")
  }

  private static func image(_ url: String) -> GeneratedContent {
    .object(["type": "image_url", "image_url": GeneratedContent.object(["url": url])])
  }

  private static func file(
    _ properties: KeyValuePairs<String, any ConvertibleToGeneratedContent>
  ) -> GeneratedContent {
    .object(["type": "file", "file": GeneratedContent.object(properties)])
  }
}
