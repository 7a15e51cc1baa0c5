import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes the attachments and documents of one request as parts of its body, and creates the errors
/// for attachments that the provider does not accept.
struct AttachmentWriter {
  let provider: String
  private(set) var bodyParts = BodyParts()

  init(provider: String) { self.provider = provider }

  /// Returns the stand-in for Base64 text in the body.
  mutating func base64(_ data: Data) -> String { bodyParts.standIn(for: data) }

  /// Returns the stand-in for a document in the body, such as a schema.
  mutating func standIn(for document: WrittenDocument) -> GeneratedContent {
    bodyParts.standIn(for: document)
  }

  /// Returns the stand-in for Base64 text in the body, in a `data` URL.
  mutating func dataURL(_ data: Data, _ mediaType: String) -> String {
    "data:\(mediaType);base64,\(base64(data))"
  }

  /// Returns the error for an attachment that the provider does not accept.
  func unsupported(
    _ attachment: Transcript.AttachmentSegment, in entry: Transcript.Entry, _ remedy: String
  ) -> LanguageModelError {
    .unsupportedTranscriptContent(
      .init(
        unsupportedContent: [entry],
        debugDescription: "\(provider) does not accept the attachment \(attachment). \(remedy)"))
  }

  /// Returns a request without the attachments of answers, and adds a note if there are any.
  ///
  /// No interface accepts attachments of answers.
  func leavingOutAnswers(
    _ request: LanguageModelExecutorGenerationRequest, _ notes: inout OptionNotes
  ) -> LanguageModelExecutorGenerationRequest {
    func hasAttachments(_ entry: Transcript.Entry) -> Bool {
      if case .response = entry { !entry.attachments.isEmpty } else { false }
    }
    guard request.transcript.contains(where: hasAttachments) else { return request }
    notes.note("\(provider) does not accept attachments of answers. They were left out.")
    var request = request
    request.transcript = Transcript(
      entries: request.transcript.map { entry in
        guard case .response(var response) = entry else { return entry }
        response.segments.removeAll { if case .attachment = $0 { true } else { false } }
        return .response(response)
      })
    return request
  }

  /// Notes the properties of an attachment that no interface can state.
  ///
  /// - Throws: `LanguageModelError.unsupportedCapability`, if the session's policy demands it.
  func note(_ attachment: Transcript.AttachmentSegment, in notes: inout OptionNotes) throws {
    if case .image(let image) = attachment.content, image.orientation != .up {
      try notes.leaveOut("orientation of an image")
    }
  }
}

enum MessagePart {
  case text(String)
  case attachment(Transcript.AttachmentSegment)
}

extension Transcript.Entry {
  /// The text of the entry's segments other than attachments.
  var textWithoutAttachments: String {
    segments.filter { if case .attachment = $0 { false } else { true } }.joinedText
  }

  /// The parts of the entry.
  ///
  /// Text between attachments is one part, and the label of an attachment is text before it.
  var parts: [MessagePart] {
    var parts: [MessagePart] = []
    var lines: [Transcript.Segment] = []
    func endText() {
      if !lines.isEmpty { parts.append(.text(lines.joinedText)) }
      lines = []
    }
    for segment in segments {
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
    // Some interfaces reject a blank text, but a message needs a part.
    if parts.count > 1 {
      parts.removeAll { if case .text(let text) = $0 { text.isBlank } else { false } }
    }
    return parts.isEmpty ? [.text("")] : parts
  }
}

extension MediaSource {
  /// The address, if a provider can load it.
  var remoteURL: String? {
    guard let url, ["http", "https"].contains(url.scheme?.lowercased()) else { return nil }
    return url.absoluteString
  }

  /// The name of the file, or a name for its kind.
  var writtenName: String { fileName ?? (mediaType == "application/pdf" ? "file.pdf" : "file") }

  /// OpenAI's name for the format of a recording; `nil` for a format that it does not accept.
  var recordingFormat: String? {
    switch mediaType {
    case "audio/wav", "audio/wave", "audio/x-wav": "wav"
    case "audio/mpeg", "audio/mp3": "mp3"
    default: nil
    }
  }
}
