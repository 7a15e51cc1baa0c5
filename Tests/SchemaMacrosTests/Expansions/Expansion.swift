#if Macros
import SchemaTestSupport
import Testing

/// The plug-in as the compiler runs it, which was built together with the tests.
private let plugin = BuiltProgram("SchemaMacrosPlugin-tool", "SchemaMacrosPlugin")

/// The output of the plug-in for a source.
private func output(_ arguments: String..., of source: String) async throws -> String {
  let outcome = try await #require(plugin, "The plug-in was not built beside the tests.")
    .run(arguments, input: source)
  try #require(outcome.status == 0 && outcome.messages.isEmpty, "\(outcome.messages)")
  return outcome.output
}

/// The expansion of a source, after a comment for each diagnostic.
func expansion(of source: String, path: String = "input.swift") async throws -> String {
  try await output("--expand", path, of: source)
}

/// Expects that source expands to a text, without a diagnostic, which would be a comment in it.
///
/// The directives that assign generated lines to those of the source are left out.
func expect(
  _ source: String, expandsTo expanded: String,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) async throws {
  let lines = try await expansion(of: source).split(
    separator: "\n", omittingEmptySubsequences: false)
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
  enum Severity: String {
    case error, warning
  }

  let line: Int
  let column: Int
  let message: String
  var severity = Severity.error
  var fixIts: [String] = []

  /// The lines that the plug-in prints for the diagnostic.
  fileprivate var lines: [String] {
    ["\(line):\(column): \(severity): \(message)"] + fixIts.map { "  fix-it: \($0)" }
  }
}

/// Expects the diagnostics of some source, all of them, and what its fix-its make of it.
func expect(
  _ source: String, diagnostics: [ExpectedDiagnostic], fixed: String? = nil,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) async throws {
  let found = try await output("--diagnose", of: source).split(separator: "\n").map(String.init)
  #expect(found == diagnostics.flatMap(\.lines), sourceLocation: sourceLocation)
  guard let fixed else { return }
  #expect(try await output("--fix", of: source) == fixed, sourceLocation: sourceLocation)
}
#endif
