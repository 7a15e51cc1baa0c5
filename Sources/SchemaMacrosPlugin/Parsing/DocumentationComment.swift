#if Macros
import SwiftSyntax

/// The text of documentation comments.
enum DocumentationComment {
  /// Returns the text of the comments before a declaration, or `nil` if there is none.
  ///
  /// Lines of one paragraph are joined; an empty line stays between paragraphs.
  static func text(before declaration: some SyntaxProtocol) -> String? {
    var lines: [String] = []
    for piece in declaration.leadingTrivia {
      switch piece {
      case .docLineComment(let text):
        lines.append(trimmed(text.dropFirst(3)))
      case .docBlockComment(let text):
        lines += blockLines(text)
      default: break
      }
    }
    let paragraphs = lines.split(separator: "").map { $0.joined(separator: " ") }
    return paragraphs.isEmpty ? nil : paragraphs.joined(separator: "\n\n")
  }

  private static func blockLines(_ text: String) -> [String] {
    let body = text.dropFirst(3).dropLast(text.hasSuffix("*/") ? 2 : 0)
    return body.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let line = trimmed(line)
      return line.hasPrefix("*") ? trimmed(line.dropFirst()) : line
    }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var rest = Substring(text)
    while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
    while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
    return String(rest)
  }
}
#endif
