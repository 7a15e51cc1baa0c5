#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@SessionPropertyEntry`, which stores the value of a variable in a session.
///
/// The key is a separate type next to the variable, with the initial value.
struct SessionPropertyEntryMacro: AccessorMacro, PeerMacro {
  private struct Entry {
    let name: String
    let type: TypeSyntax?
    let value: ExprSyntax

    var key: String {
      let key = "__Key_\(name)"
      return SourceText.isPlainIdentifier(key) ? key : "`\(key)`"
    }
  }

  /// Returns the variable; `nil` if it cannot be a property of sessions.
  private static func entry(
    _ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax,
    in context: some MacroExpansionContext, report: (Diagnostic) -> Void
  ) -> Entry? {
    guard isExtensionOfValues(context.lexicalContext.first),
      let variable = declaration.as(VariableDeclSyntax.self),
      variable.bindingSpecifier.tokenKind == .keyword(.var),
      let binding = variable.bindings.first, variable.bindings.count == 1,
      binding.accessorBlock == nil,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      !variable.modifiers.contains(where: {
        [.keyword(.static), .keyword(.class), .keyword(.lazy)].contains($0.name.tokenKind)
      })
    else {
      report(MacroDiagnosis.sessionPropertyOutOfPlace.diagnostic(at: node))
      return nil
    }
    let type = binding.typeAnnotation?.type.trimmed
    let isOptional = type?.is(OptionalTypeSyntax.self) ?? false
    guard let value = binding.initializer?.value.trimmed ?? (isOptional ? "nil" : nil) else {
      report(MacroDiagnosis.sessionPropertyWithoutValue.diagnostic(at: node))
      return nil
    }
    return Entry(name: SourceText.plainName(name), type: type, value: value)
  }

  /// Returns `true` if a declaration is an extension of the properties of sessions.
  private static func isExtensionOfValues(_ node: Syntax?) -> Bool {
    let type = node?.as(ExtensionDeclSyntax.self)?.extendedType
    let name = type?.as(MemberTypeSyntax.self)?.name ?? type?.as(IdentifierTypeSyntax.self)?.name
    return name?.text == "SessionPropertyValues"
  }

  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let entry = entry(declaration, node, in: context, report: { _ in }) else {
      // The peer reports the problem. Without an accessor, the compiler would report another
      // problem.
      let binding = declaration.as(VariableDeclSyntax.self)?.bindings.first
      return binding?.accessorBlock == nil ? ["get { Swift.fatalError() }"] : []
    }
    return [
      "get { self[\(raw: entry.key).self] }",
      "set { self[\(raw: entry.key).self] = newValue }",
    ]
  }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let entry = entry(declaration, node, in: context, report: { context.diagnose($0) })
    else { return [] }
    let type = entry.type.map { ": \($0)" } ?? ""
    return [
      """
      private struct \(raw: entry.key): SchemaSessions.SessionPropertyKey {
        @SchemaSessions.__SessionPropertyEntryDefaultValue
        static var defaultValue\(raw: type) = \(entry.value)
      }
      """
    ]
  }
}

/// `@__SessionPropertyEntryDefaultValue`, which returns the initial value each time.
struct SessionPropertyDefaultMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    let binding = declaration.as(VariableDeclSyntax.self)?.bindings.first
    guard let value = binding?.initializer?.value.trimmed else { return [] }
    return ["get { \(value) }"]
  }
}
#endif
