#if (canImport(Darwin) || SCHEMAKIT_CHECKS_BRIDGE) && canImport(FoundationModels)
import Foundation
import SchemaModel
import SchemaSessions

/// Temporary files for images in memory, because the framework reads images from URLs.
struct ImageFiles: Sendable {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "SchemaKit-\(UUID().uuidString)", isDirectory: true)

  /// Returns the address of an image's file.
  ///
  /// An image in memory is written to a new file.
  ///
  /// - Throws: `LanguageModelError.unsupportedTranscriptContent` for an image that is neither in a
  ///   file nor in memory; an error of the system if the file cannot be written.
  func url(of source: MediaSource) throws -> URL {
    if let url = source.url, url.isFileURL { return url }
    guard let data = source.data else {
      throw LanguageModelError.unsupported(
        "The image \(source) is neither a file nor in memory. Load it first.")
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appendingPathComponent(UUID().uuidString)
    try data.write(to: url)
    return url
  }

  /// Removes the written files.
  ///
  /// If this fails, the system removes them with its other temporary files.
  func remove() { try? FileManager.default.removeItem(at: folder) }
}

extension LanguageModelError {
  /// Returns the error for an attachment that Apple's framework does not accept.
  static func unsupported(
    _ description: String, in entries: [Transcript.Entry] = []
  ) -> LanguageModelError {
    .unsupportedTranscriptContent(
      UnsupportedTranscriptContent(unsupportedContent: entries, debugDescription: description))
  }
}
#endif
