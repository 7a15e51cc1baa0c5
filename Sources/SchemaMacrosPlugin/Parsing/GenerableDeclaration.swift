#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A type with `@Generable`, as far as it matters to the generated code.
struct GenerableDeclaration {
  /// The kind of type, with the parts for the generated code.
  enum Shape {
    case structure([Conditional<StoredProperty>])
    /// An enumeration without values.
    case choice([Conditional<EnumerationCase>], RawValues)
    /// An enumeration with values.
    case union([Conditional<EnumerationCase>])
    /// There are mistakes, which have been reported.
    case invalid
  }

  /// The spelling of the cases of an enumeration.
  enum RawValues {
    /// By their names.
    case names
    /// By their raw values, which are strings.
    case strings
    /// By their raw values if these are strings. Only the compiler knows whether they are.
    case possiblyStrings
  }

  /// The name, with backticks if it needs them.
  let name: String
  let plainName: String
  let line: SourceLine?
  let access: AccessLevel
  let arguments: GenerableArguments
  let comment: String?
  /// `@available(…)`, which the extension has to repeat.
  let availability: [String]
  let shape: Shape
  /// `true` if all cases of the enumeration are indirect.
  let isIndirect: Bool
  /// The names of the types that the declaration lists after its colon, without modules.
  let inherited: [String]

  /// Indicates whether the type declares that it is `Sendable`, checked by the compiler.
  let isSendable: Bool
  let isGeneric: Bool
  let members: MemberBlockItemListSyntax
  /// `true` if an extension cannot name the type.
  let cannotBeExtended: Bool
  /// The names that the declaration mentions.
  let names: SourceNames

  /// Reads a declaration, or returns `nil` if no code can be generated for it.
  init?(
    _ declaration: some DeclGroupSyntax, attribute: AttributeSyntax,
    in context: some MacroExpansionContext, report: @escaping (Diagnostic) -> Void
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
    let lexicalContext = context.lexicalContext
    name = header.name.text
    plainName = SourceText.plainName(header.name)
    line = SourceLine(of: header.name, in: context)
    names = SourceNames(of: declaration)
    isGeneric = header.generics != nil
    members = declaration.memberBlock.members
    inherited = declaration.inheritanceClause?.inheritedTypes.compactMap { $0.type.lastName } ?? []
    isSendable =
      declaration.inheritanceClause?.inheritedTypes.contains {
        $0.type.lastName == "Sendable" && !$0.type.is(AttributedTypeSyntax.self)
      } ?? false
    availability = declaration.attributes.named("available").map { $0.trimmedDescription }
    isIndirect = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.indirect) }

    let arguments = GenerableArguments(attribute)
    self.arguments = arguments
    comment = arguments.usesComments ? DocumentationComment.text(before: declaration) : nil
    if let wish = arguments.commentsAsDescriptions, !wish.is(BooleanLiteralExprSyntax.self) {
      report(MacroDiagnosis.notABooleanLiteral.diagnostic(at: wish))
    }

    var access = AccessLevel(declaration.modifiers)
    if access == .internal, let around = lexicalContext.first?.as(ExtensionDeclSyntax.self) {
      access = AccessLevel(around.modifiers)
    }
    self.access = access

    cannotBeExtended = !AccessCheck.run(declaration, lexicalContext, report)
    let isSound = ConformanceCheck.run(declaration, report) && !cannotBeExtended
    if declaration.is(StructDeclSyntax.self) {
      let codingKeys = CodingKeyNames(members)
      let reader = StructureReader(
        usesComments: arguments.usesComments, codingKeys: codingKeys, context: context)
      let properties = members.parts { reader.properties($0) }
      let isReadable = StructureCheck(report).run(members, properties, codingKeys)
      shape = isSound && isReadable ? .structure(properties) : .invalid
    } else {
      let cases = members.parts { member in
        member.as(EnumCaseDeclSyntax.self).map {
          EnumerationCase.all(of: $0, in: context)
        } ?? []
      }
      guard EnumerationCheck(report).run(members, cases, attribute), isSound else {
        shape = .invalid
        return
      }
      let all = cases.flattened()
      shape =
        all.contains { !$0.values.isEmpty }
        ? .union(cases) : .choice(cases, Self.rawValues(inherited.first, all))
    }
  }

  /// Returns the spelling of the cases.
  ///
  /// `inherited` is the first type after the colon: the raw type, an alias of it, or a protocol.
  private static func rawValues(_ inherited: String?, _ cases: [EnumerationCase]) -> RawValues {
    guard let inherited else { return .names }
    if inherited == "String" { return .strings }
    // If an alias of `String` has no written raw values, the raw value of a case is its name.
    return cases.contains { $0.rawValue?.is(StringLiteralExprSyntax.self) == true }
      ? .possiblyStrings : .names
  }

  /// Returns `true` if the author declares a member, so that it is not generated.
  func declares(_ member: GeneratedMember) -> Bool {
    members.containsMember { member.isDeclared(by: $0) }
  }
}

struct GenerableArguments {
  private(set) var name: ExprSyntax?
  private(set) var description: ExprSyntax?
  private(set) var explicitNil: ExprSyntax?
  private(set) var commentsAsDescriptions: ExprSyntax?

  init(_ attribute: AttributeSyntax) {
    for argument in attribute.labeledArguments {
      let expression = argument.expression.is(NilLiteralExprSyntax.self) ? nil : argument.expression
      switch argument.label?.text {
      case "name": name = expression
      case "description": description = expression
      case "representNilExplicitlyInGeneratedContent": explicitNil = expression
      case "commentsAsDescriptions": commentsAsDescriptions = expression
      default: break
      }
    }
  }

  /// `true` if comments are descriptions.
  var usesComments: Bool {
    commentsAsDescriptions?.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.true)
  }
}
#endif
