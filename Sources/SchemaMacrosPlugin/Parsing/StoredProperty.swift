#if Macros
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacros

/// A stored property that is generated.
struct StoredProperty {
  /// The name, with backticks if it needs them.
  let name: String
  /// The key under which the value is generated.
  let key: String
  let type: ValueType
  let access: AccessLevel
  let guide: GuideAttributes
  /// The text of the comment before the property.
  let comment: String?
  /// The place of the name.
  let place: TokenSyntax
  let line: SourceLine?
  /// `true` if the property has an attribute that may be a property wrapper.
  let mayBeWrapped: Bool
}

/// The reason why a binding of a variable is not generated.
enum PropertyExclusion {
  case isStatic
  case isComputed
  case isLazy
  case hasObservers
  case isConstantWithValue
  case hasNoType
  case isPattern
}

/// A binding of a variable, which is usually one stored property.
struct PropertyBinding {
  let pattern: PatternSyntax
  /// The type, which several bindings may share: `var a, b: Int`.
  let type: TypeSyntax?
  /// The initial value.
  let value: ExprSyntax?
  let accessors: AccessorBlockSyntax?

  /// Returns the bindings of a variable.
  static func all(of variable: VariableDeclSyntax) -> [PropertyBinding] {
    var type: TypeSyntax?
    var result: [PropertyBinding] = []
    for binding in variable.bindings.reversed() {
      if let own = binding.typeAnnotation?.type {
        type = own
      } else if binding.initializer != nil {
        type = nil
      }
      result.append(
        PropertyBinding(
          pattern: binding.pattern, type: type, value: binding.initializer?.value,
          accessors: binding.accessorBlock))
    }
    return result.reversed()
  }

  /// Returns the reason why the binding is not generated, or `nil` if it is generated.
  func exclusion(in variable: VariableDeclSyntax) -> PropertyExclusion? {
    for modifier in variable.modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.static), .keyword(.class): return .isStatic
      case .keyword(.lazy): return .isLazy
      default: break
      }
    }
    if let accessors { return accessors.onlyObserves ? .hasObservers : .isComputed }
    if variable.bindingSpecifier.tokenKind == .keyword(.let), value != nil {
      return .isConstantWithValue
    }
    if type == nil { return .hasNoType }
    if !pattern.is(IdentifierPatternSyntax.self) { return .isPattern }
    return nil
  }
}

extension AccessorBlockSyntax {
  /// `true` if the accessors only observe a stored value.
  fileprivate var onlyObserves: Bool {
    guard case .accessors(let list) = accessors else { return false }
    return list.allSatisfy { accessor in
      switch accessor.accessorSpecifier.tokenKind {
      case .keyword(.willSet), .keyword(.didSet): true
      default: false
      }
    }
  }
}

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
