#if Macros
import SwiftSyntax

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
#endif
