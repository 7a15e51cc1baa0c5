#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A type with `@Generable`, as far as it matters to what is generated for it.
struct GenerableDeclaration {
  /// What is generated.
  enum Shape {
    case structure([Conditional<StoredProperty>])
    /// An enumeration without values.
    case choice([Conditional<EnumerationCase>], RawValues)
    /// An enumeration with values.
    case union([Conditional<EnumerationCase>])
    /// The author has to change something first.
    case invalid
  }

  /// How the cases of an enumeration are spelled.
  enum RawValues {
    /// By their names.
    case names
    /// By their raw values, which are strings.
    case strings
    /// By their raw values if these are strings, which only the compiler knows.
    case stringsPerhaps
  }

  let name: String
  let access: AccessLevel
  let arguments: GenerableArguments
  let comment: String?
  /// `@available(…)`, which the extension has to repeat.
  let availability: [String]
  let shape: Shape
  /// Whether the cases of the enumeration are all indirect.
  let isIndirect: Bool
  /// Names of the types that the declaration lists after its colon, without modules.
  let inherited: [String]
  /// Names of generic parameters.
  let genericParameters: [String]
  let members: MemberBlockItemListSyntax
  /// Whether no extension can name the type.
  let cannotBeExtended: Bool

  /// Reads a declaration, or gives `nil` if nothing can be generated for such a one.
  ///
  /// - Parameters:
  ///   - declaration: The declaration.
  ///   - attribute: The attribute.
  ///   - lexicalContext: What stands around the declaration, from the inside out.
  ///   - report: Gets what is wrong with it.
  init?(
    _ declaration: some DeclGroupSyntax, attribute: AttributeSyntax, lexicalContext: [Syntax],
    report: @escaping (Diagnostic) -> Void
  ) {
    let header: (name: TokenSyntax, generics: GenericParameterClauseSyntax?)
    if let type = declaration.as(StructDeclSyntax.self) {
      header = (type.name, type.genericParameterClause)
    } else if let type = declaration.as(EnumDeclSyntax.self) {
      header = (type.name, type.genericParameterClause)
    } else {
      KindCheck.diagnostic(declaration, attribute).map(report)
      return nil
    }
    name = header.name.text
    genericParameters = header.generics?.parameters.map { $0.name.text } ?? []
    members = declaration.memberBlock.members
    inherited = declaration.inheritanceClause?.inheritedTypes.compactMap { $0.type.lastName } ?? []
    availability = declaration.attributes.named("available").map { $0.trimmedDescription }
    isIndirect = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.indirect) }

    let arguments = GenerableArguments(attribute)
    self.arguments = arguments
    comment = arguments.usesComments ? DocumentationComment.text(before: declaration) : nil
    if let wish = arguments.commentsAsDescriptions, !wish.is(BooleanLiteralExprSyntax.self) {
      report(MacroDiagnosis.notATruthValue.diagnostic(at: wish))
    }

    var access = AccessLevel(declaration.modifiers)
    if access == .internal, let around = lexicalContext.first?.as(ExtensionDeclSyntax.self) {
      access = AccessLevel(around.modifiers)
    }
    self.access = access

    cannotBeExtended = !AccessCheck.run(declaration, lexicalContext, report)
    let isSound = ConformanceCheck.run(declaration, report) && !cannotBeExtended
    if declaration.is(StructDeclSyntax.self) {
      let properties = members.parts { StructureReader(arguments).properties($0) }
      let isReadable = StructureCheck(report).run(members, properties)
      shape = isSound && isReadable ? .structure(properties) : .invalid
    } else {
      let cases = members.parts { member in
        member.as(EnumCaseDeclSyntax.self).map { EnumerationCase.all(of: $0) } ?? []
      }
      guard EnumerationCheck(report).run(cases, attribute), isSound else {
        shape = .invalid
        return
      }
      let all = cases.flattened()
      shape =
        all.contains { !$0.values.isEmpty }
        ? .union(cases) : .choice(cases, Self.rawValues(inherited.first, all))
    }
  }

  /// How cases are spelled, as far as their text says.
  private static func rawValues(_ first: String?, _ cases: [EnumerationCase]) -> RawValues {
    guard let first else { return .names }
    if first == "String" { return .strings }
    // Where no raw value is written, a string would be the name anyway.
    return cases.contains { $0.rawValue?.is(StringLiteralExprSyntax.self) == true }
      ? .stringsPerhaps : .names
  }

  /// Whether the author declares a member, so that none is to be generated.
  func declares(_ member: GeneratedMember) -> Bool {
    members.containsMember { member.isDeclared(by: $0) }
  }
}
#endif
