#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// Reports a declaration that is neither a struct nor an enum, with its kind.
enum KindCheck {
  static func diagnostic(
    _ declaration: some DeclGroupSyntax, _ attribute: AttributeSyntax
  ) -> Diagnostic? {
    let structure = TokenSyntax.keyword(.struct, trailingTrivia: .space)
    if let type = declaration.as(ClassDeclSyntax.self) {
      return MacroDiagnosis.notAStructOrEnum("a class").diagnostic(
        at: attribute, fixIts: [becomingStruct(type.classKeyword, structure)])
    }
    if let type = declaration.as(ActorDeclSyntax.self) {
      return MacroDiagnosis.notAStructOrEnum("an actor").diagnostic(
        at: attribute, fixIts: [becomingStruct(type.actorKeyword, structure)])
    }
    // The compiler itself reports that an extension cannot have the macro.
    guard declaration.is(ProtocolDeclSyntax.self) else { return nil }
    return MacroDiagnosis.notAStructOrEnum("a protocol").diagnostic(at: attribute)
  }

  private static func becomingStruct(_ keyword: TokenSyntax, _ structure: TokenSyntax) -> FixIt {
    MacroFixIt.replacing(
      keyword, with: structure.with(\.leadingTrivia, keyword.leadingTrivia), id: "struct",
      "Make it a struct")
  }
}

/// Reports a declared conformance that the macro provides.
enum ConformanceCheck {
  static func run(_ declaration: some DeclGroupSyntax, _ report: (Diagnostic) -> Void) -> Bool {
    guard let clause = declaration.inheritanceClause,
      let conformance = clause.inheritedTypes.first(where: { $0.type.lastName == "Generable" })
    else { return true }
    report(
      MacroDiagnosis.conformsAlready.diagnostic(
        at: conformance.type, fixIts: [removal(of: conformance, from: clause)]))
    return false
  }

  private static func removal(
    of conformance: InheritedTypeSyntax, from clause: InheritanceClauseSyntax
  ) -> FixIt {
    let message = MacroFixIt("conformance", "Remove the conformance")
    var others = clause.inheritedTypes.filter { $0.id != conformance.id }
    guard let last = others.indices.last else {
      let nothing = TokenSyntax.identifier("", trailingTrivia: conformance.trailingTrivia)
      return FixIt(
        message: message, changes: [.replace(oldNode: Syntax(clause), newNode: Syntax(nothing))])
    }
    others[last].trailingComma = nil
    others[last].trailingTrivia = conformance.trailingTrivia
    return FixIt(
      message: message,
      changes: [
        .replace(
          oldNode: Syntax(clause), newNode: Syntax(clause.with(\.inheritedTypes, others)))
      ])
  }
}

/// Reports a type that an extension cannot access.
enum AccessCheck {
  static func run(
    _ declaration: some DeclGroupSyntax, _ lexicalContext: [Syntax],
    _ report: (Diagnostic) -> Void
  ) -> Bool {
    // For a type in a function, the compiler's own error is enough.
    let isLocal = lexicalContext.contains { !$0.isProtocol((any DeclGroupSyntax).self) }
    if isLocal { return false }
    guard
      let modifier = declaration.modifiers.first(where: {
        $0.name.tokenKind == .keyword(.private)
      }), !lexicalContext.isEmpty
    else { return true }
    let fixed = modifier.name.with(\.tokenKind, .keyword(.fileprivate))
    report(
      MacroDiagnosis.privateInType.diagnostic(
        at: modifier,
        fixIts: [
          MacroFixIt.replacing(modifier.name, with: fixed, id: "private", "Make it 'fileprivate'")
        ]))
    return false
  }
}
#endif
