#if Macros
import SwiftParser
import SwiftSyntax

/// Reads the properties of a struct.
struct StructureReader {
  private let usesComments: Bool

  init(_ arguments: GenerableArguments) {
    usesComments = arguments.usesComments
  }

  /// The stored properties that a member declares and that are generated.
  func properties(_ member: DeclSyntax) -> [StoredProperty] {
    guard let variable = member.as(VariableDeclSyntax.self) else { return [] }
    let guide = GuideAttributes(variable.attributes)
    let comment = usesComments ? DocumentationComment.text(before: variable) : nil
    let access = AccessLevel(variable.modifiers)
    return PropertyBinding.all(of: variable).compactMap { binding in
      guard binding.exclusion(in: variable) == nil, let type = binding.type,
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
      else { return nil }
      let key = guide.keys.first?.as(StringLiteralExprSyntax.self)?.representedLiteralValue
      return StoredProperty(
        name: name.text, key: key ?? SourceText.plainName(name), type: ValueType(type),
        access: access, guide: guide, comment: comment, place: name)
    }
  }
}
#endif
