#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Guide`, which generates nothing: `@Generable` reads it.
///
/// It tells where it has no effect.
struct GuideMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let diagnostic = diagnostic(node, declaration) { context.diagnose(diagnostic) }
    return []
  }

  private static func diagnostic(
    _ node: AttributeSyntax, _ declaration: some DeclSyntaxProtocol
  ) -> Diagnostic? {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      return MacroDiagnosis.guideOutOfPlace("this is no property.").diagnostic(at: node)
    }
    let bindings = PropertyBinding.all(of: variable)
    let exclusions = bindings.map { $0.exclusion(in: variable) }
    guard !exclusions.contains(where: { $0 == nil }), let exclusion = exclusions.first ?? nil
    else { return nil }
    switch exclusion {
    case .isStatic:
      return MacroDiagnosis.guideOutOfPlace("this one is the type's own.").diagnostic(at: node)
    case .isComputed:
      return MacroDiagnosis.guideOutOfPlace("this one is computed.").diagnostic(at: node)
    case .isLazy:
      return MacroDiagnosis.guideOutOfPlace("this one is lazy.").diagnostic(at: node)
    case .hasObservers:
      return MacroDiagnosis.guideOutOfPlace("this one has observers.").diagnostic(at: node)
    case .isConstantWithValue:
      let specifier = variable.bindingSpecifier
      return MacroDiagnosis.guideOutOfPlace("this one is a constant with a value.").diagnostic(
        at: node,
        fixIts: bindings.allSatisfy { $0.type != nil }
          ? [
            MacroFixIt.replacing(
              specifier, with: specifier.with(\.tokenKind, .keyword(.var)), id: "var",
              "Make it a variable")
          ] : [])
    case .hasNoType:
      return MacroDiagnosis.guideWithoutType.diagnostic(
        at: node, fixIts: typeFixIts(variable))
    case .isNoName:
      return nil
    }
  }

  /// Where the value is a literal, the type that it has without being told so.
  private static func typeFixIts(_ variable: VariableDeclSyntax) -> [FixIt] {
    guard variable.bindings.count == 1, let binding = variable.bindings.first,
      let value = binding.initializer?.value
    else { return [] }
    let type: String
    switch value.kind {
    case .stringLiteralExpr: type = "String"
    case .integerLiteralExpr: type = "Int"
    case .floatLiteralExpr: type = "Double"
    case .booleanLiteralExpr: type = "Bool"
    default: return []
    }
    let typed = binding.with(\.pattern, binding.pattern.trimmed).with(
      \.typeAnnotation,
      TypeAnnotationSyntax(
        colon: .colonToken(trailingTrivia: .space), type: TypeSyntax("\(raw: type)"),
        trailingTrivia: .space))
    return [
      MacroFixIt.replacing(binding, with: typed, id: "type", "Write the type, '\(type)'")
    ]
  }
}
#endif
