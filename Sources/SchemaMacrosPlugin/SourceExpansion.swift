#if Macros
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// A file whose macros are expanded as in the compiler, for people and tests to read.
struct SourceExpansion {
  private static let specs: [String: MacroSpec] = [
    "Generable": MacroSpec(
      type: GenerableMacro.self,
      conformances: [TypeSyntax(IdentifierTypeSyntax(name: .identifier("Generable")))]),
    "Guide": MacroSpec(type: GuideMacro.self),
    "SessionPropertyEntry": MacroSpec(type: SessionPropertyEntryMacro.self),
    "__SessionPropertyEntryDefaultValue": MacroSpec(type: SessionPropertyDefaultMacro.self),
  ]

  private let source: SourceFileSyntax
  private let expanded: String
  private let hasErrors: Bool
  private let context: BasicMacroExpansionContext

  init(_ text: String, path: String) {
    let source = Parser.parse(source: text)
    let context = BasicMacroExpansionContext(
      sourceFiles: [source: .init(moduleName: "Module", fullFilePath: path)])
    let file = source.expand(
      macroSpecs: Self.specs,
      contextGenerator: { node in
        BasicMacroExpansionContext(
          sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2))
    self.source = source
    self.context = context
    expanded = file.description
    hasErrors = Parser.parse(source: expanded).hasError
  }

  /// Reads the file from standard input; `path` is its path in generated code.
  static func ofStandardInput(path: String) -> SourceExpansion {
    var text = ""
    while let line = readLine(strippingNewline: false) { text += line }
    return SourceExpansion(text, path: path)
  }

  /// Prints the file with the code that the macros generate, after the diagnostics as comments.
  func printExpanded() {
    for line in diagnostics { print("//", line) }
    print(expanded, terminator: "")
  }

  /// Prints the diagnostics.
  func printDiagnostics() {
    for line in diagnostics { print(line) }
  }

  /// A line for each diagnostic in the compiler's form, followed by a line for each of its fix-its.
  private var diagnostics: [String] {
    let lines = context.diagnostics.flatMap { diagnostic in
      let place = location(of: diagnostic.position, in: diagnostic.node)
      let severity = diagnostic.diagMessage.severity
      return ["\(place.line):\(place.column): \(severity): \(diagnostic.message)"]
        + diagnostic.fixIts.map { "  fix-it: \($0.message.message)" }
    }
    return hasErrors ? lines + ["error: The expansion has errors in its grammar."] : lines
  }

  /// Prints the file with all fix-its applied, without expanding macros.
  func printFixed() {
    var text = Array(source.description.utf8)
    // The last edit is applied first, so that the offsets of the other edits stay valid.
    for edit in edits().sorted(by: { $0.start > $1.start }) {
      text.replaceSubrange(edit.start..<max(edit.start, edit.end), with: edit.replacement.utf8)
    }
    print(String(decoding: text, as: UTF8.self), terminator: "")
  }

  /// The edits of the fix-its, as UTF-8 offsets in the file.
  private func edits() -> [(start: Int, end: Int, replacement: String)] {
    context.diagnostics.flatMap(\.fixIts).flatMap { fixIt in
      fixIt.changes.flatMap { change in
        FixIt(message: fixIt.message, changes: [change]).edits.compactMap { edit in
          guard let node = change.node else { return nil }
          let start = location(of: edit.range.lowerBound, in: node).offset
          return (start, start + edit.range.length.utf8Length, edit.replacement)
        }
      }
    }
  }

  /// Returns the location in the file of a position in an attribute or a declaration.
  ///
  /// Macros see these nodes detached from the file.
  private func location(of position: AbsolutePosition, in node: Syntax) -> SourceLocation {
    context.location(for: position, anchoredAt: node, fileName: "input.swift")
  }
}

extension FixIt.Change {
  /// The changed node of the tree; `nil` for a kind of change that the macros do not make.
  fileprivate var node: Syntax? {
    switch self {
    case .replace(let node, _): node
    case .replaceLeadingTrivia(let token, _), .replaceTrailingTrivia(let token, _): Syntax(token)
    default: nil
    }
  }
}
#endif
