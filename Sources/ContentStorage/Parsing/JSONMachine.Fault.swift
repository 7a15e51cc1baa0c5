package import SchemaText

extension JSONMachine {
  /// A fault of a text, and its position.
  package struct Fault: Error, Sendable, Hashable {
    package enum Code: Sendable {
      case unexpectedCharacter, unexpectedEnd, invalidUTF8, controlCharacter, invalidEscape
      case loneSurrogate, invalidNumber, duplicateKey, tooDeep, tooLarge, trailingText, noValue
    }

    package let code: Code
    package let position: TextPosition
    /// A description of the text that the grammar allows at the position.
    package let expected: String
    /// A description of the text that was found.
    package let found: String
  }
}

// Places and faults.
extension JSONMachine {
  /// The position of the next byte, or of the fault.
  package var position: TextPosition { failure?.position ?? lines.place(at: 0).position }

  /// Returns a fault at an index of the current chunk.
  func fault(_ code: Fault.Code, at index: Int, expected: String, found: String) -> Fault {
    Fault(
      code: code, position: lines.place(at: index).position, expected: expected, found: found)
  }

  /// Returns a fault at the current byte.
  func fault(_ code: Fault.Code, _ chunk: borrowing JSONChunk, expected: String) -> Fault {
    fault(code, at: chunk.index, expected: expected, found: chunk.currentCharacter)
  }

  /// Returns the fault of a string or key.
  func fault(_ textFault: TextReader.Fault, _ chunk: borrowing JSONChunk) -> Fault {
    switch textFault {
    case .controlCharacter:
      fault(
        .controlCharacter, chunk, expected: "control characters of a string to be escaped")
    case .invalidEscape:
      fault(
        .invalidEscape, chunk, expected: "one of \" \\ / b f n r t u after the backslash")
    case .invalidDigit:
      fault(.invalidEscape, chunk, expected: "four hexadecimal digits")
    case .loneSurrogate(let offset, let isSecond):
      fault(
        .loneSurrogate, at: offset - lines.chunkStart,
        expected: "both halves of a surrogate pair",
        found: isSecond ? "the second without the first" : "the first without the second")
    case .invalidUTF8:
      fault(
        .invalidUTF8, at: chunk.index, expected: "UTF-8",
        found: "the byte 0x" + Hexadecimal.uppercaseText(of: chunk[chunk.index]))
    }
  }

  /// A description of the text that the grammar allows in the current state.
  var expectation: String {
    switch state {
    case .firstElement: "a value or \"]\""
    case .firstKey: "a key in quotes or \"}\""
    case .nextKey: "a key in quotes"
    case .colon: "\":\""
    case .commaOrEnd: builder.isInObject ? "\",\" or \"}\"" : "\",\" or \"]\""
    default: "a value"
    }
  }

  // MARK: Text that stops early

  /// The fault of a text without a value.
  var faultOfNoValue: Fault {
    fault(
      .noValue, at: 0, expected: "a JSON value somewhere in the text", found: "none up to the end")
  }

  /// The fault of a text that ends before the end of its value.
  var faultOfMissingParts: Fault {
    fault(
      .unexpectedEnd, at: 0, expected: missing, found: "the end of the text\(openPath)")
  }

  /// The missing parts, innermost first.
  private var missing: String {
    var parts: [String] = []
    switch comment?.outer ?? state {
    case .value, .nextElement: parts.append("a value")
    case .firstElement, .firstKey, .commaOrEnd, .end, .preamble, .epilogue, .failed: break
    case .nextKey: parts.append("a key and its value")
    case .colon: parts.append("\":\" and a value")
    case .text:
      parts.append(text.isKey ? "the rest of a key and its value" : "the rest of a string")
    case .number: parts.append("the rest of a number")
    case .literal: parts.append("the rest of \(literal.word.text)")
    case .byteOrderMark: parts.append(surroundings.hasMark ? "UTF-8" : "a value")
    case .comment: break
    }
    if comment != nil { parts.insert("the end of a comment", at: 0) }
    if builder.depth > 0 { parts.append(closers) }
    return parts.joined(separator: ", and then ")
  }

  /// The missing brackets, as text.
  ///
  /// If there are many, the text has the first ones and the number of the others.
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
