import SchemaText

extension RawParser {
  /// What a string is in the value around it.
  enum StringRole { case key, value, element, root }

  /// Why a string ends at a quote.
  fileprivate enum StringEnd { case end, joined }

  /// Goes on with the string that is being read, up to its end.
  mutating func continueString() throws(RawFault) {
    guard var string else { return }
    // Taken out of the parser, so that its bytes are not copied.
    self.string = nil
    do throws(RawFault) {
      try read(&string)
      try attach(string.node)
    } catch {
      self.string = string
      throw error
    }
    nodes[string.node].text =
      string.quote.isTriple ? Block.text(of: string.value) : string.value
    nodes[string.node].range = string.start..<position
  }

  /// The part of the string that is being read that stays, whatever follows; `nil` if there is
  /// none, if strings are joined, or if the string may be a block.
  mutating func certainBytesOfString() -> ArraySlice<UInt8>? {
    guard string?.value.isEmpty == true, string?.quote.isTriple == false else { return nil }
    return string?.certainBytes()
  }

  /// Reads a string up to its end, with the strings that are joined to it.
  private mutating func read(_ string: inout OpenString) throws(RawFault) {
    while true {
      let end = try read(&string.reader, in: string.quote, string.role, of: string.node)
      string.value += try string.reader.finish()
      nodes[string.node].notes += string.reader.notes
      if string.reader.notes.contains(where: { $0.kind == .backslash }) {
        readsEscapeAsBackslash = true
      }
      string.reader = StringReader(start: position)
      if end == .end { return }
      note(.joinedStrings, "+", of: string.node)
      position = text.skippingBlanks(from: position)
      position = text.skippingBlanks(from: position + 1)
      guard let quote = Quote(at: position, in: text) else {
        throw fault(.syntax, "a string is due, and \(found(at: position)) stands there")
      }
      string.quote = quote
      noteQuote(quote, of: string.node)
      position += quote.length
    }
  }

  mutating func noteQuote(_ quote: Quote, of node: Int) {
    guard quote.form != .double else { return }
    note(.otherQuotes, text.text(position..<position + quote.length), of: node)
  }

  /// Reads the string at the position, and the strings that are joined to it.
  mutating func readString(_ role: StringRole, of node: Int) throws(RawFault) -> String {
    guard let quote = Quote(at: position, in: text) else {
      throw fault(.syntax, "a string is due, and \(found(at: position)) stands there")
    }
    var string = OpenString(role: role, node: node, in: quote, at: position)
    noteQuote(quote, of: node)
    position += quote.length
    try read(&string)
    return string.value
  }

  private mutating func read(
    _ reader: inout StringReader, in quote: Quote, _ role: StringRole, of node: Int
  ) throws(RawFault) -> StringEnd {
    while !text.isEnd(position) {
      let byte = text.bytes[position]
      if byte == UInt8(ascii: "\\") {
        guard !text.isEnd(position + 1) else { throw endFault }
        text.require(upTo: position + StringReader.longestEscape)
        try requireCertain()
        position = try reader.readEscape(in: text, at: position)
        continue
      }
      let closing = quote.closingLength(at: position, in: text)
      if closing > 0 {
        let end = end(after: position + closing, quote, role, reader)
        text.require(upTo: position + closing + 1)
        try requireCertain()
        if let end {
          try requirePairs(of: reader, in: quote)
          position += closing
          return end
        }
        if try endsBeforeKey(&reader, role, of: node) { return .end }
        reader.noteInner(in: text, at: position, length: closing, quote)
        position += closing
        continue
      }
      let isFence =
        isInFence && (byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~"))
        && text.isFence(at: position)
      try requireCertain()
      if isFence, try endsAtFence(&reader, role, of: node) { return .end }
      if byte < 0x20 { reader.noteControl(at: position) }
      reader.bytes.append(byte)
      position += 1
    }
    throw endFault
  }

  /// Reads a string in a fence, as models write code, without the words behind the fence.
  mutating func readFencedString(of node: Int) throws(RawFault) -> String {
    note(.otherQuotes, "```", of: node)
    position += 3
    var start = position
    while let byte = text[start], ReadText.isNameByte(byte) || byte == 0x20 || byte == 0x2F {
      start += 1
    }
    start = text[start] == 0x0A ? start : position
    var end = start
    while !text.isEnd(end), !text.has("```", at: end) { end += 1 }
    position = end
    guard !text.isEnd(end) else { throw endFault }
    position += 3
    return Block.text(of: text.text(start..<end))
  }

  // MARK: The end

  /// Decides whether a string ends at a quote, from the text behind it.
  private func end(
    after index: Int, _ quote: Quote, _ role: StringRole, _ reader: StringReader
  ) -> StringEnd? {
    let next = text.skippingBlanks(from: index)
    guard !text.isEnd(next), !text.isFence(at: next) else { return .end }
    if text[next] == UInt8(ascii: "+") {
      let other = text.skippingBlanks(from: next + 1)
      if role != .key, Quote(at: other, in: text) != nil { return .joined }
    }
    switch role {
    case .root: return nil
    case .key:
      return isEndOfKey(next) || text.isComment(at: next) && next > index ? .end : nil
    case .value, .element:
      if text.isComment(at: next), next > index { return .end }
      return isEndOfValue(next, after: index, role, reader) ? .end : nil
    }
  }

  private func isEndOfKey(_ next: Int) -> Bool {
    let mark = text.mark(at: next)?.mark
    return mark == UInt8(ascii: ":") || mark == UInt8(ascii: "=")
      || text.isValue(at: next, hasColon: false)
  }

  private func isEndOfValue(
    _ next: Int, after index: Int, _ role: StringRole, _ reader: StringReader
  ) -> Bool {
    let isInObject = role == .value
    let hasInner = reader.hasInner
    switch text.mark(at: next)?.mark {
    case UInt8(ascii: "}"):
      if !isInObject, outer?.isObject != true { return false }
      return !hasInner || isBorder(after: next)
    case UInt8(ascii: "]"):
      if isInObject, outer?.isObject != false { return false }
      return isBorder(after: next)
    case UInt8(ascii: ","), UInt8(ascii: ";"):
      return isEndBeforeComma(at: next, isInObject: isInObject, hasInner: hasInner)
    default:
      // A missing comma: a key of the schema, or an element in quotes, behind a blank.
      if isInObject {
        let isApart = next > index || !hasInner && Quote(at: next, in: text) != nil
        return isApart && text.isKey(at: next, mustBeKnown: true)
      }
      guard next > index else { return false }
      if outer?.isObject == true, text.isKey(at: next, mustBeKnown: true) { return true }
      guard !hasInner, let other = Quote(at: next, in: text) else { return false }
      let first = text[next + other.length]
      return text.isLineStart(next)
        || first.map { $0.isASCIIAlphanumeric || $0 >= 0x80 } == true
    }
  }

  private func isEndBeforeComma(at comma: Int, isInObject: Bool, hasInner: Bool) -> Bool {
    let next = text.skippingBlanks(from: comma + (text.mark(at: comma)?.length ?? 1))
    guard !text.isEnd(next), !text.isFence(at: next), !text.isComment(at: next) else { return true }
    switch text.mark(at: next)?.mark {
    case UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: "]"): return true
    case UInt8(ascii: "{"), UInt8(ascii: "["): return !isInObject
    case UInt8(ascii: ".") where isInObject || text.has("...", at: next):
      return text.has("...", at: next)
    default: break
    }
    if isInObject {
      if text.isKey(at: next, mustBeKnown: hasInner) { return true }
      if hasInner { return false }
      return text.isKey(at: next, mustBeKnown: true) || hasMissingColon(at: next)
        || isKeyWithoutEnd(at: next) || isBareKeyWithQuote(at: next)
    }
    return Quote(at: next, in: text) != nil
      || outer?.isObject == true && text.isKey(at: next, mustBeKnown: true)
      || !hasInner && text.isValue(at: next)
  }

  /// `true` if a known key in quotes without its colon is at a place.
  private func hasMissingColon(at index: Int) -> Bool {
    guard let quote = Quote(at: index, in: text) else { return false }
    let limit = min(text.count, index + 200)
    var end = index + quote.length
    while end < limit, !quote.isClosed(at: end, in: text) { end += 1 }
    guard end < limit else {
      text.require(upTo: end + 1)
      return false
    }
    let next = text.skippingBlanks(from: end + quote.closingLength(at: end, in: text))
    return text.isKnown(text.text(index + quote.length..<end))
      && text.isValue(at: next, hasColon: false)
  }

  /// `true` if a known key lacks its first quote at a place.
  private func isBareKeyWithQuote(at index: Int) -> Bool {
    var end = index
    let limit = min(text.count, index + 200)
    while end < limit, ReadText.isNameByte(text.bytes[end]) { end += 1 }
    return text.has("\":", at: end) && text.isKnown(text.text(index..<end))
  }

  /// `true` if a known key lacks its last quote at a place: its colon and a value follow.
  func isKeyWithoutEnd(at index: Int) -> Bool {
    guard let quote = Quote(at: index, in: text), !text.isKey(at: index, mustBeKnown: false) else {
      return false
    }
    let limit = min(text.count, index + 200)
    let start = index + quote.length
    var end = start
    while end < limit, ReadText.isNameByte(text.bytes[end]) || text.bytes[end] == 0x20 { end += 1 }
    guard text[end] == UInt8(ascii: ":"), text.isKnown(text.text(start..<end)) else { return false }
    return text.isValue(at: text.skippingBlanks(from: end + 1))
  }

  /// `true` if what follows a bracket can follow the end of a value.
  private func isBorder(after bracket: Int) -> Bool {
    if open.count == 1 { return true }
    let next = text.skippingBlanks(from: bracket + (text.mark(at: bracket)?.length ?? 1))
    guard !text.isEnd(next), !text.isFence(at: next), !text.isComment(at: next) else { return true }
    switch text.mark(at: next)?.mark {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ";"),
      UInt8(ascii: "\""), UInt8(ascii: "{"):
      return true
    default: return text.isKey(at: next, mustBeKnown: true) || open.count <= 2
    }
  }

  /// Throws if the quotes inside of a string have no pairs.
  private func requirePairs(of reader: StringReader, in quote: Quote) throws(RawFault) {
    let balance = reader.innerBalance
    guard quote.isApostrophe ? balance > 0 : balance != 0 || reader.closesFirst else { return }
    throw RawFault(
      kind: .ambiguous, offset: reader.start,
      problem: "quotes inside of a string are not escaped and have no pairs, so its end is not "
        + "certain")
  }

  // MARK: Missing quotes

  /// Ends a string without its quote before a comma and a key of the schema.
  private mutating func endsBeforeKey(
    _ reader: inout StringReader, _ role: StringRole, of node: Int
  ) throws(RawFault) -> Bool {
    let isKey =
      role == .value && !reader.hasInner && text.isKey(at: position, mustBeKnown: true)
    try requireCertain()
    guard isKey else { return false }
    var end = reader.endWithoutBlanks(before: reader.bytes.count)
    let hasComma = end > reader.escapedEnd && reader.bytes[end - 1] == UInt8(ascii: ",")
    guard hasComma || reader.bytes[end...].contains(0x0A) else { return false }
    guard !hasAddition, end > 0 else {
      throw fault(.ambiguous, "more than one quote or bracket is missing")
    }
    if hasComma { end = reader.endWithoutBlanks(before: end - 1) }
    // In "Ada\", the escaped quote may be the end.
    if end > 0, reader.bytes[end - 1] == UInt8(ascii: "\"") {
      throw fault(.ambiguous, "an escaped quote stands where the string may end")
    }
    let wholeCount = reader.bytes.count
    reader.truncate(to: end)
    // The comma and the blanks are read again.
    position -= wholeCount - end
    try addMissing(.missingQuote, "\"", of: node)
    return true
  }

  /// Ends a string without its quote before the brackets that end a fence.
  private mutating func endsAtFence(
    _ reader: inout StringReader, _ role: StringRole, of node: Int
  ) throws(RawFault) -> Bool {
    try requireCertain()
    guard role != .key, role != .root, !reader.hasInner, !hasAddition else { return false }
    var end = reader.bytes.count
    for frame in open {
      end = reader.endWithoutBlanks(before: end)
      let bracket = UInt8(ascii: frame.isObject ? "}" : "]")
      guard end > reader.escapedEnd, reader.bytes[end - 1] == bracket else { return false }
      end -= 1
    }
    end = reader.endWithoutBlanks(before: end)
    guard end > 0 else { return false }
    position -= reader.bytes.count - end
    reader.truncate(to: end)
    try addMissing(.missingQuote, "\"", of: node)
    return true
  }
}

/// A string that is being read.
struct OpenString {
  let role: RawParser.StringRole
  let node: Int
  let start: Int
  fileprivate(set) var quote: Quote
  fileprivate var reader: StringReader
  /// The strings before this one that are joined to it.
  fileprivate(set) var value = ""

  init(role: RawParser.StringRole, node: Int, in quote: Quote, at start: Int) {
    self.role = role
    self.node = node
    self.start = start
    self.quote = quote
    reader = StringReader(start: start)
  }

  /// The part of the last string that stays, whatever follows.
  mutating func certainBytes() -> ArraySlice<UInt8> { reader.certainBytes() }
}

/// The text of a string so far.
private struct StringReader {
  /// The length of two escaped surrogates.
  static let longestEscape = 12

  let start: Int
  var bytes: [UInt8] = []
  private(set) var notes: [RawMend] = []
  private(set) var hasInner = false

  /// The number of inner quotes that look like opening ones, less those that look like closing
  /// ones.
  private(set) var innerBalance = 0

  /// `true` if an inner quote looks like a closing one without an opening one before it.
  private(set) var closesFirst = false

  private var backslashes = Backslashes()

  init(start: Int) { self.start = start }

  /// The part of the text that stays, whatever follows.
  ///
  /// A missing quote is added before a comma and a key, or before the brackets that end a fence. An
  /// escape stays if it has no other meaning.
  mutating func certainBytes() -> ArraySlice<UInt8> {
    var end = bytes.count
    while end > kept.scannedCount, Self.borders.contains(bytes[end - 1]) { end -= 1 }
    kept = (bytes.count, end > kept.scannedCount ? end : kept.certainEnd)
    return bytes[..<backslashes.settledEnd(in: bytes, before: kept.certainEnd)]
  }

  /// The number of bytes at the last call, and the end of those before the borders at their end.
  ///
  /// The borders are not read again for each part of a text that arrives.
  private var kept = (scannedCount: 0, certainEnd: 0)

  private static let borders: [UInt8] = [
    0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"),
  ]

  /// The number of bytes up to the last escape.
  ///
  /// The bytes behind it stand in the text as they are.
  private(set) var escapedEnd = 0

  /// The end of the bytes before a place without the blanks there; escaped ones are kept.
  func endWithoutBlanks(before place: Int) -> Int {
    var end = place
    while end > escapedEnd, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[end - 1]) { end -= 1 }
    return end
  }

  /// Removes the bytes behind a place, which is not before the last escape.
  mutating func truncate(to count: Int) {
    bytes.removeSubrange(count...)
    kept = (0, 0)
    notes.removeAll { $0.kind == .controlCharacter }
  }

  mutating func noteControl(at offset: Int) {
    guard notes.last?.kind != .controlCharacter else { return }
    notes.append(RawMend(kind: .controlCharacter, offset: offset, found: ""))
  }

  mutating func noteInner(in text: ReadText, at index: Int, length: Int, _ quote: Quote) {
    let before = bytes.last
    let after = text[index + length]
    func isBlank(_ byte: UInt8?) -> Bool { byte.map { $0 <= 0x20 } ?? true }
    let opens = [UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ">")]
    let isInch = before?.isASCIIDigit == true && quote.form == .double
    func isLetter(_ byte: UInt8?) -> Bool {
      byte.map { $0.isASCIIAlphanumeric || $0 >= 0x80 } ?? false
    }
    // Between letters, a quote is an apostrophe or stands for itself, unless it closes one.
    // In "the '90s", it stands for the digits before it.
    let isYear =
      quote.isApostrophe && after?.isASCIIDigit == true
      && text[index + length + 1]?.isASCIIDigit == true
      && text[index + length + 2] == UInt8(ascii: "s")
    let isInWord =
      isYear || isLetter(before) && isLetter(after) && (quote.isApostrophe || innerBalance == 0)
    if !isInWord {
      if isBlank(before) || before.map(opens.contains) == true, !isBlank(after) {
        innerBalance += 1
      } else if !isBlank(before), !(isInch && innerBalance == 0) {
        // A quote between letters, as in x="1", opens after a sign.
        let signs = [UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: ",")]
        innerBalance += before.map(signs.contains) == true && innerBalance == 0 ? 1 : -1
      }
      if innerBalance < 0 { closesFirst = true }
    }
    hasInner = true
    notes.append(
      RawMend(kind: .innerQuote, offset: index, found: text.text(index..<index + length)))
    bytes += text.bytes[index..<index + length]
  }

  /// Reads an escape.
  ///
  /// - Returns: The place behind it.
  mutating func readEscape(in text: ReadText, at index: Int) throws(RawFault) -> Int {
    defer { escapedEnd = bytes.count }
    let letter = text.bytes[index + 1]
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(letter)
    case _ where Backslashes.letters.contains(letter):
      backslashes.add(
        Backslashes.Escape(place: bytes.count, count: 1, letter: letter, offset: index))
      switch letter {
      case UInt8(ascii: "b"): bytes.append(0x08)
      case UInt8(ascii: "f"): bytes.append(0x0C)
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      default: bytes.append(0x09)
      }
    case UInt8(ascii: "u"): return readUnicode(in: text, at: index)
    case UInt8(ascii: "'"), UInt8(ascii: "`"):
      notes.append(RawMend(kind: .escape, offset: index, found: text.text(index..<index + 2)))
      bytes.append(letter)
    case 0x0A:
      // A line that continues, as in JavaScript.
      notes.append(RawMend(kind: .escape, offset: index, found: "\\"))
    case UInt8(ascii: "_"):
      throw RawFault(
        kind: .ambiguous, offset: index,
        problem: "\"\\_\" is no escape of JSON, and is an underscore only in Markdown")
    case UInt8(ascii: "x"):
      guard let first = text[index + 2], let high = first.hexadecimalValue,
        let second = text[index + 3], let low = second.hexadecimalValue
      else { return keepBackslash(in: text, at: index) }
      let character = Array(String(Unicode.Scalar(high << 4 | low)).utf8)
      backslashes.add(
        Backslashes.Escape(
          place: bytes.count, count: character.count, letter: letter, digits: (first, second),
          offset: index))
      bytes += character
      return index + 4
    default: return keepBackslash(in: text, at: index)
    }
    return index + 2
  }

  private mutating func keepBackslash(in text: ReadText, at index: Int) -> Int {
    notes.append(RawMend(kind: .escape, offset: index, found: text.text(index..<index + 2)))
    backslashes.addBare(at: bytes.count)
    bytes.append(UInt8(ascii: "\\"))
    return index + 1
  }

  private mutating func readUnicode(in text: ReadText, at index: Int) -> Int {
    guard let unit = Self.unit(in: text, at: index + 2) else {
      return keepBackslash(in: text, at: index)
    }
    if (0xD800...0xDBFF).contains(unit), text.has("\\u", at: index + 6),
      let low = Self.unit(in: text, at: index + 8), (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(
        0x10000 + (UInt32(unit) - 0xD800) << 10 + UInt32(low) - 0xDC00)
    {
      bytes += Array(String(scalar).utf8)
      return index + 12
    }
    if let scalar = Unicode.Scalar(UInt32(unit)) {
      bytes += Array(String(scalar).utf8)
    } else {
      notes.append(RawMend(kind: .escape, offset: index, found: text.text(index..<index + 6)))
      bytes += Array("\u{FFFD}".utf8)
    }
    return index + 6
  }

  private static func unit(in text: ReadText, at index: Int) -> UInt16? {
    var unit: UInt16 = 0
    for place in index..<index + 4 {
      guard let digit = text[place]?.hexadecimalValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// Returns the text of the string, with the meaning of its backslashes.
  mutating func finish() throws(RawFault) -> String {
    var result: [UInt8] = []
    var copied = 0
    let escapes = backslashes.escapes
    for (index, meaning) in try backslashes.meanings(in: bytes).enumerated() {
      let escape = escapes[index]
      let end = escape.place + escape.count
      let isHexadecimal = escape.digits != nil
      let kind: MendKind? =
        switch meaning {
        case .character: isHexadecimal ? .escape : nil
        case .suspicious: .suspiciousEscape
        case .backslash: .backslash
        }
      if let kind {
        let next = index + 1 < escapes.count ? escapes[index + 1].place : bytes.count
        let found =
          isHexadecimal
          ? String(decoding: escape.letters, as: UTF8.self)
          : Backslashes.name(escape.letter, bytes[end..<next])
        notes.append(RawMend(kind: kind, offset: escape.offset, found: "\\" + found))
      }
      guard meaning == .backslash else { continue }
      result += bytes[copied..<escape.place] + [UInt8(ascii: "\\")] + escape.letters
      copied = end
    }
    result += bytes[copied...]
    return String(decoding: result, as: UTF8.self)
  }
}
