#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The media types of files, by their names and first bytes.
enum MediaType {
  private static let byExtension = [
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "webp": "image/webp", "heic": "image/heic", "heif": "image/heif", "bmp": "image/bmp",
    "tif": "image/tiff", "tiff": "image/tiff",
    "wav": "audio/wav", "mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac",
    "flac": "audio/flac", "ogg": "audio/ogg", "opus": "audio/opus",
    "mp4": "video/mp4", "mov": "video/quicktime", "webm": "video/webm",
    "mkv": "video/x-matroska", "mpeg": "video/mpeg", "mpg": "video/mpeg", "wmv": "video/x-ms-wmv",
    "pdf": "application/pdf", "txt": "text/plain", "md": "text/markdown", "csv": "text/csv",
    "html": "text/html", "json": "application/json", "xml": "application/xml",
  ]

  /// The first bytes of the files of each type, where `nil` stands for any byte.
  private static let signatures: [(bytes: [UInt8?], type: String)] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),
    ([0xFF, 0xD8, 0xFF], "image/jpeg"),
    ([0x47, 0x49, 0x46, 0x38], "image/gif"),
    ([0x52, 0x49, 0x46, 0x46, nil, nil, nil, nil, 0x57, 0x45, 0x42, 0x50], "image/webp"),
    ([0x52, 0x49, 0x46, 0x46, nil, nil, nil, nil, 0x57, 0x41, 0x56, 0x45], "audio/wav"),
    ([0x49, 0x44, 0x33], "audio/mpeg"),
    ([0x66, 0x4C, 0x61, 0x43], "audio/flac"),
    ([0x4F, 0x67, 0x67, 0x53], "audio/ogg"),
    ([0x25, 0x50, 0x44, 0x46, 0x2D], "application/pdf"),
  ]

  /// Returns the type of a file by its name; `nil` if the extension is unknown.
  static func named(_ name: String?) -> String? {
    guard let name, let dot = name.lastIndex(of: ".") else { return nil }
    return byExtension[name[name.index(after: dot)...].lowercased()]
  }

  /// Returns the type of a file by its contents; `nil` if the first bytes are unknown.
  static func recognise(_ data: Data) -> String? {
    let start = Array(data.prefix(12))
    return signatures.first { signature in
      signature.bytes.count <= start.count
        && zip(signature.bytes, start).allSatisfy { $0 == nil || $0 == $1 }
    }?.type
  }
}
