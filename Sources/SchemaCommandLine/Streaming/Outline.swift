import SchemaKit

/// The lines of a partial value: complete, growing and missing parts.
struct Outline: Equatable {
  /// The state of a part of a value.
  enum State: Equatable {
    case pending, growing, finished
  }

  /// A property or an element.
  struct Line: Equatable {
    let depth: Int
    let state: State
    /// The name of the property, or the number of the element.
    let label: String
    /// The value, if it has no parts.
    let text: String?
  }

  /// The lines, from the top.
  private(set) var lines: [Line] = []

  /// Creates the outline of a partially generated value.
  ///
  /// The properties are those of the value's type, including missing ones; their states are those
  /// of the content.
  ///
  /// - Parameters:
  ///   - partial: The value.
  ///   - content: What it was made of.
  /// - Complexity: Linear in the size of the value. It recurses with its depth, as the type does.
  init(_ partial: Any, _ content: GeneratedContent) {
    appendParts(of: partial, content, depth: 0)
  }

  private mutating func append(
    _ value: Any?, _ content: GeneratedContent?, label: String, depth: Int
  ) {
    guard let content else {
      lines.append(Line(depth: depth, state: .pending, label: label, text: nil))
      return
    }
    let state: State = content.isComplete ? .finished : .growing
    var text: String?
    switch content.kind {
    case .array, .structure: break
    default: text = value == nil ? "…" : content.jsonString(.compact)
    }
    if state == .growing, let whole = text, whole.hasSuffix("\"") {
      // The string so far, without a closing quote if it is not complete.
      text = whole.dropLast() + "…"
    }
    lines.append(Line(depth: depth, state: state, label: label, text: text))
    if let value, text == nil { appendParts(of: value, content, depth: depth + 1) }
  }

  private mutating func appendParts(of value: Any, _ content: GeneratedContent, depth: Int) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      if let wrapped = mirror.children.first?.value {
        appendParts(of: wrapped, content, depth: depth)
      }
    case .collection:
      for (index, (part, element)) in zip(mirror.children, content.elements).enumerated() {
        append(part.value, element, label: "\(index + 1)", depth: depth)
      }
    case .enum:
      // The value of the case; nothing while the case is not known.
      if let payload = mirror.children.first?.value {
        appendParts(of: payload, content, depth: depth)
      }
    default:
      for part in mirror.children {
        guard let label = part.label else { continue }
        let property = content.properties.first { $0.0 == label }
        append(Self.unwrapped(part.value), property?.1, label: label, depth: depth)
      }
    }
  }

  private static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : value
  }

  // MARK: Text

  /// The lines as they are shown.
  ///
  /// - Parameters:
  ///   - display: The display.
  ///   - columns: How many columns a line may have, or `nil` for any number.
  /// - Returns: The lines, without line breaks.
  func text(on display: Display, columns: Int? = nil) -> [String] {
    lines.map { line in
      let indentation = String(repeating: "  ", count: line.depth)
      var text = "\(indentation)\(line.state.mark) \(line.label.visible)"
      if let value = line.text { text += ": \(value)" }
      if let columns { text = text.fitted(to: columns) }
      return line.state.style.map { display.styled(text, $0) } ?? text
    }
  }

  /// The number of the last line that something is added to, or of the last one.
  var focus: Int {
    lines.lastIndex { $0.state == .growing } ?? lines.lastIndex { $0.state == .finished }
      ?? max(0, lines.count - 1)
  }
}

extension Outline.State {
  fileprivate var mark: String {
    switch self {
    case .pending: "·"
    case .growing: "…"
    case .finished: "✓"
    }
  }

  fileprivate var style: TextStyle? {
    switch self {
    case .pending: .faint
    case .growing: .warning
    case .finished: nil
    }
  }
}
