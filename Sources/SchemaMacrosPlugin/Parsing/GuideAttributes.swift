#if Macros
import SwiftParser
import SwiftSyntax

/// The `@Guide` attributes of a property, a case, or a value of a case, combined.
struct GuideAttributes {
  /// The arguments of one attribute.
  struct Guide {
    let attribute: AttributeSyntax
    /// The associated value that the guide is for; `nil` if the guide names none.
    var target: ExprSyntax?
    var description: ExprSyntax?
    var key: ExprSyntax?
    var constraints: [ExprSyntax] = []

    init(_ attribute: AttributeSyntax) {
      self.attribute = attribute
      for argument in attribute.labeledArguments {
        switch argument.label?.text {
        case "description":
          description =
            argument.expression.is(NilLiteralExprSyntax.self) ? nil : argument.expression
        case "key": key = argument.expression
        case "for": target = argument.expression
        default: constraints.append(argument.expression)
        }
      }
    }

    /// The name of the associated value that the guide is for, if the name is a literal.
    var targetName: String? { target?.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
  }

  private(set) var all: [Guide]

  init(_ list: AttributeListSyntax) { all = list.named("Guide").map { Guide($0) } }

  /// Returns the guides of one value of a case, or the guides of the case itself for `nil`.
  func targeting(_ name: String?) -> GuideAttributes {
    var result = self
    result.all = all.filter { $0.targetName == name }
    return result
  }

  /// Returns the attributes for use in a nested type, in which `Self` has another meaning.
  func relative(to outer: String) -> GuideAttributes {
    let rewriter = SelfRewriter(outer: outer)
    var result = self
    for index in all.indices {
      result.all[index].description = all[index].description.map { rewriter.rewritten($0) }
      result.all[index].constraints = all[index].constraints.map { rewriter.rewritten($0) }
    }
    return result
  }

  /// The keys that replace the property's name.
  var keys: [ExprSyntax] { all.compactMap { $0.key } }

  /// The description as source, or `nil` if there is none.
  ///
  /// The descriptions of several attributes become one text.
  var description: String? {
    let descriptions = all.compactMap { $0.description?.trimmedDescription }
    guard descriptions.count > 1 else { return descriptions.first }
    return descriptions.map { "(\($0))" }.joined(separator: " + \" \" + ")
  }

  /// The elements of the list of guides, as source.
  ///
  /// A single argument may be a regular expression, for which there is a separate initializer. In a
  /// list of several arguments, a regular expression has to be converted to a guide. Only the
  /// compiler knows which arguments are regular expressions.
  var elements: [String] {
    let lists = all.map { $0.constraints }.filter { !$0.isEmpty }
    return lists.flatMap { own -> [String] in
      guard lists.count > 1, own.count == 1, let only = own.first,
        only.implicitMemberName == nil
      else { return own.map { $0.trimmedDescription } }
      return ["SchemaMacros.GenerableExpansion.guide(\(only.trimmedDescription))"]
    }
  }
}

extension ExprSyntax {
  /// The name of an implicit member expression: `name` for `.name` and `.name(…)`.
  var implicitMemberName: String? {
    if let call = self.as(FunctionCallExprSyntax.self) {
      return call.calledExpression.implicitMemberName
    }
    guard let access = self.as(MemberAccessExprSyntax.self), access.base == nil else { return nil }
    return access.declName.baseName.text
  }
}
#endif
