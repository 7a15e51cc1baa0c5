#if Macros
import SwiftSyntax

/// A member that is generated in a type, unless its author declares it.
enum GeneratedMember {
  case schema
  case content
  case initializer
  case partial
  /// `asPartiallyGenerated()`.
  case conversion

  /// Returns `true` if a member replaces a generated one.
  func isDeclared(by member: DeclSyntax) -> Bool {
    switch self {
    case .schema: declaresVariable("generationSchema", in: member)
    case .content: declaresVariable("generatedContent", in: member)
    case .initializer: isInitializer(member)
    case .partial: Self.typeName(of: member) == "PartiallyGenerated"
    case .conversion: isConversion(member)
    }
  }

  private func declaresVariable(_ name: String, in member: DeclSyntax) -> Bool {
    guard let variable = member.as(VariableDeclSyntax.self) else { return false }
    return variable.bindings.contains { binding in
      binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
    }
  }

  private func isConversion(_ member: DeclSyntax) -> Bool {
    guard let function = member.as(FunctionDeclSyntax.self) else { return false }
    return function.name.text == "asPartiallyGenerated"
      && function.signature.parameterClause.parameters.isEmpty
  }

  private func isInitializer(_ member: DeclSyntax) -> Bool {
    guard let initializer = member.as(InitializerDeclSyntax.self) else { return false }
    let parameters = initializer.signature.parameterClause.parameters
    guard parameters.count == 1, let only = parameters.first else { return false }
    return only.firstName.tokenKind == .wildcard && only.type.lastName == "GeneratedContent"
  }

  static func typeName(of member: DeclSyntax) -> String? {
    member.as(StructDeclSyntax.self)?.name.text ?? member.as(EnumDeclSyntax.self)?.name.text
      ?? member.as(ClassDeclSyntax.self)?.name.text ?? member.as(ActorDeclSyntax.self)?.name.text
      ?? member.as(TypeAliasDeclSyntax.self)?.name.text
  }
}
#endif
