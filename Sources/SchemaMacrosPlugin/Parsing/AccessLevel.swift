#if Macros
import SwiftSyntax

/// The access level of a declaration, as far as it matters to the generated code.
enum AccessLevel: Int, Comparable {
  case `private`
  case `fileprivate`
  /// The level that needs no keyword.
  case `internal`
  case package
  case `public`

  /// Reads the level from modifiers, and ignores the level of a setter.
  init(_ modifiers: DeclModifierListSyntax) {
    self = .internal
    for modifier in modifiers where modifier.detail == nil {
      switch modifier.name.tokenKind {
      case .keyword(.public), .keyword(.open): self = .public
      case .keyword(.package): self = .package
      case .keyword(.fileprivate): self = .fileprivate
      case .keyword(.private): self = .private
      default: break
      }
    }
  }

  static func < (first: AccessLevel, second: AccessLevel) -> Bool {
    first.rawValue < second.rawValue
  }

  /// The modifier of members that have to be as accessible as their type.
  var memberPrefix: String {
    switch self {
    case .public: "public "
    case .package: "package "
    case .internal, .fileprivate, .private: ""
    }
  }

  /// Returns the modifier of a property of the partially generated type.
  ///
  /// `asPartiallyGenerated()` is a member of the outer type and sets these properties. It has no
  /// access to private members of the nested type, so these are `fileprivate`.
  func propertyPrefix(in type: AccessLevel) -> String {
    self <= .fileprivate ? "fileprivate " : min(self, type).memberPrefix
  }
}
#endif
