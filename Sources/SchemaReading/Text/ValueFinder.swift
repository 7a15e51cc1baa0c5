import IndexedTables
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

  /// The limit of the bytes that are read without finding a value.
  private var lossBudget: WorkBudget

  init(_ text: ReadText) {
    self.text = text
    lossBudget = WorkBudget(inProportionTo: text.count, factor: 8, least: 4_096)
  }

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
        text.has("```", at: index) || text.isFence(at: index)
      {
        index = passFence(at: index, &fence)
        continue
      }
      let followsValue = !values.isEmpty && wordsBegin == index
      guard text.isOpening(at: index),
        let likelihood = likelihood(at: index, isInFence: fence != nil, followsValue: followsValue)
      else {
        index += 1
        continue
      }
      let words = wordsStart..<index
      if let end = readValue(at: index, isInFence: fence != nil, isOpened: false, words: words) {
        index = end
        wordsStart = end
        wordsBegin = text.skippingBlanks(from: end)
      } else if likelihood == .certain {
        return
      } else {
        if weakFault == nil { (weakFault, weakStart) = (fault, index) }
        fault = nil
        index += 1
        if lossBudget.isSpent { return }
      }
    }
    if let fence { fences.append(fence..<text.count) }
  }

  /// Ends the fence whose content has begun, or begins one.
  ///
  /// - Returns: The place behind the mark of the fence and its language.
  private mutating func passFence(at place: Int, _ content: inout Int?) -> Int {
    var end = place + 3
    while text[end] == UInt8(ascii: "`") { end += 1 }
    if let begin = content {
      fences.append(begin..<end - 3)
      content = nil
    } else {
      end = text.skippingLanguage(from: end)
      content = end
    }
    return end
  }

  /// How likely a bracket begins a value.
  private enum Likelihood { case certain, possible }

  private func likelihood(at index: Int, isInFence: Bool, followsValue: Bool) -> Likelihood? {
    guard let (mark, length) = text.mark(at: index) else { return nil }
    let next = text.skippingBlanks(from: index + length)
    let isAlone = isInFence && text.isLineStart(index) || index == contentStart
    // Behind a value, another one was cut off.
    guard !text.isEnd(next) else { return isAlone || followsValue ? .certain : nil }
    if mark == UInt8(ascii: "{") {
      if text[next] == UInt8(ascii: "\"") || text.isKey(at: next, mustBeKnown: true) {
        return .certain
      }
      let isObject =
        text.isComment(at: next) || Quote(at: next, in: text) != nil
        || text.mark(at: next)?.mark == UInt8(ascii: "}") || text[next] == UInt8(ascii: "\\")
        || text.isKey(at: next, mustBeKnown: false)
      if !isObject, !isInFence { return isAlone ? .possible : nil }
      return isAlone ? .certain : isObject ? .possible : nil
    }
    if isAlone { return .certain }
    guard let (inner, innerLength) = text.mark(at: next), inner == UInt8(ascii: "{") else {
      return .possible
    }
    let key = text.skippingBlanks(from: next + innerLength)
    return Quote(at: key, in: text) != nil || text.isKey(at: key, mustBeKnown: true)
      ? .certain : .possible
  }

  /// `true` if the text without its first bracket ends with a bracket.
  private var endsLikeObject: Bool {
    let end = text.endWithoutBlanks(before: text.count)
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
      lossBudget.spend(Int64(max(1, parser.position - index)))
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
    let before = text.endWithoutBlanks(before: range.lowerBound, from: start)
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
    let begin = text.skippingBlanks(from: range.lowerBound)
    let range = begin..<max(begin, text.endWithoutBlanks(before: range.upperBound, from: begin))
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
