#if Macros
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import SchemaMacrosPlugin

/// The macros as the compiler would call them.
private let specs: [String: MacroSpec] = [
  "Generable": MacroSpec(
    type: GenerableMacro.self,
    conformances: [TypeSyntax(IdentifierTypeSyntax(name: .identifier("Generable")))]),
  "Guide": MacroSpec(type: GuideMacro.self),
]

/// What some source expands to.
func expansion(of source: String) -> String {
  let file = Parser.parse(source: source)
  let context = BasicMacroExpansionContext(
    sourceFiles: [file: .init(moduleName: "TestModule", fullFilePath: "test.swift")])
  return file.expand(
    macroSpecs: specs,
    contextGenerator: { node in
      BasicMacroExpansionContext(
        sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
    },
    indentationWidth: .spaces(2)
  ).description
}

/// Expects that source expands to a text, without a diagnostic.
///
/// The directives that assign generated lines to those of the source are left out.
func expect(
  _ source: String, expandsTo expanded: String,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  expect(source, diagnostics: [], sourceLocation: sourceLocation)
  let lines = expansion(of: source).split(separator: "\n", omittingEmptySubsequences: false)
  let text = lines.filter { !$0.contains("#sourceLocation(") }.joined(separator: "\n")
  #expect(trimmed(text) == trimmed(expanded), sourceLocation: sourceLocation)
}

/// A text without empty lines around it.
private func trimmed(_ text: String) -> Substring {
  var text = Substring(text)
  while text.first == "\n" { text.removeFirst() }
  while text.last == "\n" { text.removeLast() }
  return text
}

/// A diagnostic that is expected, and what its fix-its say.
struct ExpectedDiagnostic {
  let line: Int
  let column: Int
  let message: String
  var severity = DiagnosticSeverity.error
  var fixIts: [String] = []
}

/// Expects the diagnostics of some source, all of them, and what its fix-its make of it.
func expect(
  _ source: String, diagnostics: [ExpectedDiagnostic], fixed: String? = nil,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  assertMacroExpansion(
    source, expandedSource: expansion(of: source),
    diagnostics: diagnostics.map { expected in
      DiagnosticSpec(
        message: expected.message, line: expected.line, column: expected.column,
        severity: expected.severity, fixIts: expected.fixIts.map { FixItSpec(message: $0) })
    },
    macroSpecs: specs, applyFixIts: fixed == nil ? nil : diagnostics.flatMap { $0.fixIts },
    fixedSource: fixed, indentationWidth: .spaces(2),
    failureHandler: { Issue.record("\($0.message)", sourceLocation: sourceLocation) })
}
#endif
