import SchemaModel
import SchemaText

/// Parses a value in a text with departures from JSON, each of which has one meaning at its place.
///
/// Nothing recurses: the open objects and arrays are a list. Each byte is read a limited number of
/// times.
///
/// A text that is arriving is parsed in steps; see ``step()``. The parser decides nothing by the
/// end of such a text, so that its decisions are those on the whole text.
struct RawParser {
  var text: ReadText
  var position: Int
  var nodes: [RawNode]

  /// The open objects and arrays.
  var open: [Frame] = []

  /// `true` if a bracket or a quote was added; a text that lacks another has several meanings.
  private(set) var hasAddition = false

  /// `true` if an escape that JSON has was read as a backslash of its own.
  var readsEscapeAsBackslash = false

  /// The string that is being read, as a value or an element.
  var string: OpenString?

  /// `true` if the text is in a fence, so that the end of the fence is the end of the value.
  let isInFence: Bool

  struct Frame {
    let node: Int
    let isObject: Bool
    /// The key whose value comes next.
    var key: String?
    var hasSeparator = true
  }

  init(_ text: ReadText, at position: Int, nodes: [RawNode], isInFence: Bool) {
    self.text = text
    self.position = position
    self.nodes = nodes
    self.isInFence = isInFence
  }

  /// The container around the innermost open one.
  var outer: Frame? { open.dropLast().last }

  /// The character at the position, as a mark.
  private var mark: UInt8? { text.mark(at: position)?.mark }

  /// Parses the object or array at the position, and returns the index of its node.
  ///
  /// `isOpened` is `true` if the bracket of an object is missing.
  mutating func parseContainer(isOpened: Bool = false) throws(RawFault) -> Int {
    let root = nodes.count
    if isOpened {
      push(isObject: true)
      try addMissing(.missingBracket, "{")
    } else {
      try beginRoot()
    }
    while !open.isEmpty { try step() }
    return root
  }

  /// Begins the object or array at the position.
  mutating func beginRoot() throws(RawFault) {
    guard text.isOpening(at: position) else {
      throw fault(.syntax, "no object or array begins")
    }
    try begin()
  }

  /// Reads the next key or value of the innermost open container, a bracket, or a part of a string.
  ///
  /// - Throws: ``RawFault``. For a text that is arriving, the step has to wait for more text if the
  ///   decisions of the step reached the end, whatever the fault is; see ``retry(_:)``.
  mutating func step() throws(RawFault) {
    if string != nil { return try continueString() }
    guard let frame = open.last else { return }
    try skipBlanks(of: frame.node)
    guard !text.isEnd(position), !(text.isFence(at: position)) else { return try closeAtEnd() }
    if text.has("...", at: position) || text.has("…", at: position) {
      throw fault(.elision, "an ellipsis stands for parts of the value")
    }
    if frame.isObject, frame.key == nil {
      try readMember(frame)
    } else {
      try readElement(frame)
    }
  }

  /// The state before a step that may have to wait.
  struct Checkpoint {
    let position: Int
    let nodeCount: Int
    let noteCount: Int
    let frame: Frame?
    let hasAddition: Bool
  }

  var checkpoint: Checkpoint {
    Checkpoint(
      position: position, nodeCount: nodes.count,
      noteCount: open.last.map { nodes[$0.node].notes.count } ?? 0, frame: open.last,
      hasAddition: hasAddition)
  }

  /// Goes back to the state before a step that has to wait for more text.
  ///
  /// A string that is being read keeps what it has.
  mutating func retry(_ checkpoint: Checkpoint) {
    guard string == nil else { return }
    position = checkpoint.position
    hasAddition = checkpoint.hasAddition
    nodes.removeSubrange(checkpoint.nodeCount...)
    guard let frame = checkpoint.frame else { return }
    open[open.count - 1] = frame
    nodes[frame.node].notes.removeSubrange(checkpoint.noteCount...)
  }

  /// Throws if a decision of the step was made by the end of a text that is arriving.
  ///
  /// Steps change the open containers only behind this function.
  func requireCertain() throws(RawFault) {
    if text.hasReachedEnd { throw endFault }
  }

  // MARK: Objects

  /// Reads a key and its colon, or the end of the object.
  private mutating func readMember(_ frame: Frame) throws(RawFault) {
    switch mark {
    case UInt8(ascii: "}"): return try close()
    case UInt8(ascii: ","), UInt8(ascii: ";"): return try readSeparator()
    case UInt8(ascii: "]"): return try closeMissing("}")
    default: break
    }
    let isKey = text.isKey(at: position, mustBeKnown: false)
    let start = position
    if !frame.hasSeparator {
      guard isKey || Quote(at: position, in: text) != nil else {
        throw fault(.syntax, "after a value, neither a comma nor a key follows")
      }
      note(.missingComma, "")
    }
    let key: String
    if !isKey, isKeyWithoutEnd(at: position) {
      key = try readKeyWithoutEnd(of: frame.node)
    } else if Quote(at: position, in: text) != nil {
      key = try readString(.key, of: frame.node)
    } else {
      key = try readBareKey(frame)
    }
    if key == "..." || key == "…" {
      throw fault(.elision, "an ellipsis stands for parts of the value")
    }
    try skipBlanks(of: frame.node)
    try readColon(after: key, from: start)
    try requireCertain()
    open[open.count - 1].key = key
    open[open.count - 1].hasSeparator = true
  }

  /// Reads a key of the schema in quotes, of which the last one is missing.
  private mutating func readKeyWithoutEnd(of node: Int) throws(RawFault) -> String {
    let start = position + (Quote(at: position, in: text)?.length ?? 0)
    var end = start
    while !text.isEnd(end), text[end] != UInt8(ascii: ":") { end += 1 }
    let name = text.text(start..<end).trimmed
    try addMissing(.missingQuote, name, of: node)
    position = end
    return name
  }

  private mutating func readBareKey(_ frame: Frame) throws(RawFault) -> String {
    let start = position
    let limit = min(text.count, start + 256)
    var end = start
    while end < limit, ReadText.isNameByte(text.bytes[end]) || text.bytes[end] == 0x20,
      text.mark(at: end).map({ $0.length == 1 }) ?? true
    {
      end += 1
    }
    if end == limit { text.require(upTo: end + 1) }
    var name = text.text(start..<end)
    while name.last == " " { name.removeLast() }
    guard !name.isEmpty else {
      throw fault(.syntax, "a key is due, and \(found(at: start)) stands there")
    }
    if text[end] == UInt8(ascii: "\""), text.isKnown(name) {
      end += 1
      note(.missingQuote, name)
    } else {
      note(.bareKey, name)
    }
    position = end
    return name
  }

  private mutating func readColon(after key: String, from start: Int) throws(RawFault) {
    guard !text.isEnd(position) else { throw endFault }
    guard let (mark, length) = text.mark(at: position) else {
      return try requireKnown(key, from: start)
    }
    switch mark {
    case UInt8(ascii: ":"):
      if length > 1 { note(.punctuation, text.text(position..<position + length)) }
      position += length
    case UInt8(ascii: "="):
      let isArrow = text[position + 1] == UInt8(ascii: ">")
      note(.colon, isArrow ? "=>" : "=")
      position += isArrow ? 2 : 1
    default:
      try requireKnown(key, from: start)
    }
  }

  /// Accepts that a colon is missing, if the key is one of the schema and a value follows.
  private mutating func requireKnown(_ key: String, from start: Int) throws(RawFault) {
    guard text.isKnown(key), text.isValue(at: position, hasColon: false) else {
      throw fault(.syntax, "after the key \"\(key.excerpt)\" no colon follows", at: start)
    }
    note(.missingColon, key)
  }

  // MARK: Elements and values

  private mutating func readElement(_ frame: Frame) throws(RawFault) {
    switch mark {
    case UInt8(ascii: "]") where !frame.isObject: return try close()
    case UInt8(ascii: ","), UInt8(ascii: ";"):
      if frame.isObject { throw fault(.syntax, "the value of a key is missing") }
      return try readSeparator()
    case UInt8(ascii: "}"):
      if frame.isObject { throw fault(.syntax, "the value of a key is missing") }
      return try closeMissing("]")
    case UInt8(ascii: "]"): throw fault(.syntax, "the value of a key is missing")
    default: break
    }
    if !frame.isObject {
      if outer?.isObject == true, text.isKey(at: position, mustBeKnown: true) {
        return try closeMissing("]")
      }
      if !frame.hasSeparator { try acceptMissingComma() }
      open[open.count - 1].hasSeparator = true
    }
    let start = position
    let index = nodes.count
    if text.isOpening(at: position) {
      guard let line = try readLine(from: start, of: frame.node) else { return try begin() }
      nodes.append(RawNode(kind: .bare, text: line, range: start..<position))
      return try attach(index)
    }
    if text.has("```", at: position) {
      nodes.append(RawNode(kind: .string, range: start..<start))
      nodes[index].text = try readFencedString(of: index)
    } else if let quote = Quote(at: position, in: text) {
      try requireCertain()
      nodes.append(RawNode(kind: .string, range: start..<start))
      string = OpenString(
        role: frame.isObject ? .value : .element, node: index, in: quote, at: position)
      noteQuote(quote, of: index)
      position += quote.length
      return try continueString()
    } else {
      nodes.append(RawNode(kind: .bare, range: start..<start))
      nodes[index].text = try readBareValue(isInObject: frame.isObject, of: index)
    }
    try attach(index)
    nodes[index].range = start..<max(start, position)
  }

  private mutating func acceptMissingComma() throws(RawFault) {
    let isBorder =
      Quote(at: position, in: text) != nil || text.isOpening(at: position)
      || text.isLineStart(position)
    guard isBorder else {
      throw fault(.syntax, "after an element, neither a comma nor an element follows")
    }
    note(.missingComma, "")
  }

  /// Reads a comma, or another mark for it.
  private mutating func readSeparator() throws(RawFault) {
    try requireCertain()
    guard let (mark, length) = text.mark(at: position), let frame = open.last else { return }
    if mark == UInt8(ascii: ";") {
      note(.separator, ";")
    } else if length > 1 {
      note(.punctuation, text.text(position..<position + length))
    } else if frame.hasSeparator {
      note(.separator, ",")
    }
    open[open.count - 1].hasSeparator = true
    position += length
  }

  // MARK: Open and close

  private mutating func push(isObject: Bool) {
    let index = nodes.count
    nodes.append(RawNode(kind: isObject ? .object : .array, range: position..<position))
    open.append(Frame(node: index, isObject: isObject))
  }

  private mutating func begin() throws(RawFault) {
    guard let (mark, length) = text.mark(at: position) else { return }
    try requireCertain()
    guard open.count < GeneratedContent.maximumDepth else {
      throw fault(.syntax, "the text nests too deep")
    }
    push(isObject: mark == UInt8(ascii: "{"))
    if length > 1 { note(.punctuation, text.text(position..<position + length)) }
    position += length
  }

  /// Reads the bracket that closes the innermost container.
  private mutating func close() throws(RawFault) {
    guard let (_, length) = text.mark(at: position), let frame = open.last else { return }
    try requireCertain()
    if length > 1 { note(.punctuation, text.text(position..<position + length)) }
    if frame.hasSeparator, !nodes[frame.node].children.isEmpty { note(.separator, ",") }
    position += length
    try finish()
  }

  private mutating func finish() throws(RawFault) {
    try requireCertain()
    guard let frame = open.popLast() else { return }
    nodes[frame.node].range = nodes[frame.node].range.lowerBound..<position
    if !open.isEmpty { try attach(frame.node) }
  }

  /// Adds a complete value to the innermost open container.
  mutating func attach(_ index: Int) throws(RawFault) {
    try requireCertain()
    guard let frame = open.last else { return }
    if let key = frame.key { nodes[frame.node].keys.append(key) }
    nodes[frame.node].children.append(index)
    open[open.count - 1].key = nil
    open[open.count - 1].hasSeparator = false
  }

  /// Closes a container whose bracket is missing before the next one.
  private mutating func closeMissing(_ bracket: String) throws(RawFault) {
    let isBracket = mark == UInt8(ascii: "}") || mark == UInt8(ascii: "]")
    // The bracket has to close the container around this one.
    guard let outer, !hasAddition, !isBracket || outer.isObject == (mark == UInt8(ascii: "}"))
    else { throw fault(.syntax, "\(found(at: position)) stands where \"\(bracket)\" is due") }
    try addMissing(.missingBracket, bracket)
    try finish()
    if !isBracket { open[open.count - 1].hasSeparator = true }
  }

  /// Closes the only open container at the end of a fence.
  private mutating func closeAtEnd() throws(RawFault) {
    guard isInFence, !text.isEnd(position), open.count == 1, !hasAddition,
      let frame = open.last, frame.key == nil, !nodes[frame.node].children.isEmpty,
      !frame.hasSeparator
    else { throw endFault }
    try addMissing(.missingBracket, frame.isObject ? "}" : "]")
    try finish()
  }

  // MARK: Blanks

  /// Skips blanks and comments.
  mutating func skipBlanks(of node: Int) throws(RawFault) {
    while true {
      let length = text.blankLength(at: position)
      if length > 0 {
        if length > 1, nodes[node].notes.last?.kind != .blank { note(.blank, "", of: node) }
        position += length
        continue
      }
      guard text.isComment(at: position) else { return }
      let start = position
      if text.has("/*", at: position) || text.has("<!--", at: position) {
        let isMarkup = text.has("<!--", at: position)
        position += 2
        while !text.isEnd(position),
          !(isMarkup ? text.has("-->", at: position) : text.has("*/", at: position))
        {
          position += 1
        }
        guard !text.isEnd(position) else { throw endFault }
        position += isMarkup ? 3 : 2
      } else {
        while !text.isEnd(position), text.bytes[position] != 0x0A { position += 1 }
      }
      let comment = text.text(start..<min(position, start + 200)).lowercased()
      if Prose.saysExample(comment) {
        throw fault(.example, "a comment says that the value is an example", at: start)
      }
      if Prose.saysLeftOut(comment) {
        throw fault(.elision, "a comment says that parts of the value were left out", at: start)
      }
      note(.comment, text.excerpt(start..<position), of: node, at: start)
    }
  }

  // MARK: Notes and faults

  mutating func note(_ kind: MendKind, _ found: String, of node: Int? = nil, at offset: Int? = nil)
  {
    guard let node = node ?? open.last?.node else { return }
    nodes[node].notes.append(
      RawMend(kind: kind, offset: offset ?? position, found: found.excerpt))
  }

  /// Adds the only quote or bracket that is missing.
  mutating func addMissing(
    _ kind: MendKind, _ found: String, of node: Int? = nil, at offset: Int? = nil
  ) throws(RawFault) {
    guard !hasAddition else {
      throw fault(.ambiguous, "more than one quote or bracket is missing")
    }
    hasAddition = true
    note(kind, found, of: node, at: offset)
  }

  func fault(_ kind: RawFault.Kind, _ problem: String, at offset: Int? = nil) -> RawFault {
    RawFault(kind: kind, offset: min(offset ?? position, text.count), problem: problem)
  }

  /// The fault of a text that ends before its value.
  var endFault: RawFault {
    let missing = open.reversed().prefix(20).map { $0.isObject ? "}" : "]" }.joined()
    return fault(
      .end, missing.isEmpty ? "the text ends early" : "the text ends before \"\(missing)\"")
  }

  func found(at index: Int) -> String {
    index < text.count ? "\"\(text.excerpt(index..<min(text.count, index + 20)))\"" : "the end"
  }
}
