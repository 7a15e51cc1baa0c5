#if Macros
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacros

/// Reads the properties of a struct.
struct StructureReader<Context: MacroExpansionContext> {
  let usesComments: Bool
  let codingKeys: CodingKeyNames
  let context: Context

  /// Returns the generated stored properties of a member.
  func properties(_ member: DeclSyntax) -> [StoredProperty] {
    guard let variable = member.as(VariableDeclSyntax.self) else { return [] }
    let guide = GuideAttributes(variable.attributes)
    let key = guide.keys.first?.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    let comment = usesComments ? DocumentationComment.text(before: variable) : nil
    let access = AccessLevel(variable.modifiers)
    return PropertyBinding.all(of: variable).compactMap { binding in
      guard binding.exclusion(in: variable) == nil, let type = binding.type,
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
      else { return nil }
      let plainName = SourceText.plainName(name)
      return StoredProperty(
        name: name.text, key: key ?? codingKeys.renamed[plainName] ?? plainName,
        type: ValueType(type), access: access, guide: guide, comment: comment, place: name,
        line: SourceLine(of: name, in: context), mayBeWrapped: mayBeWrapped(variable))
    }
  }

  /// Returns `true` if an attribute may be a property wrapper: Swift's own attributes are in lower
  /// case.
  private func mayBeWrapped(_ variable: VariableDeclSyntax) -> Bool {
    variable.attributes.contains { element in
      guard case .attribute(let attribute) = element else { return true }
      return attribute.plainName != "Guide" && attribute.plainName.first?.isUppercase == true
    }
  }
}
#endif
