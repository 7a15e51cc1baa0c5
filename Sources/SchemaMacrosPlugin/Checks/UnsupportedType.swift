#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// Types of which their text says that they cannot be generated.
///
/// Whether a type with a name conforms to `Generable` is for the compiler to find out.
enum UnsupportedType {
  /// What is wrong with a type, or `nil` if nothing can be seen.
  static func diagnostic(_ type: TypeSyntax) -> Diagnostic? {
    var rest = type
    var isOptional = false
    while true {
      if let wrapped = wrapped(rest) {
        if isOptional { return nested(rest, wrapped) }
        isOptional = true
        rest = wrapped
      } else if let array = rest.as(ArrayTypeSyntax.self) {
        if let wrapped = wrapped(array.element) { return optionalElement(array.element, wrapped) }
        isOptional = false
        rest = array.element
      } else if let inner = parenthesized(rest) {
        rest = inner
      } else {
        return refusal(rest)
      }
    }
  }

  /// What an optional type wraps, or `nil` if the type is not optional by its text.
  private static func wrapped(_ type: TypeSyntax) -> TypeSyntax? {
    if let type = type.as(OptionalTypeSyntax.self) { return type.wrappedType }
    if let type = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return type.wrappedType }
    if let inner = parenthesized(type) { return wrapped(inner) }
    let arguments: GenericArgumentClauseSyntax?
    if let type = type.as(IdentifierTypeSyntax.self), type.name.text == "Optional" {
      arguments = type.genericArgumentClause
    } else if let type = type.as(MemberTypeSyntax.self), type.name.text == "Optional",
      type.baseType.as(IdentifierTypeSyntax.self)?.name.text == "Swift"
    {
      arguments = type.genericArgumentClause
    } else {
      return nil
    }
    guard let arguments, arguments.arguments.count == 1 else { return nil }
    return arguments.arguments.first.flatMap { $0.argument.as(TypeSyntax.self) }
  }

  /// The type in parentheses, which mean nothing.
  private static func parenthesized(_ type: TypeSyntax) -> TypeSyntax? {
    guard let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first, only.firstName == nil
    else { return nil }
    return only.type
  }

  private static func nested(_ outer: TypeSyntax, _ wrapped: TypeSyntax) -> Diagnostic {
    MacroDiagnosis.unsupported(
      outer.trimmedDescription + "?",
      because: "a value is there or not, and cannot be missing twice."
    ).diagnostic(
      at: outer,
      fixIts: [
        MacroFixIt.replacing(outer, with: wrapped.trimmed, id: "optional", "Remove one optional")
      ])
  }

  private static func optionalElement(_ element: TypeSyntax, _ wrapped: TypeSyntax) -> Diagnostic {
    MacroDiagnosis.unsupported(
      "[\(element.trimmedDescription)]",
      because: "an array that is generated has all of its elements."
    ).diagnostic(
      at: element,
      fixIts: [
        MacroFixIt.replacing(
          element, with: wrapped.trimmed, id: "element", "Make the elements not optional")
      ])
  }

  private static func refusal(_ type: TypeSyntax) -> Diagnostic? {
    let reason: String
    var fixIts: [FixIt] = []
    if type.is(TupleTypeSyntax.self) {
      reason = "declare a struct with '@Generable' in place of the tuple."
    } else if type.is(FunctionTypeSyntax.self) {
      reason = "a function is no data. Compute it, or give it a value and no written type."
    } else if type.is(MetatypeTypeSyntax.self) {
      reason = "a type is no data."
    } else if type.is(SomeOrAnyTypeSyntax.self) || type.is(CompositionTypeSyntax.self) {
      reason = "which type it is has to be known. Use an enum with a case for each."
    } else if let name = type.as(IdentifierTypeSyntax.self)?.name.text,
      name == "Any" || name == "AnyObject"
    {
      reason = "use 'GeneratedContent', which is any value that a model can generate."
      fixIts = [
        MacroFixIt.replacing(
          type, with: TypeSyntax("GeneratedContent").with(\.trailingTrivia, type.trailingTrivia),
          id: "any", "Replace '\(name)' with 'GeneratedContent'")
      ]
    } else if let type = type.as(AttributedTypeSyntax.self) {
      return refusal(type.baseType)
    } else {
      return nil
    }
    return MacroDiagnosis.unsupported(type.trimmedDescription, because: reason)
      .diagnostic(at: type, fixIts: fixIts)
  }
}
#endif
