#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct SchemaMacrosPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [GenerableMacro.self, GuideMacro.self]
}
#else
/// What takes the place of the plug-in where the package was built without the trait `Macros`.
@main
enum SchemaMacrosPlugin {
  static func main() {}
}
#endif
