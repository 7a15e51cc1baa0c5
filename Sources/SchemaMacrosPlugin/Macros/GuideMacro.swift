#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Guide`, which generates no code.
///
/// `@Generable` reads the attribute.
///
/// The macro reports a guide that has no effect. `@Generable` checks guides on cases, which depend
/// on the other cases of the enum.
struct GuideMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !declaration.is(EnumCaseDeclSyntax.self), let diagnostic = diagnostic(node, declaration) {
      context.diagnose(diagnostic)
    }
    return []
  }

  private static func diagnostic(
    _ node: AttributeSyntax, _ declaration: some DeclSyntaxProtocol
  ) -> Diagnostic? {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      return MacroDiagnosis.guideOutOfPlace("this is not a property.").diagnostic(at: node)
    }
    if let target = GuideAttributes.Guide(node).target {
      return MacroDiagnosis.targetOfProperty.diagnostic(at: target)
    }
    let bindings = PropertyBinding.all(of: variable)
    let exclusions = bindings.map { $0.exclusion(in: variable) }
    guard !exclusions.contains(where: { $0 == nil }), let exclusion = exclusions.first ?? nil
    else { return nil }
    switch exclusion {
    case .isStatic:
      return MacroDiagnosis.guideOutOfPlace("this one is static.").diagnostic(at: node)
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
        at: node, fixIts: variable.writingType.map { [$0] } ?? [])
    case .isPattern:
      return nil
    }
  }
}
#endif
