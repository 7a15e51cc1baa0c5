#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler's plug-in, which can also print the expansions in a file.
///
/// The compiler runs it without arguments. To read the expansions of the types in a file, or their
/// problems, run the built program:
///
///     .build/debug/SchemaMacrosPlugin-tool --expand < Recipe.swift
///     .build/debug/SchemaMacrosPlugin-tool --diagnose < Recipe.swift
///     .build/debug/SchemaMacrosPlugin-tool --fix < Recipe.swift
///
/// A path after the option is the path of the file, which the expansions contain.
@main
enum SchemaMacrosPlugin {
  private struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
      GenerableMacro.self, GuideMacro.self, SessionPropertyEntryMacro.self,
      SessionPropertyDefaultMacro.self,
    ]
  }

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst().prefix(2))
    let path = arguments.count == 2 ? arguments[1] : "input.swift"
    switch arguments.first {
    case "--expand": SourceExpansion.ofStandardInput(path: path).printExpanded()
    case "--diagnose": SourceExpansion.ofStandardInput(path: path).printDiagnostics()
    case "--fix": SourceExpansion.ofStandardInput(path: path).printFixed()
    default: try Plugin.main()
    }
  }
}
#else
/// The program in place of the plug-in if the package was built without the trait `Macros`.
@main
enum SchemaMacrosPlugin {
  static func main() {}
}
#endif
