import SchemaTestSupport
import SchemaText
import Testing

@testable import ContentStorage

/// Content that is built by random steps, with a check of the memory after each step.
struct RandomBuildingTests {
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `the memory of a builder is whole after each call, also after misuse`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var builder = ContentBuilder(words: 1, textBytes: 1)
    var mark: ContentBuilder.Mark?
    var markedDepth = 0
    for _ in 0..<200 where !builder.isFinished {
      step(&builder, &random)
      builder.checkInvariants()
      // A builder returns to a mark only while the containers around it are open.
      if builder.depth < markedDepth { mark = nil }
      if let last = mark, random.oneIn(10) {
        builder.returnTo(last)
        mark = nil
      } else if builder.state == .value, random.oneIn(10) {
        (mark, markedDepth) = (builder.mark, builder.depth)
      } else if random.oneIn(4) {
        // Content that a snapshot has must not be removed.
        mark = nil
        #expect(!builder.storedSnapshot.isComplete || builder.isFinished)
      }
      builder.checkInvariants()
    }
    while builder.depth > 0 {
      if builder.state == .stringText { builder.endString() }
      if builder.state == .keyText { builder.endKey() }
      builder.endContainer(isIncomplete: true)
      builder.checkInvariants()
    }
  }

  private func step(_ builder: inout ContentBuilder, _ random: inout SplitMix64) {
    // Most calls fit the state, so that the content grows.
    if !random.oneIn(5) {
      switch builder.state {
      case .keyOrEnd: return random.oneIn(6) ? _ = builder.endObject() : builder.key("n")
      case .keyText: return builder.endKey()
      case .stringText:
        return random.oneIn(2) ? builder.appendText("é\u{1F600}") : builder.endString()
      case .value where builder.depth < 2: return builder.beginObject()
      case .value, .done: break
      }
    }
    switch random.below(12) {
    case 0: builder.beginObject()
    case 1: builder.beginArray()
    case 2: _ = builder.endObject()
    case 3: if builder.depth > 1 { _ = builder.endArray() }
    case 4: builder.key("name")
    case 5: builder.beginKey()
    case 6: builder.beginString()
    case 7: builder.string(String(repeating: "text ", count: random.below(40)))
    case 8: builder.integer(random.pick([0, -1, .max]))
    case 9: builder.number(random.pick(["1.50", "123456789012345678901234567890", "x"]))
    case 10: builder.appendText(byte: 0xC3)
    default: builder.bool(true)
    }
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `the memory of a parser is whole after each chunk, wherever a text is cut`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var text = Array("[\(value(&random, depth: 0)), \(value(&random, depth: 0))]".utf8)
    if random.oneIn(3) { text.removeLast(random.below(text.count)) }
    var machine = JSONMachine(
      options: .init(
        maximumDepth: 10, duplicateKeys: random.pick([.keepFirst, .keepLast]),
        isLenient: random.oneIn(2)),
      id: .absent)
    var start = 0
    while start < text.count {
      let end = min(text.count, start + 1 + random.below(12))
      withSpan(of: text[start..<end]) { machine.consume($0) }
      machine.builder.checkInvariants()
      start = end
    }
    _ = machine.finish()
    machine.builder.checkInvariants()
  }

  private func value(_ random: inout SplitMix64, depth: Int) -> String {
    let parts = (0..<random.below(5)).map { _ in
      depth < 5 ? value(&random, depth: depth + 1) : "null"
    }
    switch random.below(depth > 4 ? 4 : 6) {
    case 0: return random.pick(["0", "-12", "123456789012345678901234567890", "1.5e-3"])
    case 1: return random.pick(["true", "false", "null"])
    case 2: return #""\u00e9\ud83d\ude00 é😀\n""#
    case 3: return "\"\(String(repeating: "text ", count: random.below(30)))\""
    case 4: return "[\(parts.joined(separator: ", "))]"
    default:
      // Names occur twice.
      return "{" + parts.map { "\"n\(random.below(3))\": \($0)" }.joined(separator: ",") + "}"
    }
  }
}
