import SchemaModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The bytes that a request's body has as Base64 text.
///
/// Content holds a stand-in for each of them, which is replaced when the body is written. So memory
/// holds the text of large files only once, in the body.
struct RequestMedia {
  /// A text that no prompt contains, by chance or on purpose.
  private let mark = UUID().uuidString
  private var items: [Data] = []

  /// Adds bytes.
  ///
  /// - Parameter data: The bytes.
  /// - Returns: The stand-in for their Base64 text.
  mutating func standIn(for data: Data) -> String {
    items.append(data)
    return "\(mark):\(items.count - 1);"
  }

  /// Writes a body, and finds the Base64 text in it.
  ///
  /// - Parameter content: The body, with the stand-ins.
  /// - Returns: The bytes, and the positions of the Base64 text in them.
  func body(_ content: GeneratedContent) -> (body: Data, attached: [Range<Int>]) {
    let text = content.jsonBytes()
    guard !items.isEmpty else { return (Data(text), []) }
    let pattern = Array("\(mark):".utf8)
    var body = Data()
    body.reserveCapacity(text.count + items.reduce(0) { $0 + ($1.count + 2) / 3 * 4 })
    var attached: [Range<Int>] = []
    var written = 0
    var index = 0
    while index < text.count {
      guard text[index] == pattern[0], text[index...].starts(with: pattern) else {
        index += 1
        continue
      }
      body.append(contentsOf: text[written..<index])
      let digits = text[(index + pattern.count)...].prefix { $0 != UInt8(ascii: ";") }
      if let number = Int(String(decoding: digits, as: UTF8.self)), items.indices.contains(number) {
        let start = body.count
        RequestMedia.append(items[number], to: &body)
        attached.append(start..<body.count)
      }
      index = min(digits.endIndex + 1, text.count)
      written = index
    }
    body.append(contentsOf: text[written...])
    return (body, attached)
  }

  /// Appends the Base64 text of bytes in pieces, so that there is no second copy of it.
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
