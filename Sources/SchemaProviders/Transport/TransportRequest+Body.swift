import SchemaModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Changes a JSON body in place, without parsing it or reading the bytes of attachments.
extension TransportRequest {
  /// Appends elements to an array of the body.
  mutating func append(_ elements: [UInt8], toArrayEndingAt end: Int) -> Int {
    guard !elements.isEmpty else { return end }
    let isEmpty = body[body.startIndex + end - 1] == UInt8(ascii: "[")
    let bytes = isEmpty ? elements : [UInt8(ascii: ",")] + elements
    replaceBody(end..<end, with: bytes)
    return end + bytes.count
  }

  /// Returns the position of the closing bracket of an array that is a property of the body; `nil`
  /// if there is none.
  func endOfArray(named name: String) -> Int? {
    let key = Array("\"\(name)\"".utf8)
    var depth = 0
    /// The start of the string that the position is in.
    var stringStart: Int?
    /// The last string directly in the body's object. Before an array, this string is the array's
    /// key.
    var lastString = 0..<0
    var isInArray = false
    var attachments = attached[...]
    var index = 0
    while index < body.count {
      if let attachment = attachments.first, attachment.lowerBound == index {
        index = attachment.upperBound
        attachments.removeFirst()
        continue
      }
      switch (body[body.startIndex + index], stringStart) {
      case (UInt8(ascii: "\\"), .some): index += 1
      case (UInt8(ascii: "\""), let start?):
        if depth == 1 { lastString = start..<index + 1 }
        stringStart = nil
      case (UInt8(ascii: "\""), nil): stringStart = index
      case (UInt8(ascii: "["), nil):
        isInArray = isInArray || depth == 1 && bytes(lastString).elementsEqual(key)
        depth += 1
      case (UInt8(ascii: "{"), nil): depth += 1
      case (UInt8(ascii: "]"), nil), (UInt8(ascii: "}"), nil):
        depth -= 1
        if isInArray, depth == 1 { return index }
      default: break
      }
      index += 1
    }
    return nil
  }

  private func bytes(_ range: Range<Int>) -> Data {
    body[body.startIndex + range.lowerBound..<body.startIndex + range.upperBound]
  }
}

/// The last property of a body.
///
/// The first request of an answer gets the property, and later requests get a new value for it.
struct LastProperty {
  let name: String
  /// The size of the value in bytes; `nil` until the body has the property.
  private var count: Int?

  init(_ name: String) { self.name = name }

  /// Sets the value in a request whose body has all other properties.
  mutating func set(_ value: GeneratedContent, in request: inout TransportRequest) {
    let bytes = value.jsonBytes()
    let end = request.body.count - 1
    if let count {
      request.replaceBody(end - count..<end, with: bytes)
    } else {
      request.replaceBody(end..<end, with: Array(",\"\(name)\":".utf8) + bytes)
    }
    count = bytes.count
  }
}
