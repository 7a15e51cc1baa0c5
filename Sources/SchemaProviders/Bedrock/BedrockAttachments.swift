import Foundation
import SchemaModel
import SchemaSessions

/// Attachments as blocks of Converse.
///
/// Messages in Anthropic's form contain these blocks until the messages are translated.
struct BedrockAttachments: AttachmentForm {
  /// The type of a block that already has the form of Converse.
  static let blockType = "converse"

  /// The largest number of characters in the name of a document.
  private static let longestName = 200

  /// The kinds of blocks, and the service's names for the formats of each.
  private static let formats = [
    "image": [
      "image/png": "png", "image/jpeg": "jpeg", "image/gif": "gif", "image/webp": "webp",
    ],
    "document": [
      "application/pdf": "pdf", "text/csv": "csv", "application/msword": "doc",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
      "application/vnd.ms-excel": "xls",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
      "text/html": "html", "text/plain": "txt", "text/markdown": "md",
    ],
    "audio": [
      "audio/wav": "wav", "audio/wave": "wav", "audio/x-wav": "wav", "audio/mpeg": "mp3",
      "audio/mp3": "mp3", "audio/flac": "flac", "audio/ogg": "ogg", "audio/opus": "opus",
      "audio/aac": "aac", "audio/mp4": "m4a", "audio/x-m4a": "m4a", "audio/webm": "webm",
    ],
    "video": [
      "video/mp4": "mp4", "video/quicktime": "mov", "video/x-matroska": "mkv",
      "video/webm": "webm", "video/x-flv": "flv", "video/mpeg": "mpeg", "video/x-ms-wmv": "wmv",
      "video/3gpp": "three_gp",
    ],
  ]

  let accepted =
    "It accepts PNG, JPEG, GIF and WebP images, documents such as PDF, videos, and, in prompts, "
    + "recordings: by their bytes with the media type, or in S3 (s3://)."

  func text(_ text: String) -> GeneratedContent { AnthropicConversation.text(text) }

  func part(
    _ attachment: Transcript.Attachment, isOutput: Bool, _ base64: (Data) -> String
  ) -> GeneratedContent? {
    let source = attachment.source
    guard let type = source.mediaType, let place = Self.place(of: source, base64) else {
      return nil
    }
    let kind =
      switch attachment {
      case .image: "image"
      case .audio: "audio"
      case .file: type.hasPrefix("video/") ? "video" : "document"
      }
    guard let format = Self.formats[kind]?[type], !(isOutput && kind == "audio") else {
      return nil
    }
    let media = GeneratedContent.object([
      "format": format, "name": kind == "document" ? Self.name(of: source) : nil,
      "source": place,
    ])
    return .object(["type": Self.blockType, "block": GeneratedContent.object([kind: media])])
  }

  /// Returns the source of an attachment: its bytes, or its address in S3; `nil` for other
  /// attachments.
  private static func place(
    of source: MediaSource, _ base64: (Data) -> String
  ) -> GeneratedContent? {
    switch source.location {
    case .data(let data): return .object(["bytes": base64(data)])
    case .url(let url):
      guard url.scheme?.lowercased() == "s3" else { return nil }
      return .object("s3Location", ["uri": url.absoluteString])
    case .providerFile: return nil
    }
  }

  /// Returns the name of a document, which has only the characters that the service accepts, and no
  /// two spaces in a row.
  ///
  /// ``BedrockDocumentNames`` distinguishes documents of one name.
  private static func name(of source: MediaSource) -> String {
    let file = source.fileName.map { name in
      name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }
    let plain = (file ?? "").map { character in
      character.isASCII && (character.isLetter || character.isNumber || "-()[]".contains(character))
        ? character : " "
    }
    let words = String(plain).split(separator: " ").joined(separator: " ")
    // A space and a number may follow.
    let name = words.prefix(longestName - 8)
    return name.isEmpty ? "document" : String(name.last == " " ? name.dropLast() : name)
  }
}

/// The names of the documents of a request.
///
/// The service rejects a request in which two names are equal.
///
/// Names are given in the order of the conversation, so a longer conversation does not change
/// earlier ones.
struct BedrockDocumentNames {
  /// The names so far, in lower case.
  private var taken: Set<String> = []
  /// The last number of each name that several documents have.
  ///
  /// The table makes the time for many documents linear.
  private var numbers: [String: Int] = [:]

  /// Returns the block, with another name for each document in it whose name is taken.
  ///
  /// The block can be a document or a tool's output.
  mutating func distinguish(_ block: GeneratedContent) -> GeneratedContent {
    if let document = block.value("document"), let name = document.text(named: "name") {
      let newName = freeName(name)
      guard newName != name else { return block }
      return .object(["document": document.setting("name", to: GeneratedContent(newName))])
    }
    guard let output = block.value("toolResult"), let blocks = output.value("content")?.elementList,
      blocks.contains(where: { $0.value("document") != nil })
    else { return block }
    let content = GeneratedContent(elements: blocks.map { distinguish($0) })
    return .object(["toolResult": output.setting("content", to: content)])
  }

  /// Returns the name, with a number from 2 on if the name is taken, and marks the result as taken.
  private mutating func freeName(_ name: String) -> String {
    let key = name.lowercased()
    var result = name
    while !taken.insert(result.lowercased()).inserted {
      numbers[key, default: 1] += 1
      result = "\(name) \(numbers[key, default: 1])"
    }
    return result
  }
}
