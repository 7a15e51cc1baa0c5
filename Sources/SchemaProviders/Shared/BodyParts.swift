import Foundation
import SchemaModel

/// The body of a request: its content, and the parts in place of stand-ins in the content.
struct RequestBody {
  var content: GeneratedContent
  var parts = BodyParts()

  /// Sets the body of a request.
  func write(to request: inout TransportRequest) {
    let (body, attached) = parts.body(content)
    request.setBody(body, attached: attached)
  }
}

/// The parts of a request's body that are written separately from its content.
///
/// The content has a stand-in for each part. When the body is written, the part replaces its
/// stand-in. So the text of large files is in memory once, in the body, and a schema is written
/// once for all requests.
struct BodyParts {
  fileprivate enum Item {
    /// Bytes that the body has as Base64 text within a string.
    case base64(Data)
    /// The text of a JSON value.
    case json([UInt8])
  }

  /// The beginning of each stand-in: a random text that cannot occur in a prompt.
  ///
  /// The text begins with a character that is reserved for internal use, so that the search for
  /// stand-ins rarely stops at other text.
  private let mark = "\u{10FFFE}\(UUID.random().uuidString)"
  private var items: [Item] = []

  /// Adds bytes.
  ///
  /// - Returns: The stand-in for their Base64 text.
  mutating func standIn(for data: Data) -> String { standIn(for: .base64(data)) }

  /// Adds a document, such as a schema.
  mutating func standIn(for document: WrittenDocument) -> GeneratedContent {
    GeneratedContent(standIn(for: .json(document.utf8)))
  }

  private mutating func standIn(for item: Item) -> String {
    items.append(item)
    return "\(mark):\(items.count - 1);"
  }

  /// Returns the bytes of a body, and the ranges of Base64 text in them.
  ///
  /// - Returns: The bytes, and the positions of the Base64 text in them.
  func body(_ content: GeneratedContent) -> (body: Data, attached: [Range<Int>]) {
    let text = content.jsonBytes()
    guard !items.isEmpty else { return (Data(text), []) }
    let pattern = Array("\(mark):".utf8)
    var body = Data()
    body.reserveCapacity(items.reduce(text.count) { $0 + $1.size })
    var attached: [Range<Int>] = []
    var written = 0
    var index = 0
    while let start = text[index...].firstIndex(of: pattern[0]) {
      index = start
      guard text[index...].starts(with: pattern) else {
        index += 1
        continue
      }
      let digits = text[(index + pattern.count)...].prefix { $0 != UInt8(ascii: ";") }
      let end = min(digits.endIndex + 1, text.count)
      guard let number = Int(String(decoding: digits, as: UTF8.self)),
        items.indices.contains(number)
      else {
        index = end
        continue
      }
      switch items[number] {
      case .base64(let data):
        body.append(contentsOf: text[written..<index])
        let start = body.count
        BodyParts.append(data, to: &body)
        attached.append(start..<body.count)
        written = end
      case .json(let bytes):
        // The stand-in is a string, whose quotes are replaced as well.
        body.append(contentsOf: text[written..<max(written, index - 1)])
        body.append(contentsOf: bytes)
        written = min(end + 1, text.count)
      }
      index = written
    }
    body.append(contentsOf: text[written...])
    return (body, attached)
  }

  /// Appends the Base64 text of bytes, piece by piece, so that there is no second copy of it.
  private static func append(_ data: Data, to body: inout Data) {
    let size = 3 * 16_384
    var start = data.startIndex
    while start < data.endIndex {
      let end = min(start + size, data.endIndex)
      body.append(data[start..<end].base64EncodedData())
      start = end
    }
  }
}

extension BodyParts.Item {
  /// The number of bytes that the part has in the body.
  fileprivate var size: Int {
    switch self {
    case .base64(let data): (data.count + 2) / 3 * 4
    case .json(let bytes): bytes.count
    }
  }
}
