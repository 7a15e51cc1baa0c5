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
        position = index
        throw fault(.syntax, "\(found(at: index)) follows a text without quotes")
      case UInt8(ascii: "("):
        position = index
        throw RawFault(
          kind: .syntax, offset: start, problem: "\(found(at: start)) is code, not a value")
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
    if text.isEnd(index), open.isEmpty == false { throw endFault }
    return try bareText(start..<end, of: node)
  }

  private mutating func bareText(_ range: Range<Int>, of node: Int) throws(RawFault) -> String {
    var value = text.text(range)
    let quotes = value.utf8.count { $0 == UInt8(ascii: "\"") }
    if quotes == 1, value.hasSuffix("\"") {
      value.removeLast()
      guard additions == 0 else {
        throw fault(.ambiguous, "more than one quote or bracket is missing")
      }
      additions += 1
      note(.missingQuote, "\"", of: node, at: range.lowerBound)
    } else if quotes % 2 != 0 || value.hasPrefix("\"") || value.contains("\\") {
      throw RawFault(
        kind: .ambiguous, offset: range.lowerBound,
        problem: "the text \(found(at: range.lowerBound)) has no quotes around it, but inside")
    }
    if value.contains("...") || value.contains("…") {
      throw RawFault(
        kind: .elision, offset: range.lowerBound,
        problem: "an ellipsis stands for a part of the value")
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
    guard text.isKey(at: next, mustBeKnown: false) else { return false }
    if isScalar(range) || text.allowsOtherKeys { return true }
    throw RawFault(
      kind: .ambiguous, offset: next,
      problem: "\(found(at: next)) may be a key, or a part of the text without quotes before it")
  }
}
