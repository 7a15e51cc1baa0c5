#if Macros
import SchemaContent
import SchemaTestSupport
import Testing

/// The plug-in as the compiler runs it, which was built together with the tests.
private let plugin = BuiltProgram("SchemaMacrosPlugin-tool", "SchemaMacrosPlugin")

/// The code that the plug-in generates for the macros of a source, and its diagnostics.
private struct Expansion {
  /// The generated code: the members of a type before its extension.
  private(set) var code = ""

  /// A line for each diagnostic in the compiler's form, followed by a line for each of its fix-its.
  private(set) var diagnostics: [String] = []

  /// The source with all fix-its applied.
  private(set) var fixed: String

  /// Sends the macros of a source to the plug-in, by the messages of the compiler.
  init(of source: String, path: String = "input.swift") async throws {
    let file = MacroFile(source, path: path)
    let requests = file.uses.flatMap { use in use.macro.roles.map { (use, $0) } }
    let input = requests.flatMap { use, role in
      let message = file.message(for: use, as: role).jsonBytes()
      // The length has eight bytes.
      return (0..<8).map { UInt8(truncatingIfNeeded: message.count >> ($0 * 8)) } + message
    }
    let outcome = try await #require(plugin, "The plug-in was not built beside the tests.")
      .run([], bytes: input)
    try #require(outcome.status == 0 && outcome.messages.isEmpty, "\(outcome.messages)")
    var fixes: [TextEdit] = []
    var found: [(offset: Int, lines: [String])] = []
    var output = outcome.bytes[...]
    for _ in requests {
      let count = output.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
      let content = try GeneratedContent(json: output.dropFirst(8).prefix(count))
      output = output.dropFirst(8 + count)
      let result = try content.value(
        GeneratedContent.self, forProperty: "expandAttachedMacroResult")
      for source in try result.value([String]?.self, forProperty: "expandedSources") ?? [] {
        code += "\(source)\n"
      }
      for diagnostic in try result.value([GeneratedContent].self, forProperty: "diagnostics") {
        let position = try diagnostic.value(GeneratedContent.self, forProperty: "position")
        let offset = try position.value(Int.self, forProperty: "offset")
        let severity = try diagnostic.value(String.self, forProperty: "severity")
        let message = try diagnostic.value(String.self, forProperty: "message")
        let (line, column) = file.position(of: offset)
        var lines = ["\(line):\(column): \(severity): \(message)"]
        for fixIt in try diagnostic.value([GeneratedContent].self, forProperty: "fixIts") {
          lines.append("fix-it: \(try fixIt.value(String.self, forProperty: "message"))")
          for change in try fixIt.value([GeneratedContent].self, forProperty: "changes") {
            let range = try change.value(GeneratedContent.self, forProperty: "range")
            let start = try range.value(Int.self, forProperty: "startOffset")
            let end = try range.value(Int.self, forProperty: "endOffset")
            fixes.append(
              TextEdit(start..<end, try change.value(String.self, forProperty: "newText")))
          }
        }
        found.append((offset, lines))
      }
    }
    fixed = file.text(fixes)
    diagnostics = found.sorted { $0.offset < $1.offset }.flatMap(\.lines)
  }
}

/// The code that is generated for a source.
func expansion(of source: String, path: String = "input.swift") async throws -> String {
  try await Expansion(of: source, path: path).code
}

/// Expects the diagnostics of a source, all of them, the generated code, and what fix-its make of
/// the source.
///
/// Each diagnostic is a line such as `1:2: error: …`, and each of its fix-its one after it. In
/// code, white space does not count, and the directives that assign generated lines to those of the
/// source are left out.
func expect(
  _ source: String, diagnostics: [String] = [], generates code: String? = nil,
  fixed: String? = nil, sourceLocation: Testing.SourceLocation = #_sourceLocation
) async throws {
  let expansion = try await Expansion(of: source)
  #expect(expansion.diagnostics == diagnostics, sourceLocation: sourceLocation)
  if let code {
    #expect(words(of: expansion.code) == words(of: code), sourceLocation: sourceLocation)
  }
  if let fixed { #expect(expansion.fixed == fixed, sourceLocation: sourceLocation) }
}

/// Expects parts of the generated code of a source without diagnostics.
///
/// The complete code of a struct and of both kinds of enums is compared once; other tests name only
/// the parts that differ from these.
func expect(
  _ source: String, generates parts: [String],
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) async throws {
  let expansion = try await Expansion(of: source)
  #expect(expansion.diagnostics.isEmpty, sourceLocation: sourceLocation)
  let code = words(of: expansion.code)
  for part in parts {
    #expect(code.contains(words(of: part)), "\(part)", sourceLocation: sourceLocation)
  }
}

private func words(of text: String) -> String {
  text.split(separator: "\n").filter { !$0.contains("#sourceLocation(") }
    .flatMap { $0.split(separator: " ") }.joined(separator: " ")
}
#endif
