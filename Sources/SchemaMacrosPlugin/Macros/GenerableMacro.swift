#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Generable`, which makes a struct or an enum conform to `Generable`.
///
/// Generated code copies types and guides as the author wrote them, and leaves their meaning to the
/// compiler. Only computed members, static members and nested types are added to the type, and the
/// initializer is in an extension. The code that Swift derives from the stored properties therefore
/// does not change.
struct GenerableMacro {
  // The text is generated in its final format; formatting it again would take longer than the rest.
  static var formatMode: FormatMode { .disabled }

  /// Returns the declaration, unless this attribute repeats an earlier attribute.
  private static func read(
    _ declaration: some DeclGroupSyntax, _ node: AttributeSyntax,
    in context: some MacroExpansionContext, report: @escaping (Diagnostic) -> Void
  ) -> GenerableDeclaration? {
    // The compiler passes the attribute and the declaration as separate trees. So the attribute is
    // found in the declaration by its place in the file.
    let attributes = declaration.attributes.named("Generable")
    if attributes.count > 1, let first = attributes.first,
      let place = context.location(of: node), let firstPlace = context.location(of: first),
      "\(place.line):\(place.column)" != "\(firstPlace.line):\(firstPlace.column)"
    {
      let fixIt = FixIt(
        message: MacroFixIt("twice", "Remove the second '@Generable'"),
        changes: [
          .replace(oldNode: Syntax(node), newNode: Syntax(AttributeListSyntax([])))
        ])
      report(MacroDiagnosis.twice.diagnostic(at: node, fixIts: [fixIt]))
      return nil
    }
    return GenerableDeclaration(
      declaration, attribute: node, in: context, report: report)
  }
}

extension GenerableMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard
      let declaration = read(
        declaration, node, in: context, report: { context.diagnose($0) })
    else { return [] }
    return MemberWriter(declaration).members.map { "\(raw: $0)" }
  }
}

extension GenerableMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // Mistakes have been reported with the members.
    guard let declaration = read(declaration, node, in: context, report: { _ in }) else {
      return []
    }
    let text = ExtensionWriter(declaration).text(
      extending: type.trimmedDescription, conforms: !protocols.isEmpty)
    return try text.map { [try ExtensionDeclSyntax("\(raw: $0)")] } ?? []
  }
}
#endif
