import SchemaText

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
