package import SchemaText

/// Parses a JSON text, and finds its value if other text may surround it.
///
/// A ``JSONMachine`` parses the value. Without surrounding text, it reads everything but a byte
/// order mark, and this type only passes chunks on to it. With surrounding text, the parser
/// searches for the value as follows:
///
/// 1. In the text before the value, a bracket begins a *candidate*, which a machine parses. Unless
///    prose comes before it, the first byte of any other value does so too.
/// 2. A candidate is tentative: no snapshot shows it. It becomes the value when it has more than a
///    citation or a checkbox has; see ``CandidateParts``. A fault after that is final.
/// 3. A candidate with a fault is prose. The search continues at the byte of the fault, with a new
///    machine.
/// 4. A candidate that ends and is followed by other text is prose, too, unless it alone fills a
///    Markdown fence. If it is an array or object, and has more parts than any before it, it is set
///    aside.
/// 5. If the text ends without a value, the value is the candidate that was set aside, or else the
///    last one: a scalar that makes up the text, or an array that is cut off after an element.
/// 6. Text after the value is skipped.
///
/// Each byte is read once: by a function of ``Surroundings``, or by a machine, which stops before a
/// byte that it does not accept.
package struct JSONTextParser: ~Copyable, Sendable {
  private enum Stage: UInt8 {
    /// A byte order mark may come next.
    case mark
    /// Text before the value.
    case preamble
    /// A text that may turn out to be prose, and the white space after it.
    case candidate, candidateEnd
    // In the following stages the machine has the value.

    /// The machine reads all of the text.
    case alone
    /// The value, and the text after it.
    case value, epilogue
    /// The end of the text.
    case end
  }

  private let skipsSurroundingText: Bool
  private var stage: Stage
  /// The parser of the candidate or value, and the counter of lines of the complete text.
  private var machine: JSONMachine
  /// The candidate that is the value if no other value follows.
  private var aside: (content: StoredContent, departures: JSONMachine.Departures)?
  private var parts = CandidateParts()
  private var surroundings = Surroundings()

  /// Creates a parser at the beginning of a text.
  ///
  /// Memory for the expected bytes is allocated at once; 0 stands for an unknown length.
  @inline(__always)
  package init(
    options: JSONMachine.Options, skipsSurroundingText: Bool, skipsByteOrderMark: Bool,
    id: ContentID, expectedBytes: Int = 0
  ) {
    self.skipsSurroundingText = skipsSurroundingText
    stage = skipsByteOrderMark ? .mark : skipsSurroundingText ? .preamble : .alone
    machine = JSONMachine(options: options, id: id, expectedBytes: expectedBytes)
  }

  // MARK: Running

  /// Parses a chunk, up to its end or the first fault.
  package mutating func consume(_ bytes: Span<UInt8>) {
    guard stage != .alone else { return machine.consume(bytes) }
    var rest = bytes
    while !rest.isEmpty, machine.state != .failed {
      rest = rest.extracting(droppingFirst: step(rest))
    }
  }

  /// Reads at least one byte, or changes the stage; returns the number of bytes that were read.
  private mutating func step(_ bytes: Span<UInt8>) -> Int {
    var count = 0
    switch stage {
    case .alone:
      machine.consume(bytes)
      return bytes.count
    case .candidate, .value: return readValue(bytes)
    case .mark:
      count = surroundings.readMark(bytes, &machine.lines)
      if count < bytes.count || surroundings.hasMark { leaveMark(bytes, at: count) }
    case .preamble:
      count = surroundings.readPreamble(bytes, &machine.lines)
      if count < bytes.count { stage = .candidate }
    case .candidateEnd:
      count = surroundings.readWhiteSpace(bytes, &machine.lines)
      if count < bytes.count {
        if surroundings.preceding == .fence, bytes[count] == UInt8(ascii: "`") {
          stage = .epilogue
        } else {
          setAside()
          abandonCandidate()
        }
      }
    case .epilogue:
      count = surroundings.readEpilogue(bytes, &machine.lines)
    case .end: fail(.trailingText, expected: "no text after the end", found: "more text")
    }
    machine.lines.endChunk(of: count)
    return count
  }

  private mutating func leaveMark(_ bytes: Span<UInt8>, at index: Int) {
    stage = skipsSurroundingText ? .preamble : .alone
    guard surroundings.hasPartOfMark else { return }
    guard !skipsSurroundingText else { return surroundings.addProse() }
    let byte = Hexadecimal.uppercaseText(of: bytes[index])
    fail(.invalidUTF8, at: index, expected: "UTF-8", found: "the byte 0x\(byte)")
  }

  private mutating func readValue(_ bytes: Span<UInt8>) -> Int {
    let count = machine.consumeValue(bytes)
    if stage == .candidate {
      // A text that is too large for content is not prose.
      if machine.failure?.code == .tooLarge
        || parts.exceedCitation(in: machine, after: surroundings.preceding)
      {
        stage = .value
      } else if machine.state == .failed {
        abandonCandidate()
      }
    }
    if machine.state == .end { stage = stage == .value ? .epilogue : .candidateEnd }
    return count
  }

  /// Treats the candidate as prose.
  private mutating func abandonCandidate() {
    machine = JSONMachine(
      options: machine.options, id: machine.builder.stream, lines: machine.lines)
    parts = CandidateParts()
    surroundings.addProse()
    stage = .preamble
  }

  /// Keeps a complete candidate, unless it is a scalar, or an earlier one has at least as many
  /// parts.
  private mutating func setAside() {
    let content = machine.snapshot
    guard content.shape == .array || content.shape == .object else { return }
    if let other = aside, other.content.childCount >= content.childCount { return }
    aside = (content, machine.departures)
  }

  /// Chooses the value at the end of the text; `false` if there is none.
  private mutating func chooseValue() -> Bool {
    guard !isFound, stage != .mark else { return true }
    machine.close()
    if machine.state == .end { setAside() }
    if let (content, departures) = aside {
      machine = JSONMachine(
        options: machine.options, value: content, departures: departures, lines: machine.lines)
      return true
    }
    return machine.state == .end
      || (machine.builder.depth > 0 && machine.builder.countInContainer > 0)
  }

  // MARK: Results

  /// The content that has arrived.
  package var snapshot: StoredContent {
    isFound ? machine.snapshot : .nothing(id: machine.builder.stream)
  }

  /// `true` if a complete value has arrived.
  package var isComplete: Bool { isFound && machine.isComplete }

  /// `true` if ``finish()`` has succeeded.
  package var isFinished: Bool { stage == .end && machine.state != .failed }

  /// `true` if the machine has the content of the value.
  private var isFound: Bool { stage.rawValue >= Stage.alone.rawValue }

  /// The fault of the text.
  package var failure: JSONMachine.Fault? { machine.failure }

  /// The position of the next byte, or of the fault.
  package var position: TextPosition { machine.position }

  /// The departures of the text from RFC 8259 so far.
  package var departures: JSONMachine.Departures {
    surroundings.hasText ? machine.departures.union(.surroundingText) : machine.departures
  }

  /// Ends the text, and returns its content, complete or not.
  @inline(__always)
  package mutating func end() -> StoredContent {
    if stage != .alone, !chooseValue() { return snapshot }
    stage = .end
    return machine.end()
  }

  /// Ends the text, and returns its content.
  ///
  /// If the content is not complete, ``failure`` has the reason.
  package mutating func finish() -> StoredContent {
    if stage == .mark, surroundings.hasPartOfMark {
      fail(.unexpectedEnd, expected: "UTF-8", found: "the end of the text")
    } else if !chooseValue() {
      fail(.noValue, expected: "a JSON value somewhere in the text", found: "none up to the end")
    }
    stage = .end
    return machine.finish()
  }

  private mutating func fail(
    _ code: JSONMachine.Fault.Code, at index: Int = 0, expected: String, found: String
  ) {
    machine.fail(machine.fault(code, at: index, expected: expected, found: found))
  }
}

/// The parts of a candidate, which tell a value from a citation such as `[1]` or a checkbox.
///
/// The parts of a citation are numbers and containers. Each is counted once.
private struct CandidateParts {
  /// The number of counted values, complete or not.
  private var count = 0
  /// The number of the words of their entries.
  private var wordCount = 0

  /// Returns `true` if the candidate that a machine parses is the value.
  ///
  /// It is, in any text, if it is an array or object with a string, a literal, or a colon after a
  /// key. In a fence, one complete value is enough: an element, or the candidate. Where the text
  /// begins, it has to be neither the candidate nor the candidate's first element.
  mutating func exceedCitation(
    in machine: borrowing JSONMachine, after preceding: Surroundings.Preceding
  ) -> Bool {
    let content = machine.snapshot
    guard let buffer = content.buffer, content.shape == .array || content.shape == .object
    else { return false }
    if machine.hasReadColon || machine.builder.state == .stringText { return true }
    while wordCount < buffer.wordCount {
      let word = buffer.word(wordCount)
      guard word.isContainer || word.tag.shape == .number else { return true }
      count += 1
      wordCount += word.isContainer ? ContentWord.containerSize : word.scalarSize
    }
    let depth = machine.builder.depth
    let isFirstComplete = !buffer.isOpen(ContentWord.containerSize)
    return switch preceding {
    case .fence: count > depth
    case .nothing: count - depth > (depth == 0 ? 1 : 0) + (isFirstComplete ? 1 : 0)
    case .prose: false
    }
  }
}
