// Values, objects and arrays.
extension JSONMachine {
  /// Reads values, keys and the punctuation between them, until another state is needed.
  ///
  /// Index and state are local variables: as properties they would be written and read again for
  /// every byte, since the compiler cannot know that text does not overwrite them.
  mutating func readStructure(_ chunk: inout JSONChunk) {
    // Unchecked: with the same in `KeyLog`, 3 % off the time of parsing 50 KB.
    let base = unsafe chunk.base
    let count = chunk.count
    var index = chunk.index
    var state = self.state
    while index < count {
      let byte = unsafe base[index]
      if byte <= 0x20 {
        if byte == 0x20 || byte == 0x09 || byte == 0x0D {
          index &+= 1
          continue
        }
        if byte == 0x0A {
          index &+= 1
          lines.beginLine(at: index)
          continue
        }
      }
      if state == .colon, byte == UInt8(ascii: ":") {
        index &+= 1
        confirm()
        state = .value
        continue
      }
      if state == .commaOrEnd, byte == UInt8(ascii: ",") {
        index &+= 1
        state = firstKeyIndex >= 0 ? .nextKey : .nextElement
        continue
      }
      chunk.index = index
      self.state = state
      // The states in which a value may come are the first ones.
      if state.rawValue <= State.nextElement.rawValue {
        readValue(byte, &chunk)
      } else if byte == UInt8(ascii: "\""), state == .firstKey || state == .nextKey {
        keyPosition = lines.place(at: index)
        chunk.index = index &+ 1
        isKey = true
        beginText(&chunk)
      } else {
        readBracket(byte, &chunk)
      }
      index = chunk.index
      state = self.state
      guard state.isStructural else { return }
    }
    chunk.index = index
    self.state = state
  }

  /// Reads the first byte of a value, and as much of the value as its kind allows at once.
  @inline(__always)
  private mutating func readValue(_ byte: UInt8, _ chunk: inout JSONChunk) {
    switch byte {
    case UInt8(ascii: "\""):
      chunk.index += 1
      if builder.depth > 0 { confirm() }
      isKey = false
      beginText(&chunk)
    case UInt8(ascii: "{"):
      beginContainer(isObject: true, &chunk)
    case UInt8(ascii: "["):
      beginContainer(isObject: false, &chunk)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      if readPlainNumber(&chunk) { return }
      number = NumberProgress()
      state = .number
      readNumber(&chunk)
    case UInt8(ascii: "t"): beginLiteral(.true, &chunk)
    case UInt8(ascii: "f"): beginLiteral(.false, &chunk)
    case UInt8(ascii: "n"): beginLiteral(.null, &chunk)
    default: readBracket(byte, &chunk)
    }
  }

  /// Reads the end of a container, or a byte that is not allowed here.
  private mutating func readBracket(_ byte: UInt8, _ chunk: inout JSONChunk) {
    let isObject = firstKeyIndex >= 0
    let mayEnd =
      switch state {
      case .firstElement, .firstKey, .commaOrEnd: true
      case .nextElement, .nextKey: options.isLenient
      default: false
      }
    if mayEnd, byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      chunk.index += 1
      if state == .nextElement || state == .nextKey { valueDepartures.insert(.trailingComma) }
      endContainer()
    } else if byte == UInt8(ascii: "/"), options.isLenient {
      beginComment(&chunk)
    } else {
      failUnexpected(expectation, chunk)
    }
  }

  /// The text that the grammar allows in the current state.
  private var expectation: String {
    switch state {
    case .firstElement: "a value or \"]\""
    case .firstKey: "a key in quotes or \"}\""
    case .nextKey: "a key in quotes"
    case .colon: "\":\""
    case .commaOrEnd: firstKeyIndex >= 0 ? "\",\" or \"}\"" : "\",\" or \"]\""
    default: "a value"
    }
  }

  /// Reads the text after the value.
  mutating func readEnd(_ chunk: inout JSONChunk) {
    while chunk.index < chunk.count {
      let byte = chunk[chunk.index]
      switch byte {
      case 0x20, 0x09, 0x0D:
        chunk.index += 1
        continue
      case 0x0A:
        chunk.index += 1
        lines.beginLine(at: chunk.index)
        continue
      default: break
      }
      if options.skipsSurroundingText {
        leaveValue(byte)
      } else if byte == UInt8(ascii: "/"), options.isLenient {
        beginComment(&chunk)
      } else {
        fail(
          .trailingText, at: lines.chunkStart + chunk.index, expected: "the end of the text",
          found: description(of: chunk))
      }
      return
    }
  }

  private mutating func beginContainer(isObject: Bool, _ chunk: inout JSONChunk) {
    guard builder.depth < options.maximumDepth else {
      return fail(
        .tooDeep, at: lines.chunkStart + chunk.index,
        expected: "at most \(max(0, options.maximumDepth)) nested arrays and objects",
        found: "one more")
    }
    chunk.index += 1
    if isObject {
      builder.beginObject(note: firstKeyIndex)
      firstKeyIndex = keys.count
      state = .firstKey
    } else {
      builder.beginArray(note: firstKeyIndex)
      firstKeyIndex = -1
      state = .firstElement
    }
  }

  private mutating func endContainer() {
    if firstKeyIndex >= 0 {
      keys.leaveObject(firstKeyIndex)
      firstKeyIndex = builder.endObject()
    } else {
      firstKeyIndex = builder.endArray()
    }
    confirmUnlessCitation()
    valueIsDone()
  }

  /// Sets the state after a value.
  @inline(__always)
  mutating func valueIsDone() {
    state = builder.depth == outerDepth ? .end : .commaOrEnd
  }

  // MARK: Keys

  /// Processes a key that the builder has received.
  @inline(__always)
  mutating func keyIsDone() {
    state = .colon
    if !keys.insertKey(of: builder, after: firstKeyIndex) { duplicateKey() }
  }

  @inline(never)
  private mutating func duplicateKey() {
    guard options.duplicateKeys == .error else {
      hasDuplicates = true
      valueDepartures.insert(.duplicateKey)
      builder.hasDistinctKeys = false
      return
    }
    let name = String(builder.currentText.prefix(60))
    fail(
      .duplicateKey, at: keyPosition, expected: "keys that differ",
      found: "the key \(name.debugDescription) a second time")
  }
}
