#if Macros
import SwiftSyntax

/// The types of the standard library that are recognized by their text.
enum StandardType {
  static let numbers: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    "Float", "Double",
  ]

  /// Returns the name of a type that has one, without the module `Swift`.
  static func name(of type: TypeSyntax) -> String? {
    if let type = type.as(IdentifierTypeSyntax.self) { return type.name.text }
    guard let type = type.as(MemberTypeSyntax.self),
      type.baseType.as(IdentifierTypeSyntax.self)?.name.text == "Swift"
    else { return nil }
    return type.name.text
  }

  /// Returns the arguments of a generic type with a name; empty for another type.
  private static func arguments(of type: TypeSyntax, named wanted: String) -> [TypeSyntax] {
    guard name(of: type) == wanted else { return [] }
    let clause =
      type.as(IdentifierTypeSyntax.self)?.genericArgumentClause
      ?? type.as(MemberTypeSyntax.self)?.genericArgumentClause
    return clause?.arguments.compactMap { $0.argument.as(TypeSyntax.self) } ?? []
  }

  /// Returns the type in parentheses.
  static func parenthesized(_ type: TypeSyntax) -> TypeSyntax? {
    guard let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first, only.firstName == nil
    else { return nil }
    return only.type
  }

  /// Returns the type that an optional wraps, or `nil` if the text is not an optional type.
  static func wrapped(_ type: TypeSyntax) -> TypeSyntax? {
    if let type = type.as(OptionalTypeSyntax.self) { return type.wrappedType }
    if let type = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return type.wrappedType }
    if let inner = parenthesized(type) { return wrapped(inner) }
    return arguments(of: type, named: "Optional").first
  }

  /// Returns a type without optionals and parentheses around it.
  static func unwrapped(_ type: TypeSyntax) -> TypeSyntax {
    var rest = type
    while let inner = wrapped(rest) ?? parenthesized(rest) { rest = inner }
    return rest
  }

  /// Returns the type of the elements of an array, or `nil` if the text is not an array type.
  static func element(of type: TypeSyntax) -> TypeSyntax? {
    type.as(ArrayTypeSyntax.self)?.element ?? arguments(of: type, named: "Array").first
  }

  /// Returns the key and the value of a dictionary, or `nil` if the text is not a dictionary type.
  static func dictionary(_ type: TypeSyntax) -> (key: TypeSyntax, value: TypeSyntax)? {
    if let type = type.as(DictionaryTypeSyntax.self) { return (type.key, type.value) }
    let arguments = arguments(of: type, named: "Dictionary")
    return arguments.count == 2 ? (arguments[0], arguments[1]) : nil
  }
}
#endif
