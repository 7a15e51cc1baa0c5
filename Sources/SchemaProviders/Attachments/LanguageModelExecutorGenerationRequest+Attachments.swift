import Foundation
import SchemaModel
import SchemaSessions

/// The size of the largest file that is read for a request, in bytes: 64 MiB.
///
/// No provider accepts a larger file.
private let longestFile = 67_108_864

extension LanguageModelExecutorGenerationRequest {
  /// Returns the request with its attachments in places where formats can write them.
  ///
  /// Files of this machine are read. Attachments of instructions move to the beginning of the first
  /// prompt, since no interface accepts them in instructions.
  ///
  /// - Throws: `LanguageModelError.unsupportedTranscriptContent` for a file that cannot be read.
  func preparingAttachments(for provider: String) throws -> Self {
    guard transcript.contains(where: { !$0.attachments.isEmpty }) else { return self }
    var request = self
    var ofInstructions: [Transcript.Segment] = []
    request.transcript = Transcript(
      entries: try transcript.map { entry in
        switch entry {
        case .instructions(var instructions) where !entry.attachments.isEmpty:
          let loaded = try entry.loadedSegments(for: provider)
          ofInstructions += loaded.filter(\.isAttachment)
          instructions.segments = loaded.filter { !$0.isAttachment }
          return .instructions(instructions)
        case .prompt(var prompt) where !entry.attachments.isEmpty || !ofInstructions.isEmpty:
          prompt.segments = ofInstructions + (try entry.loadedSegments(for: provider))
          ofInstructions = []
          return .prompt(prompt)
        case .toolOutput(var output) where !entry.attachments.isEmpty:
          output.segments = try entry.loadedSegments(for: provider)
          return .toolOutput(output)
        default: return entry
        }
      })
    return request
  }
}

extension Transcript.Entry {
  /// The segments, with bytes in place of the addresses of files.
  fileprivate func loadedSegments(for provider: String) throws -> [Transcript.Segment] {
    try segments.map { segment in
      guard case .attachment(var attachment) = segment,
        let url = attachment.content.source.url, url.isFileURL
      else { return segment }
      let source = attachment.content.source
      let data = try contents(of: url, attachment, for: provider)
      attachment.content = attachment.content.moved(
        to: MediaSource(data, mediaType: source.mediaType, fileName: source.fileName))
      return .attachment(attachment)
    }
  }

  /// Returns the bytes of a regular file.
  ///
  /// Other files, such as devices and pipes, may have no end, so they are rejected.
  private func contents(
    of url: URL, _ attachment: Transcript.AttachmentSegment, for provider: String
  ) throws -> Data {
    func failure(_ problem: String) -> LanguageModelError {
      unsupported("\(provider): the attachment \(attachment) cannot be read: \(problem)")
    }
    do {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: url.resolvingSymlinksInPath().path)
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        throw failure("it is not a file. Attach a file.")
      }
      guard let size = attributes[.size] as? UInt64, size <= longestFile else {
        throw failure(
          "it has more than \(longestFile) bytes. Upload it, and attach its identifier.")
      }
      return try Data(contentsOf: url)
    } catch let error as LanguageModelError {
      throw error
    } catch {
      throw failure("\(error). Check the address.")
    }
  }
}
