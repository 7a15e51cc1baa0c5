import SchemaText

extension RawParser {
  /// Reads a value without quotes, up to the mark that ends it for certain.
  mutating func readBareValue(isInObject: Bool, of node: Int) throws(RawFault) -> String {
    let start = position
    var end = start
    var index = start
    scan: while !text.isEnd(index) {
      let blank = text.blankLength(at: index)
      if blank > 0 {
        let next = text.skippingBlanks(from: index)
        let hasLine = text.bytes[index..<next].contains(0x0A)
        if text.isEnd(next) || text.isFence(at: next) || text.isComment(at: next) { break scan }
        if hasLine, !isInObject || endsLine(before: next) { break scan }
        if text.isKey(at: next, mustBeKnown: true), isScalar(start..<end) { break scan }
        index = next
        continue
      }
      switch text.mark(at: index)?.mark {
      case UInt8(ascii: "}"), UInt8(ascii: "]"): break scan
      case UInt8(ascii: ","), UInt8(ascii: ";"):
        if !isInObject { break scan }
        if try endsMember(at: index, start..<end) { break scan }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if let line = try readLine(from: start, of: node) { return line }
        position = index
        throw fault(.syntax, "\(found(at: index)) follows a text without quotes")
      case UInt8(ascii: "("):
        let isCall = !text.bytes[start..<index].contains(0x20)
        if !isCall, let line = try readLine(from: start, of: node) { return line }
        position = index
        throw fault(.syntax, "\(found(at: start)) is code, not a value", at: start)
      case UInt8(ascii: "\""):
        if text.isKey(at: index, mustBeKnown: true), isScalar(start..<end) { break scan }
      default: break
      }
      index += 1
      end = index
    }
    position = index
    guard end > start else {
      throw fault(.syntax, "a value is due, and \(found(at: start)) stands there")
    }
    if text.isEnd(index), !open.isEmpty { throw endFault }
    return try bareText(start..<end, of: node)
  }

  /// Reads the rest of a line as the value of the key that begins the line, with its brackets.
  ///
  /// The next line has to begin with a key of the schema or end the object, so that the value ends
  /// with the line.
  ///
  /// - Returns: The value; `nil` if the text has another form.
  mutating func readLine(from start: Int, of node: Int) throws(RawFault) -> String? {
    guard let key = open.last?.key, text.isText(key), isBehindBareKey(start, key) else {
      return nil
    }
    var end = start
    var open: [UInt8] = []
    while let byte = text[end], byte != 0x0A {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append(byte)
      case UInt8(ascii: ")"):
        guard open.popLast() == UInt8(ascii: "(") else { return nil }
      case UInt8(ascii: "]"):
        guard open.popLast() == UInt8(ascii: "[") else { return nil }
      case UInt8(ascii: "}"):
        guard open.popLast() == UInt8(ascii: "{") else { return nil }
      case 0x20 where text.isComment(at: end + 1): return nil
      default: break
      }
      end += 1
    }
    let next = text.skippingBlanks(from: end)
    guard open.isEmpty, !text.isEnd(next),
      text[next] == UInt8(ascii: "}") || text.isKey(at: next, mustBeKnown: true)
    else { return nil }
    while end > start, [0x20, 0x09, 0x0D].contains(text.bytes[end - 1]) { end -= 1 }
    if end > start, text.bytes[end - 1] == UInt8(ascii: ",") { end -= 1 }
    guard end > start else { return nil }
    position = end
    return try bareText(start..<end, of: node)
  }

  /// `true` if only a key without quotes and its colon stand before a place in its line.
  private func isBehindBareKey(_ place: Int, _ key: String) -> Bool {
    var start = place
    while start > 0, place - start < 300, text.bytes[start - 1] != 0x0A { start -= 1 }
    start = text.skippingBlanks(from: start)
    let line = text.text(start..<place).trimmed
    return line.hasSuffix(":") && String(line.dropLast()).trimmed == key
  }

  private mutating func bareText(_ range: Range<Int>, of node: Int) throws(RawFault) -> String {
    var value = text.text(range)
    let quotes = value.utf8.count { $0 == UInt8(ascii: "\"") }
    if quotes == 1, value.hasSuffix("\"") {
      value.removeLast()
      try addMissing(.missingQuote, "\"", of: node, at: range.lowerBound)
    } else if quotes % 2 != 0 || value.hasPrefix("\"") || value.contains("\\") {
      throw fault(
        .ambiguous, "the text \(found(at: range.lowerBound)) has no quotes around it, but inside",
        at: range.lowerBound)
    }
    if value.hasPrefix("<"), value.hasSuffix(">") {
      throw fault(.elision, "\(value.excerpt) stands for a value", at: range.lowerBound)
    }
    if value.contains("...") || value.contains("…") {
      throw fault(
        .elision, "an ellipsis stands for a part of the value", at: range.lowerBound)
    }
    return value
  }

  private func isScalar(_ range: Range<Int>) -> Bool {
    guard range.count < 400 else { return false }
    let value = text.text(range)
    return ValueWords.boolean(value) != nil || ValueWords.isNull(value)
      || NumberForms.number(value, isInteger: true) != nil
  }

  /// `true` if a line that begins at a place does not continue the value of a key.
  private func endsLine(before next: Int) -> Bool {
    switch text.mark(at: next)?.mark {
    case UInt8(ascii: "}"), UInt8(ascii: "]"): true
    default: text.isKey(at: next, mustBeKnown: false)
    }
  }

  /// `true` if a comma ends the value of a key.
  private func endsMember(at comma: Int, _ range: Range<Int>) throws(RawFault) -> Bool {
    let next = text.skippingBlanks(from: comma + (text.mark(at: comma)?.length ?? 1))
    guard !text.isEnd(next), !text.isFence(at: next), !text.isComment(at: next) else { return true }
    switch text.mark(at: next)?.mark {
    case UInt8(ascii: "}"), UInt8(ascii: ","): return true
    case UInt8(ascii: "\""): return text.isKey(at: next, mustBeKnown: false)
    default: break
    }
    if text.isKey(at: next, mustBeKnown: true) { return true }
    if text.isLineStart(next), text.isKey(at: next, mustBeKnown: false) { return true }
    guard text.isKey(at: next, mustBeKnown: false) else {
      return text.isLineStart(next) && isScalar(range) && text.isKeyOfWords(at: next)
    }
    if isScalar(range) || text.keys.allowsOthers { return true }
    throw fault(
      .ambiguous,
      "\(found(at: next)) may be a key, or a part of the text without quotes before it", at: next)
  }
}
