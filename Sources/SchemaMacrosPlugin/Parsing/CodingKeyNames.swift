#if Macros
import SwiftParser
import SwiftSyntax

/// The names that a type's `CodingKeys` give to its properties.
struct CodingKeyNames {
  /// The names that differ from those of the properties.
  private(set) var renamed: [String: String] = [:]

  /// The place of the `CodingKeys`, if there are any.
  let place: TokenSyntax?

  /// `true` if only the compiler knows the names.
  private(set) var isUnreadable = false

  /// Reads the `CodingKeys` among the members of a type.
  ///
  /// The names can be read if a single enum outside of `#if` has them as its cases or as literal
  /// raw values.
  init(_ members: MemberBlockItemListSyntax) {
    let declarations = members.parts { Self.name(of: $0).map { [$0] } ?? [] }.flattened()
    place = declarations.first
    guard place != nil else { return }
    let direct = members.compactMap { $0.decl.as(EnumDeclSyntax.self) }
      .first { SourceText.plainName($0.name) == "CodingKeys" }
    guard declarations.count == 1, let direct, let names = Self.names(of: direct) else {
      isUnreadable = true
      return
    }
    renamed = names.filter { $0.key != $0.value }
  }

  private static func name(of member: DeclSyntax) -> TokenSyntax? {
    guard GeneratedMember.typeName(of: member) == "CodingKeys" else { return nil }
    return member.asProtocol((any NamedDeclSyntax).self)?.name
  }

  /// Returns the name of each property that has a case, or `nil` if the text does not show it.
  private static func names(of keys: EnumDeclSyntax) -> [String: String]? {
    let inherited = keys.inheritanceClause?.inheritedTypes.compactMap { $0.type.lastName } ?? []
    // The first type is the raw type, if the keys have one. It may be an alias of `String`, whose
    // raw values the text does not show.
    guard inherited.contains("CodingKey"), let first = inherited.first,
      ["CodingKey", "String", "Int"].contains(first)
    else { return nil }
    var names: [String: String] = [:]
    for member in keys.memberBlock.members {
      if member.decl.is(IfConfigDeclSyntax.self) || declaresText(member.decl) { return nil }
      for element in member.decl.as(EnumCaseDeclSyntax.self)?.elements ?? [] {
        let name = SourceText.plainName(element.name)
        names[name] = name
        guard first == "String", let value = element.rawValue?.value else { continue }
        guard let text = value.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
          return nil
        }
        names[name] = text
      }
    }
    return names
  }

  /// Returns `true` if a member replaces the text that a key has by default.
  private static func declaresText(_ member: DeclSyntax) -> Bool {
    member.as(VariableDeclSyntax.self)?.bindings.contains { binding in
      binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "stringValue"
    } ?? false
  }
}
#endif
