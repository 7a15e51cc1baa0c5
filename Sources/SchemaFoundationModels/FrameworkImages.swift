#if (canImport(Darwin) || SCHEMAKIT_CHECKS_BRIDGE) && canImport(FoundationModels, _version: 2)
import Foundation
import FoundationModels
import SchemaModel
import SchemaSessions

// Transcripts are converted by JSON, except attachments: their JSON in the framework is not
// documented. Attachments are removed before the conversion. Then images are inserted as values of
// the other framework.

@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
extension FoundationModels.Transcript {
  /// - Throws: `LanguageModelError.unsupportedTranscriptContent` for an attachment that is not an
  ///   image in a file or in memory; an error of `JSONDecoder` for a transcript that the framework
  ///   cannot read.
  init(_ transcript: SchemaSessions.Transcript, _ files: ImageFiles) throws {
    let entries = try JSONDecoder().decode(
      Self.self, from: JSONEncoder().encode(transcript.withoutAttachments))
    self.init(
      entries: try zip(transcript, entries).map { source, entry in
        guard !source.attachments.isEmpty else { return entry }
        let attachments = try source.segments.map { segment -> Segment? in
          guard case .attachment(let attachment) = segment else { return nil }
          return .attachment(try AttachmentSegment(attachment, files))
        }
        return entry.with(merged(attachments, others: entry.segments))
      })
  }
}

@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
extension SchemaSessions.Transcript {
  /// - Throws: `LanguageModelError.unsupportedTranscriptContent` for an image without an address;
  ///   `DecodingError` for content that SchemaKit cannot read.
  init(_ transcript: FoundationModels.Transcript) throws {
    let plain = FoundationModels.Transcript(
      entries: transcript.map { entry in
        let others = entry.segments.filter { if case .attachment = $0 { false } else { true } }
        // A new entry has only the properties of its initializer, so an entry without attachments
        // is kept unchanged.
        return others.count == entry.segments.count ? entry : entry.with(others)
      })
    let entries = try JSONDecoder().decode(Self.self, from: JSONEncoder().encode(plain))
    self.init(
      entries: try zip(transcript, entries).map { source, entry in
        let attachments = try source.segments.map { segment -> Segment? in
          guard case .attachment(let attachment) = segment else { return nil }
          return .attachment(try AttachmentSegment(attachment))
        }
        guard attachments.contains(where: { $0 != nil }) else { return entry }
        return entry.with(merged(attachments, others: entry.segments))
      })
  }
}

extension SchemaSessions.Transcript {
  var withoutAttachments: SchemaSessions.Transcript {
    SchemaSessions.Transcript(
      entries: map { entry in
        entry.with(entry.segments.filter { if case .attachment = $0 { false } else { true } })
      })
  }
}

/// Returns the segments of an entry.
///
/// In `attachments`, `nil` stands for the next element of `others`.
private func merged<Segment>(_ attachments: [Segment?], others: [Segment]) -> [Segment] {
  var others = others[...]
  let segments = attachments.compactMap { $0 ?? others.popFirst() }
  return segments + others
}

@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
extension FoundationModels.Transcript.AttachmentSegment {
  /// - Throws: `LanguageModelError.unsupportedTranscriptContent` for an attachment that is not an
  ///   image in a file or in memory.
  init(
    _ segment: SchemaSessions.Transcript.AttachmentSegment, _ files: ImageFiles
  ) throws {
    guard case .image(let image) = segment.content else {
      throw SchemaSessions.LanguageModelError.unsupported(
        "The framework only accepts images, and this is another attachment: \(segment).")
    }
    self.init(
      id: segment.id,
      content: .image(
        FoundationModels.Transcript.ImageAttachment(
          imageURL: try files.url(of: segment.content.source),
          orientation: image.content.orientation)),
      label: segment.label)
  }
}

@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
extension SchemaSessions.Transcript.AttachmentSegment {
  /// - Throws: `LanguageModelError.unsupportedTranscriptContent` for an image without an address.
  fileprivate init(_ segment: FoundationModels.Transcript.AttachmentSegment) throws {
    guard case .image(let image) = segment.content, let url = image.url else {
      throw SchemaSessions.LanguageModelError.unsupported(
        "The attachment '\(segment.label ?? segment.id)' is not an image with an address. "
          + "Attach the image by its `imageURL`.")
    }
    self.init(
      id: segment.id,
      // The value is also `.up` if the orientation was not set. In that case the file may have
      // another orientation.
      content: .image(
        .init(imageURL: url, orientation: image.orientation == .up ? nil : image.orientation)),
      label: segment.label)
  }
}

@available(macOS 27, iOS 27, visionOS 27, *)
@available(tvOS, unavailable)
@available(watchOS, unavailable)
extension FoundationModels.Prompt {
  /// - Throws: `LanguageModelError.unsupportedTranscriptContent` for an attachment that is not an
  ///   image in a file or in memory.
  init(_ segments: [SchemaSessions.Transcript.Segment], _ files: ImageFiles) throws {
    let parts = try segments.map { segment in
      guard case .attachment(let attachment) = segment else {
        return FoundationModels.Prompt(segment.description)
      }
      guard case .image(let image) = attachment.content else {
        throw SchemaSessions.LanguageModelError.unsupported(
          "The framework only accepts images, and this is another attachment: \(attachment).")
      }
      let content = FoundationModels.Attachment<FoundationModels.ImageAttachmentContent>(
        imageURL: try files.url(of: attachment.content.source),
        orientation: image.content.orientation)
      return FoundationModels.Prompt(attachment.label.map { content.label($0) } ?? content)
    }
    self.init { for part in parts { part } }
  }
}

@available(macOS 27, iOS 27, visionOS 27, watchOS 27, *)
@available(tvOS, unavailable)
extension FoundationModels.Transcript.Entry {
  fileprivate var segments: [FoundationModels.Transcript.Segment] {
    switch self {
    case .instructions(let entry): entry.segments
    case .prompt(let entry): entry.segments
    case .toolOutput(let entry): entry.segments
    case .response(let entry): entry.segments
    case .reasoning(let entry): entry.segments
    case .toolCalls: []
    @unknown default: []
    }
  }

  /// Returns the entry with other segments.
  fileprivate func with(_ segments: [FoundationModels.Transcript.Segment]) -> Self {
    switch self {
    case .instructions(let entry):
      .instructions(
        .init(id: entry.id, segments: segments, toolDefinitions: entry.toolDefinitions))
    case .prompt(let entry):
      .prompt(
        .init(
          id: entry.id, metadata: entry.metadata, segments: segments, options: entry.options,
          responseFormat: entry.responseFormat, contextOptions: entry.contextOptions))
    case .toolOutput(let entry):
      .toolOutput(.init(id: entry.id, toolName: entry.toolName, segments: segments))
    case .response(let entry):
      .response(.init(id: entry.id, metadata: entry.metadata, segments: segments))
    case .reasoning(let entry):
      .reasoning(
        .init(
          id: entry.id, metadata: entry.metadata, segments: segments,
          signature: entry.signature))
    case .toolCalls: self
    @unknown default: self
    }
  }
}

extension SchemaSessions.Transcript.Entry {
  /// Returns the entry with other segments.
  fileprivate func with(_ segments: [SchemaSessions.Transcript.Segment]) -> Self {
    switch self {
    case .instructions(var entry):
      entry.segments = segments
      return .instructions(entry)
    case .prompt(var entry):
      entry.segments = segments
      return .prompt(entry)
    case .toolOutput(var entry):
      entry.segments = segments
      return .toolOutput(entry)
    case .response(var entry):
      entry.segments = segments
      return .response(entry)
    case .reasoning(var entry):
      entry.segments = segments
      return .reasoning(entry)
    case .toolCalls: return self
    }
  }
}
#endif
