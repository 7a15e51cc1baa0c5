#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler's plug-in.
@main
struct SchemaMacrosPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    GenerableMacro.self, GuideMacro.self, SessionPropertyEntryMacro.self,
    SessionPropertyDefaultMacro.self,
  ]
}
#else
/// The program in place of the plug-in if the package was built without the trait `Macros`.
@main
enum SchemaMacrosPlugin {
  static func main() {}
}
#endif
