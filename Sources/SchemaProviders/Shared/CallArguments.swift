import SchemaModel
import SchemaText

/// The text of a call's arguments, which arrives in pieces.
///
/// Models and gateways write a call without arguments in several ways: without a text, with `null`,
/// with an empty text or with an empty object. Gateways that convert Anthropic's events also write
/// an empty object before the arguments. ``text`` omits all of these, so the text of a call without
/// arguments is empty.
struct CallArguments {
  private static let empties = ["null", "\"\""]

  /// The arguments so far.
  private(set) var text = ""
  /// The beginning of a value that may be empty, without white space.
  private var held = ""
  /// `true` if an empty value has arrived, and no other one.
  private var isEmptyValue = false
  /// `true` if the first value that is not empty has ended.
  private var hasEnded = false
  // The state of the scan of that value.
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// `true` if a complete value has arrived.
  var isComplete: Bool { hasEnded || isEmpty && isEmptyValue }

  /// `true` if nothing other than empty values has arrived.
  var isEmpty: Bool { text.isEmpty && held.isEmpty }

  /// Adds a piece.
  ///
  /// - Returns: The text that the piece adds to ``text``.
  mutating func append(_ piece: String) -> String {
    guard text.isEmpty else {
      text += piece
      scan(piece)
      return piece
    }
    let value = beginning(of: held + piece)
    scan(value)
    text = value
    return value
  }

  /// Adds a piece, unless it repeats the complete arguments.
  ///
  /// - Returns: The text that the piece adds to ``text``.
  mutating func appendUnlessRepeated(_ piece: String) -> String {
    isComplete && piece == text ? "" : append(piece)
  }

  /// Ends the arguments.
  ///
  /// - Returns: The text that the end adds to ``text``, such as the beginning of an object.
  mutating func finish() -> String {
    defer { held = "" }
    scan(held)
    text += held
    return held
  }

  /// Returns the text without the empty values at its beginning, and holds back an undecided end.
  private mutating func beginning(of text: String) -> String {
    var rest = Substring(text).utf8
    held = ""
    while true {
      rest = rest.drop(while: JSONScanner.isWhiteSpace)
      guard let first = rest.first else { return "" }
      if first == UInt8(ascii: "{") {
        let inner = rest.dropFirst().drop(while: JSONScanner.isWhiteSpace)
        guard let next = inner.first else {
          held = "{"
          return ""
        }
        guard next == UInt8(ascii: "}") else { return String(Substring(rest)) }
        rest = inner.dropFirst()
      } else if let empty = Self.empties.first(where: { rest.starts(with: $0.utf8) }) {
        rest = rest.dropFirst(empty.utf8.count)
      } else {
        let value = String(Substring(rest))
        guard Self.empties.contains(where: { $0.hasPrefix(value) }) else { return value }
        held = value
        return ""
      }
      isEmptyValue = true
    }
  }

  /// Finds the end of the value.
  private mutating func scan(_ piece: String) {
    for byte in piece.utf8 where !hasEnded {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isInString: isEscaped = true
      case UInt8(ascii: "\""):
        isInString.toggle()
        hasEnded = !isInString && depth == 0
      case _ where isInString: break
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        hasEnded = depth <= 0
      default: break
      }
    }
  }

  /// Returns the text of arguments that arrive in one piece.
  static func text(of arguments: GeneratedContent?) -> String {
    var text = CallArguments()
    return text.append(arguments?.argumentText ?? "") + text.finish()
  }

  /// Returns the arguments as the transcript of a session has them: a text that is not JSON stays a
  /// text.
  static func content(of text: String) -> GeneratedContent {
    guard !text.isEmpty else { return .object([:]) }
    guard let content = try? GeneratedContent(json: text), content.isComplete else {
      return GeneratedContent(text)
    }
    return content
  }
}
