import SchemaText

/// A value that was found in a text.
struct FoundValue {
  /// The index of its node.
  let node: Int
  let range: Range<Int>
  /// The words between the value before it and this one.
  let wordsBefore: Range<Int>
  /// `true` if it is an array that could be a citation or a checkbox.
  let isDoubtful: Bool
}

/// Finds the values in a text: objects and arrays in fences and between words.
struct ValueFinder {
  let text: ReadText
  private(set) var nodes: [RawNode] = []
  private(set) var values: [FoundValue] = []

  /// The contents of the fences.
  private(set) var fences: [Range<Int>] = []

  /// The place behind the thoughts at the beginning of the text.
  private(set) var start = 0

  /// The place of the first character behind the thoughts that is not blank.
  private var contentStart = 0

  /// The fault of a value that could not be read, and that may be the answer.
  private(set) var fault: RawFault?

  /// The first fault of a bracket that may belong to words.
  private(set) var weakFault: RawFault?
  private(set) var weakStart: Int?

  /// The bytes that were read without finding a value, of which there is a limit.
  private var lostWork = 0

  init(_ text: ReadText) { self.text = text }

  mutating func run() {
    do throws(RawFault) {
      start = try Thoughts.end(in: text)
    } catch {
      fault = error
      return
    }
    var index = start
    var wordsStart = start
    var fence: Int?
    contentStart = text.skippingBlanks(from: start)
    // The first character behind the last value that is not blank.
    var wordsBegin = contentStart
    if text.isKey(at: contentStart, mustBeKnown: true),
      Quote(at: contentStart, in: text) != nil, endsLikeObject
    {
      _ = readValue(at: contentStart, isInFence: false, isOpened: true, words: start..<start)
      return
    }
    while !text.isEnd(index) {
      let byte = text.bytes[index]
      if byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~"),
        text.has("```", at: index)
          || text.isFence(at: index)
      {
        index += 3
        while text[index] == UInt8(ascii: "`") { index += 1 }
        if let begun = fence {
          fences.append(begun..<index - 3)
          fence = nil
        } else {
          while let next = text[index], ReadText.isNameByte(next) || next == UInt8(ascii: "+") {
            index += 1
          }
          fence = index
        }
        continue
      }
      guard let mark = text.mark(at: index)?.mark,
        mark == UInt8(ascii: "{") || mark == UInt8(ascii: "[")
      else {
        index += 1
        continue
      }
      let followsValue = !values.isEmpty && wordsBegin == index
      guard
        let likelihood = likelihood(
          at: index, mark, isInFence: fence != nil, followsValue: followsValue)
      else {
        index += 1
        continue
      }
      let words = wordsStart..<index
      if let end = readValue(
        at: index, isInFence: fence != nil, isOpened: false, words: words)
      {
        index = end
        wordsStart = end
        wordsBegin = text.skippingBlanks(from: end)
      } else if likelihood == .certain {
        return
      } else {
        if weakFault == nil { (weakFault, weakStart) = (fault, index) }
        fault = nil
        index += 1
        if lostWork > 8 * text.count + 4_096 { return }
      }
    }
    if let fence { fences.append(fence..<text.count) }
  }

  /// How likely a bracket begins a value.
  private enum Likelihood { case certain, possible }

  private func likelihood(
    at index: Int, _ mark: UInt8, isInFence: Bool, followsValue: Bool
  ) -> Likelihood? {
    let length = text.mark(at: index)?.length ?? 1
    let next = text.skippingBlanks(from: index + length)
    let isAlone = isInFence && text.isLineStart(index) || index == contentStart
    // Behind a value, another one was cut off.
    guard !text.isEnd(next) else { return isAlone || followsValue ? .certain : nil }
    if mark == UInt8(ascii: "{") {
      if text.isKey(at: next, mustBeKnown: true) { return .certain }
      if text.isComment(at: next) { return isAlone ? .certain : .possible }
      if text[next] == UInt8(ascii: "\"") { return .certain }
      if Quote(at: next, in: text) != nil || text.mark(at: next)?.mark == UInt8(ascii: "}") {
        return isAlone ? .certain : .possible
      }
      if text[next] == UInt8(ascii: "\\") { return isAlone ? .certain : .possible }
      if text.isKey(at: next, mustBeKnown: false) { return isAlone ? .certain : .possible }
      return isInFence && isAlone ? .certain : isAlone ? .possible : nil
    }
    switch text.mark(at: next)?.mark {
    case UInt8(ascii: "{"):
      let key = text.skippingBlanks(from: next + (text.mark(at: next)?.length ?? 1))
      return isAlone || Quote(at: key, in: text) != nil || text.isKey(at: key, mustBeKnown: true)
        ? .certain : .possible
    case UInt8(ascii: "["), UInt8(ascii: "\""): return isAlone ? .certain : .possible
    default: return isAlone ? .certain : .possible
    }
  }

  /// `true` if the text without its first bracket ends with a bracket.
  private var endsLikeObject: Bool {
    var end = text.count
    while end > 0, [0x20, 0x0A, 0x0D, 0x09].contains(text.bytes[end - 1]) { end -= 1 }
    return end > 0 && text.bytes[end - 1] == UInt8(ascii: "}")
  }

  /// Reads a value, and keeps it or the fault.
  ///
  /// - Returns: The place behind the value.
  private mutating func readValue(
    at index: Int, isInFence: Bool, isOpened: Bool, words: Range<Int>
  ) -> Int? {
    let count = nodes.count
    var parser = RawParser(text, at: index, nodes: nodes, isInFence: isInFence)
    nodes = []
    do throws(RawFault) {
      let node = try parser.parseContainer(isOpened: isOpened)
      nodes = parser.nodes
      let end = parser.position
      let isDoubtful = isDoubtful(node, index..<end, isInFence: isInFence)
      values.append(
        FoundValue(
          node: node, range: index..<end, wordsBefore: words, isDoubtful: isDoubtful))
      return end
    } catch {
      nodes = parser.nodes
      nodes.removeSubrange(count...)
      lostWork += max(1, parser.position - index)
      fault = error
      return nil
    }
  }

  /// `true` if an array in words may be a citation, a checkbox or a link.
  private func isDoubtful(_ node: Int, _ range: Range<Int>, isInFence: Bool) -> Bool {
    let value = nodes[node]
    guard value.kind == .array else { return false }
    let isWhole = contentStart == range.lowerBound && hasOnlyBrackets(from: range.upperBound)
    if isWhole || isInFence && text.isLineStart(range.lowerBound) { return false }
    let elements = value.children.map { nodes[$0] }
    if !elements.isEmpty, elements.allSatisfy({ $0.kind != .bare }) { return false }
    // Citations are numbers, and a checkbox has one mark.
    let beginsText = contentStart == range.lowerBound
    let hasWords = elements.contains { NumberForms.number($0.text, isInteger: false) == nil }
    if beginsText, elements.count >= 2, hasWords { return false }
    let next = text.skippingBlanks(from: range.upperBound)
    let endsLine =
      text.isEnd(next) || text.bytes[range.upperBound..<next].contains(0x0A)
      || text.bytes[next] == UInt8(ascii: ".") && text.isEnd(text.skippingBlanks(from: next + 1))
    var before = range.lowerBound
    while before > start, [0x20, 0x0A, 0x0D, 0x09].contains(text.bytes[before - 1]) { before -= 1 }
    let followsColon = before > start && text.bytes[before - 1] == UInt8(ascii: ":")
    return !(elements.count >= 2 && endsLine && followsColon)
  }

  /// `true` if nothing is behind a place but closing brackets that are too many.
  private func hasOnlyBrackets(from place: Int) -> Bool {
    var end = text.skippingBlanks(from: place)
    while text[end] == UInt8(ascii: "]") || text[end] == UInt8(ascii: "}") {
      end = text.skippingBlanks(from: end + 1)
    }
    return text.isEnd(end)
  }

  /// Adds a value without brackets: a fence or a text that is one scalar.
  mutating func addScalar(_ range: Range<Int>) -> FoundValue? {
    var range = text.skippingBlanks(from: range.lowerBound)..<range.upperBound
    while range.upperBound > range.lowerBound,
      [0x20, 0x0A, 0x0D, 0x09].contains(text.bytes[range.upperBound - 1])
    {
      range = range.lowerBound..<range.upperBound - 1
    }
    guard !range.isEmpty else { return nil }
    let part = ReadText(bytes: Array(text.bytes[..<range.upperBound]), keys: text.keys)
    let node = nodes.count
    if Quote(at: range.lowerBound, in: part) != nil {
      var parser = RawParser(part, at: range.lowerBound, nodes: nodes, isInFence: false)
      parser.nodes.append(RawNode(kind: .string, range: range))
      if let value = try? parser.readString(.root, of: node), parser.position == range.upperBound {
        nodes = parser.nodes
        nodes[node].text = value
        return FoundValue(
          node: node, range: range, wordsBefore: range.lowerBound..<range.lowerBound,
          isDoubtful: false)
      }
    }
    nodes.append(RawNode(kind: .bare, text: text.text(range), range: range))
    return FoundValue(
      node: node, range: range, wordsBefore: range.lowerBound..<range.lowerBound, isDoubtful: false)
  }

  /// Takes the nodes, to which readers of encoded text add.
  mutating func takeNodes() -> [RawNode] {
    defer { nodes = [] }
    return nodes
  }
}

/// The thoughts at the beginning of a text.
enum Thoughts {
  /// The tags, in lower case, and the closing ones that also stand without an opening one.
  ///
  /// Harmony has channels for thoughts and for the answer.
  private static let tags: [(open: [UInt8], close: [UInt8], lone: [UInt8])] = [
    ("<think>", "</think>"), ("<thinking>", "</thinking>"), ("[think]", "[/think]"),
    ("<reasoning>", "</reasoning>"), ("<thought>", "</thought>"), ("<scratchpad>", "</scratchpad>"),
    ("<|channel|>analysis<|message|>", "<|end|>"),
    ("<|start|>assistant<|channel|>analysis<|message|>", "<|end|>"),
  ].map { open, close in
    let lone = close == "<|end|>" ? "<|channel|>final<|message|>" : close
    return (Array(open.utf8), Array(close.utf8), Array(lone.utf8))
  }

  private static let answer = Array("<|start|>assistant<|channel|>final<|message|>".utf8)

  /// `true` if a text that is arriving may begin with a tag that is not whole.
  static func mayBegin(at place: Int, in text: ReadText) -> Bool {
    tags.contains { tag in
      text.count - place < tag.open.count
        && zip(text.bytes[place...], tag.open).allSatisfy { lowercased($0) == $1 }
    }
  }

  /// Returns the place behind the thoughts.
  static func end(in text: ReadText) throws(RawFault) -> Int {
    let first = text.skippingBlanks(from: 0)
    if var opened = tags.first(where: { has($0.open, at: first, in: text) }) {
      var index = first
      while !text.isEnd(index) {
        guard has(opened.close, at: index, in: text) else {
          index += 1
          continue
        }
        let end = index + opened.close.count
        let next = text.skippingBlanks(from: end)
        if has(answer, at: next, in: text) { return next + answer.count }
        guard let again = tags.first(where: { has($0.open, at: next, in: text) }) else {
          return end
        }
        opened = again
        index = next
      }
      throw RawFault(
        kind: .end, offset: text.count, problem: "the text ends inside of the thoughts")
    }
    // Without the opening tag, the last closing one counts that a value or a line can follow.
    var index = text.count - 1
    while index >= 0 {
      let byte = text.bytes[index]
      if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "["),
        let tag = tags.first(where: { has($0.lone, at: index, in: text) })
      {
        let end = index + tag.lone.count
        let next = text.skippingBlanks(from: end)
        let begins = text[next].map {
          $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "`")
        }
        if begins == true || text.isLineStart(index) { return end }
      }
      index -= 1
    }
    return 0
  }

  private static func has(_ tag: [UInt8], at place: Int, in text: ReadText) -> Bool {
    guard let first = text[place], first == tag[0] else { return false }
    let part = text.bytes[place...].prefix(tag.count)
    guard zip(part, tag).allSatisfy({ lowercased($0) == $1 }) else { return false }
    text.require(upTo: place + tag.count)
    return part.count == tag.count
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
