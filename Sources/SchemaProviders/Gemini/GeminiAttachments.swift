import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Attachments for Gemini, which accepts all kinds in the same two forms.

extension GeminiFormat {
  /// The types of attachments that the output of a tool can contain, for models from version 3 on.
  private static let outputTypes = [
    "image/png", "image/jpeg", "image/webp", "application/pdf", "text/plain",
  ]

  /// The parts of a message of the user.
  func parts(
    of entry: Transcript.Entry, _ attachments: inout AttachmentWriter, _ notes: inout OptionNotes
  ) throws -> [GeneratedContent] {
    try entry.parts.map { part in
      switch part {
      case .text(let text): .object(["text": text])
      case .attachment(let attachment):
        try self.part(attachment, in: entry, &attachments, &notes)
      }
    }
  }

  /// The attachments of a tool's output, in two lists: the attachments within the output, and the
  /// attachments after it, each with a text that names the call.
  func outputParts(
    of entry: Transcript.Entry, _ attachments: inout AttachmentWriter, _ notes: inout OptionNotes
  ) throws -> (inside: [GeneratedContent], after: [GeneratedContent]) {
    var inside: [GeneratedContent] = []
    var after: [GeneratedContent] = []
    for attachment in entry.attachments {
      let part = try part(attachment, in: entry, &attachments, &notes)
      let type = attachment.content.source.mediaType ?? ""
      if takesAttachmentsInOutputs, Self.outputTypes.contains(type), attachment.label == nil {
        inside.append(part)
      } else {
        let name = attachment.label.map { " \"\($0)\"" } ?? ""
        after.append(.object(["text": "The attachment\(name) of the output of call \(entry.id):"]))
        after.append(part)
      }
    }
    return (inside, after)
  }

  private var takesAttachmentsInOutputs: Bool {
    GeminiGeneration(model: model).version.map { $0 >= 3 } ?? false
  }

  private func part(
    _ attachment: Transcript.AttachmentSegment, in entry: Transcript.Entry,
    _ attachments: inout AttachmentWriter, _ notes: inout OptionNotes
  ) throws -> GeneratedContent {
    try attachments.note(attachment, in: &notes)
    let source = attachment.content.source
    switch source.location {
    case .data(let data):
      guard let type = source.mediaType else { break }
      return .object([
        "inlineData": GeneratedContent.object([
          "mimeType": type, "data": attachments.base64(data),
        ])
      ])
    case .url(let url):
      guard Self.isReadable(url) else { break }
      return Self.file(url.absoluteString, source)
    case .providerFile(let id):
      return Self.file(id, source)
    }
    throw attachments.unsupported(
      attachment, in: entry,
      "It accepts bytes with their media type, and addresses of its own files, of Cloud Storage "
        + "(gs://) and of YouTube.")
  }

  private static func file(_ address: String, _ source: MediaSource) -> GeneratedContent {
    .object([
      "fileData": GeneratedContent.object(["mimeType": source.mediaType, "fileUri": address])
    ])
  }

  /// `true` if the interface loads the content of an address.
  private static func isReadable(_ url: URL) -> Bool {
    if url.scheme?.lowercased() == "gs" { return true }
    let hosts = [
      "generativelanguage.googleapis.com", "www.youtube.com", "youtube.com", "youtu.be",
    ]
    return url.scheme?.lowercased() == "https" && hosts.contains(url.host?.lowercased() ?? "")
  }
}
