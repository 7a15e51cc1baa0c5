#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// Finds types that cannot be generated, if their text shows it.
///
/// The compiler checks whether a type with a name conforms to `Generable`.
enum UnsupportedType {
  /// Returns the problem of a type, or `nil` if the text shows none.
  static func diagnostic(_ type: TypeSyntax) -> Diagnostic? {
    var rest = type
    var isOptional = false
    while true {
      if let wrapped = StandardType.wrapped(rest) {
        if isOptional { return nested(rest, wrapped) }
        isOptional = true
        rest = wrapped
      } else if let inner = StandardType.parenthesized(rest) {
        rest = inner
      } else {
        let part: TypeSyntax
        if let element = StandardType.element(of: rest) {
          part = element
        } else if let (key, value) = StandardType.dictionary(rest) {
          if let diagnostic = wrongKey(key, of: rest) { return diagnostic }
          part = value
        } else {
          return refusal(rest)
        }
        if let wrapped = StandardType.wrapped(part) { return optionalPart(part, wrapped, of: rest) }
        isOptional = false
        rest = part
      }
    }
  }

  /// Returns the problem of a dictionary, if the text of its key type is not that of a string.
  private static func wrongKey(_ key: TypeSyntax, of dictionary: TypeSyntax) -> Diagnostic? {
    let others = StandardType.numbers.union(["Bool", "Character"])
    let isOther =
      StandardType.name(of: key).map { others.contains($0) }
      ?? (StandardType.wrapped(key) != nil || StandardType.element(of: key) != nil
        || StandardType.dictionary(key) != nil || key.is(TupleTypeSyntax.self))
    guard isOther else { return nil }
    return MacroDiagnosis.unsupported(
      dictionary.trimmedDescription,
      because: "the keys of a JSON object are strings. Use 'String' for the keys, or an array of a "
        + "'@Generable' struct with a key and a value."
    ).diagnostic(
      at: key,
      fixIts: [
        MacroFixIt.replacing(
          key, with: TypeSyntax("String").with(\.trailingTrivia, key.trailingTrivia), id: "key",
          "Use 'String' for the keys")
      ])
  }

  private static func nested(_ outer: TypeSyntax, _ wrapped: TypeSyntax) -> Diagnostic {
    MacroDiagnosis.unsupported(
      outer.trimmedDescription + "?",
      because: "a property is present or absent, so it can be optional only once."
    ).diagnostic(
      at: outer,
      fixIts: [
        MacroFixIt.replacing(outer, with: wrapped.trimmed, id: "optional", "Remove one optional")
      ])
  }

  private static func optionalPart(
    _ part: TypeSyntax, _ wrapped: TypeSyntax, of container: TypeSyntax
  ) -> Diagnostic {
    let isArray = StandardType.element(of: container) != nil
    let name = isArray ? "elements" : "values"
    return MacroDiagnosis.unsupported(
      isArray ? "[\(part.trimmedDescription)]" : container.trimmedDescription,
      because: isArray
        ? "the elements of an array cannot be optional."
        : "the values of a dictionary cannot be optional; leave the key out instead."
    ).diagnostic(
      at: part,
      fixIts: [
        MacroFixIt.replacing(
          part, with: wrapped.trimmed, id: "element", "Make the \(name) not optional")
      ])
  }

  private static func refusal(_ type: TypeSyntax) -> Diagnostic? {
    let reason: String
    var fixIts: [FixIt] = []
    if type.is(TupleTypeSyntax.self) {
      reason = "declare a struct with '@Generable' in place of the tuple."
    } else if type.is(FunctionTypeSyntax.self) {
      reason =
        "a function is not data. Make it a computed property, or give it a value and no written"
        + " type."
    } else if type.is(MetatypeTypeSyntax.self) {
      reason = "a type is not data."
    } else if type.is(SomeOrAnyTypeSyntax.self) || type.is(CompositionTypeSyntax.self) {
      reason = "the concrete type must be known. Use an enum with a case for each possible type."
    } else if let name = type.as(IdentifierTypeSyntax.self)?.name.text,
      name == "Any" || name == "AnyObject"
    {
      reason = "use 'GeneratedContent', which holds any value that a model can generate."
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
