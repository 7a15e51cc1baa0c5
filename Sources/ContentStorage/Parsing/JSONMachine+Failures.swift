package import SchemaText

// Places and faults.
extension JSONMachine {
  /// The position of the next byte, or of the fault.
  package var position: TextPosition { failure?.position ?? lines.place(at: 0).position }

  /// Ends parsing with an error, unless the parsed text may be text around the value.
  @inline(never)
  mutating func fail(
    _ code: Fault.Code, at place: LineCounter.Place, expected: String, found: String
  ) {
    if surroundings.isTentative { return abandonValue() }
    failure = Fault(code: code, position: place.position, expected: expected, found: found)
    state = .failed
  }

  mutating func fail(
    _ code: Fault.Code, at offset: Int, expected: String, found: String
  ) {
    fail(code, at: lines.place(at: offset - lines.chunkStart), expected: expected, found: found)
  }

  @inline(never)
  mutating func failUnexpected(_ expected: String, _ chunk: borrowing JSONChunk) {
    fail(
      .unexpectedCharacter, at: lines.chunkStart + chunk.index, expected: expected,
      found: description(of: chunk))
  }

  @inline(never)
  mutating func failTooLarge() {
    surroundings.isTentative = false
    fail(.tooLarge, at: lines.chunkStart, expected: "at most 64 GB of text", found: "more")
  }

  @inline(never)
  mutating func failNumber(_ chunk: borrowing JSONChunk, _ expected: String) {
    fail(
      .invalidNumber, at: lines.chunkStart + chunk.index, expected: expected,
      found: description(of: chunk))
  }

  @inline(never)
  mutating func failEscape(_ chunk: borrowing JSONChunk) {
    fail(
      .invalidEscape, at: lines.chunkStart + chunk.index,
      expected: "one of \" \\ / b f n r t u after the backslash", found: description(of: chunk))
  }

  @inline(never)
  mutating func failControlCharacter(_ chunk: borrowing JSONChunk) {
    fail(
      .controlCharacter, at: lines.chunkStart + chunk.index,
      expected: "control characters of a string to be escaped", found: description(of: chunk))
  }

  @inline(never)
  mutating func failLoneSurrogate() {
    fail(
      .loneSurrogate, at: escape.start, expected: "both halves of a surrogate pair",
      found: escape.highSurrogate == 0
        ? "the second without the first" : "the first without the second")
  }

  /// Ends parsing at a byte, at a distance, that cannot continue a scalar, or begin one.
  @inline(never)
  mutating func failInvalidUTF8(_ chunk: inout JSONChunk, distance: Int) {
    // The bytes between are not columns.
    lines.addContinuations(max(0, distance - 1))
    chunk.index += distance
    fail(
      .invalidUTF8, at: lines.chunkStart + chunk.index, expected: "UTF-8",
      found: "the byte 0x" + JSONMachine.hexadecimal(chunk[chunk.index]))
  }

  /// Returns the current character of a chunk, for messages.
  func description(of chunk: borrowing JSONChunk) -> String {
    guard chunk.index < chunk.count else { return "the end of the text" }
    let byte = chunk[chunk.index]
    switch byte {
    case 0x0A: return "a line break"
    case UInt8(ascii: "\""): return "a quote"
    case 0x21..<0x7F: return "\"\(Character(Unicode.Scalar(byte)))\""
    case 0x20: return "a space"
    case 0x80...:
      var decoder = UTF8()
      var bytes = (chunk.index..<min(chunk.count, chunk.index + 4)).map { chunk[$0] }
        .makeIterator()
      if case .scalarValue(let scalar) = decoder.decode(&bytes) { return "\"\(scalar)\"" }
      return "the byte 0x" + JSONMachine.hexadecimal(byte)
    default: return "the control character 0x" + JSONMachine.hexadecimal(byte)
    }
  }

  static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }

  // MARK: Text that stops early

  /// Ends parsing because the value is not complete.
  mutating func failMissing() {
    let noValue = options.skipsSurroundingText && (state == .preamble || surroundings.isTentative)
    surroundings.isTentative = false
    if noValue {
      return fail(
        .noValue, at: lines.chunkStart, expected: "a JSON value somewhere in the text",
        found: "none up to the end")
    }
    fail(
      .unexpectedEnd, at: lines.chunkStart, expected: missing,
      found: "the end of the text\(openPath)")
  }

  /// The missing parts, from the inside out.
  private var missing: String {
    var parts: [String] = []
    switch isCommentOpen ? afterComment : state {
    case .value, .nextElement: parts.append("a value")
    case .firstElement, .firstKey, .commaOrEnd, .end, .preamble, .epilogue, .failed: break
    case .nextKey: parts.append("a key and its value")
    case .colon: parts.append("\":\" and a value")
    case .text, .scalarRest, .escape, .unicodeDigits, .lowSurrogate, .lowSurrogateLetter:
      parts.append(isKey ? "the rest of a key and its value" : "the rest of a string")
    case .number: parts.append("the rest of a number")
    case .literal: parts.append("the rest of \(literal.word.text)")
    case .byteOrderMark: parts.append(byteOrderMarkCount == 0 ? "a value" : "UTF-8")
    case .commentStart, .lineComment, .blockComment, .blockCommentEnd: break
    }
    if isCommentOpen { parts.insert("the end of a comment", at: 0) }
    if builder.depth > 0 { parts.append(closers) }
    return parts.joined(separator: ", and then ")
  }

  private var isCommentOpen: Bool {
    state == .commentStart || state == .lineComment || state == .blockComment
      || state == .blockCommentEnd
  }

  /// The missing brackets, as text that names the first of them.
  private var closers: String {
    var text = ""
    for level in stride(from: builder.depth - 1, through: 0, by: -1) {
      guard text.utf8.count < 24 else { return "\"\(text)\" and \(level + 1) more brackets" }
      text += builder.isObject(atLevel: level) ? "}" : "]"
    }
    return "\"\(text)\""
  }

  /// The path to the innermost incomplete part, as the end of a sentence.
  private var openPath: String {
    guard let components = builder.storedSnapshot.unfinishedComponents, !components.isEmpty
    else { return "" }
    return " in \(SchemaPath(Array(components.prefix(16))))\(components.count > 16 ? "…" : "")"
  }
}
