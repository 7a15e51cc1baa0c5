import Foundation
import SchemaModel
import SchemaSessions

/// The form of texts and attachments in the messages of an interface.
protocol AttachmentForm {
  /// The attachments that the interface accepts, as a sentence.
  var accepted: String { get }

  /// Returns a text as a part.
  func text(_ text: String) -> GeneratedContent

  /// Returns an attachment as a part; `nil` if the interface does not accept it.
  ///
  /// `isOutput` is `true` for an attachment of a tool's output. `base64` returns the text in place
  /// of bytes: a stand-in for their Base64 text, or their fingerprint.
  func part(
    _ attachment: Transcript.Attachment, isOutput: Bool, _ base64: (Data) -> String
  ) -> GeneratedContent?
}

extension AttachmentForm {
  /// Returns the parts of an entry.
  ///
  /// - Throws: `LanguageModelError.unsupportedTranscriptContent`.
  func parts(
    of entry: Transcript.Entry, for provider: String, _ base64: (Data) -> String
  ) throws -> [GeneratedContent] {
    try entry.parts.map { part in
      switch part {
      case .text(let text): self.text(text)
      case .attachment(let attachment):
        try self.part(attachment, of: entry, for: provider, base64)
      }
    }
  }

  /// Returns an attachment of an entry as a part.
  ///
  /// - Throws: `LanguageModelError.unsupportedTranscriptContent`.
  func part(
    _ attachment: Transcript.AttachmentSegment, of entry: Transcript.Entry, for provider: String,
    _ base64: (Data) -> String
  ) throws -> GeneratedContent {
    let isOutput = if case .toolOutput = entry { true } else { false }
    guard let part = part(attachment.content, isOutput: isOutput, base64) else {
      throw entry.unsupported(
        "\(provider) does not accept the attachment \(attachment). \(accepted)")
    }
    return part
  }
}

package enum MessagePart {
  case text(String)
  case attachment(Transcript.AttachmentSegment)
}

extension [Transcript.Segment] {
  /// The parts of a message.
  ///
  /// Text between attachments is one part, and the label of an attachment is text before it.
  package var parts: [MessagePart] {
    var parts: [MessagePart] = []
    var lines: [Transcript.Segment] = []
    func endText() {
      if !lines.isEmpty { parts.append(.text(lines.joinedText)) }
      lines = []
    }
    for segment in self {
      guard case .attachment(let attachment) = segment else {
        lines.append(segment)
        continue
      }
      if let label = attachment.label {
        lines.append(.text(.init(id: attachment.id, content: "The attachment \"\(label)\":")))
      }
      endText()
      parts.append(.attachment(attachment))
    }
    endText()
    return parts
  }
}

extension Transcript.Segment {
  var isAttachment: Bool { if case .attachment = self { true } else { false } }
}

extension Transcript.Entry {
  /// Returns the error of an entry that a provider does not accept.
  func unsupported(_ problem: String) -> LanguageModelError {
    .unsupportedTranscriptContent(.init(unsupportedContent: [self], debugDescription: problem))
  }

  /// The text of the entry's segments other than attachments.
  var textWithoutAttachments: String { segments.filter { !$0.isAttachment }.joinedText }

  /// The parts of the entry, of which there is at least one.
  var parts: [MessagePart] {
    var parts = segments.parts
    // Some interfaces reject a blank text, but a message needs a part.
    if parts.count > 1 {
      parts.removeAll { if case .text(let text) = $0 { text.isBlank } else { false } }
    }
    return parts.isEmpty ? [.text("")] : parts
  }
}

/// Returns a `data` URL with a Base64 text.
func dataURL(_ base64: String, _ mediaType: String) -> String {
  "data:\(mediaType);base64,\(base64)"
}

/// The place of a file as most interfaces distinguish it.
enum MediaPlace {
  /// Bytes with their media type.
  case data(Data, type: String)
  /// An address that a provider can load.
  case url(String)
  case providerFile(String)
}

extension MediaSource {
  /// The place; `nil` for bytes without a media type, and for an address that no provider loads.
  var place: MediaPlace? {
    switch location {
    case .data(let data): mediaType.map { .data(data, type: $0) }
    case .url(let url):
      ["http", "https"].contains(url.scheme?.lowercased()) ? .url(url.absoluteString) : nil
    case .providerFile(let id): .providerFile(id)
    }
  }

  /// The name of the file, or a name for its kind.
  var writtenName: String { fileName ?? (mediaType == "application/pdf" ? "file.pdf" : "file") }
}
