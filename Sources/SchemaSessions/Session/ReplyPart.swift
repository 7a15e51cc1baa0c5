import Foundation
import SchemaContent
import SchemaModel

/// One entry of a reply, as it arrives.
struct ReplyPart {
  enum Kind: Hashable {
    case response
    case reasoning
    case toolCalls
  }

  let id: String
  let kind: Kind
  /// The segments of text.
  private(set) var segments: [Transcript.TextSegment] = []
  /// The positions of the segments, by their identifiers.
  private var segmentIndices: [String: Int] = [:]
  /// The attachments, each with the number of text segments before it.
  private var attachments: [(position: Int, segment: Transcript.AttachmentSegment)] = []
  /// The positions of the attachments, by their identifiers.
  private var attachmentIndices: [String: Int] = [:]
  private(set) var calls: [ArrivingCall] = []
  /// The positions of the calls, by their identifiers.
  private var callIndices: [String: Int] = [:]
  var signature: Data?
  var metadata: [String: GeneratedContent] = [:]

  init(id: String, kind: Kind) {
    self.id = id
    self.kind = kind
  }

  /// Appends text to a segment; `true` if the segment is the last one.
  mutating func append(_ text: String, toSegment id: String?) -> Bool {
    let index = index(ofSegment: id)
    segments[index].content += text
    return index == segments.endIndex - 1
  }

  /// Replaces the text of a segment, and returns the earlier text.
  mutating func replaceSegment(_ id: String?, by text: String) -> String {
    let index = index(ofSegment: id)
    defer { segments[index].content = text }
    return segments[index].content
  }

  /// Returns the index of the segment with an identifier, and adds the segment if it is new.
  ///
  /// Without an identifier, the segment is the last one, or a new one if an attachment follows it.
  private mutating func index(ofSegment id: String?) -> Int {
    let index = segments.endIndex
    if let id {
      if let known = segmentIndices[id] { return known }
    } else if index > 0, attachments.last?.position != index {
      return index - 1
    }
    let newID = id ?? Transcript.Response.segmentID(index, of: self.id)
    segments.append(Transcript.TextSegment(id: newID, content: ""))
    segmentIndices[newID] = index
    return index
  }

  /// Adds an attachment, or replaces the attachment with the same identifier.
  mutating func add(_ segment: Transcript.AttachmentSegment) {
    if let known = attachmentIndices[segment.id] {
      attachments[known].segment = segment
    } else {
      attachmentIndices[segment.id] = attachments.endIndex
      attachments.append((segments.endIndex, segment))
    }
  }

  /// Removes the attachment with an identifier.
  mutating func removeAttachment(_ id: String) {
    guard attachmentIndices[id] != nil else { return }
    attachments.removeAll { $0.segment.id == id }
    attachmentIndices = Dictionary(attachments.enumerated().map { ($1.segment.id, $0) }) { $1 }
  }

  /// Changes a call, and adds the call if it is new.
  ///
  /// A call has the name of its first change.
  mutating func changeCall(_ id: String, _ name: String, _ change: (inout ArrivingCall) -> Void) {
    let index = callIndices[id] ?? calls.endIndex
    if index == calls.endIndex {
      calls.append(ArrivingCall(id: id, name: name))
      callIndices[id] = index
    }
    change(&calls[index])
  }

  /// Removes the call with an identifier.
  mutating func removeCall(_ id: String) {
    guard callIndices[id] != nil else { return }
    calls.removeAll { $0.id == id }
    callIndices = Dictionary(calls.enumerated().map { ($1.id, $0) }) { $1 }
  }

  /// The segments that are not empty, in order.
  var filledSegments: [Transcript.Segment] {
    var filled: [Transcript.Segment] = []
    var attachments = attachments[...]
    for (position, text) in segments.enumerated() {
      while let first = attachments.first, first.position <= position {
        filled.append(.attachment(first.segment))
        attachments.removeFirst()
      }
      if !text.content.isEmpty { filled.append(.text(text)) }
    }
    return filled + attachments.map { .attachment($0.segment) }
  }
}
