import SchemaModel
import SchemaSessions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The attachments of one request: the parts of its body, and why a provider does not take one.
struct AttachmentWriter {
  let provider: String
  var bodyParts = BodyParts()

  init(provider: String) {
    self.provider = provider
  }

  /// Base64 text in the body.
  ///
  /// - Parameter data: The bytes.
  /// - Returns: The stand-in for the text.
  mutating func base64(_ data: Data) -> String { bodyParts.standIn(for: data) }

  /// Base64 text in the body, as an address with the scheme `data`.
  mutating func dataURL(_ data: Data, _ mediaType: String) -> String {
    "data:\(mediaType);base64,\(base64(data))"
  }

  /// The error for an attachment that the provider does not take.
  ///
  /// - Parameters:
  ///   - attachment: The attachment.
  ///   - entry: The entry with the attachment.
  ///   - remedy: What the provider takes.
  /// - Returns: The error.
  func unsupported(
    _ attachment: Transcript.AttachmentSegment, in entry: Transcript.Entry, _ remedy: String
  ) -> LanguageModelError {
    .unsupportedTranscriptContent(
      .init(
        unsupportedContent: [entry],
        debugDescription: "\(provider) does not take the attachment \(attachment). \(remedy)"))
  }

  /// A request without the attachments of answers, which no interface takes back, and a note of
  /// them.
  func leavingOutAnswers(
    _ request: LanguageModelExecutorGenerationRequest, _ notes: inout OptionNotes
  ) -> LanguageModelExecutorGenerationRequest {
    func hasAttachments(_ entry: Transcript.Entry) -> Bool {
      if case .response = entry { !entry.attachments.isEmpty } else { false }
    }
    guard request.transcript.contains(where: hasAttachments) else { return request }
    notes.note("\(provider) does not take attachments of answers back. They were left out.")
    var request = request
    request.transcript = Transcript(
      entries: request.transcript.map { entry in
        guard case .response(var response) = entry else { return entry }
        response.segments.removeAll { if case .attachment = $0 { true } else { false } }
        return .response(response)
      })
    return request
  }

  /// Notes what no interface can state of an attachment.
  ///
  /// - Throws: `LanguageModelError.unsupportedCapability`, as the session's policy says.
  func note(_ attachment: Transcript.AttachmentSegment, in notes: inout OptionNotes) throws {
    if case .image(let image) = attachment.content, image.orientation != .up {
      try notes.leaveOut("orientation of an image")
    }
  }
}

/// A part of a message.
enum MessagePart {
  case text(String)
  case attachment(Transcript.AttachmentSegment)
}

extension Transcript.Entry {
  /// The text of the entry's segments that are not attached.
  var textWithoutAttachments: String {
    segments.filter { if case .attachment = $0 { false } else { true } }.joinedText
  }

  /// The parts of the entry: text between attachments is one part, and the label of an attachment
  /// is text before it.
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
    // Some interfaces reject an empty text, but a message needs a part.
    if parts.count > 1 { parts.removeAll { if case .text("") = $0 { true } else { false } } }
    return parts.isEmpty ? [.text("")] : parts
  }
}

extension MediaSource {
  /// The address, if a provider can load it.
  var remoteURL: String? {
    guard let url, ["http", "https"].contains(url.scheme?.lowercased()) else { return nil }
    return url.absoluteString
  }
}

extension MediaSource {
  /// The name of the file, or one that says what it is.
  var writtenName: String {
    fileName ?? (mediaType == "application/pdf" ? "file.pdf" : "file")
  }

  /// The name that OpenAI has for the form of a recording; `nil` for a form that it does not take.
  var recordingFormat: String? {
    switch mediaType {
    case "audio/wav", "audio/wave", "audio/x-wav": "wav"
    case "audio/mpeg", "audio/mp3": "mp3"
    default: nil
    }
  }
}
