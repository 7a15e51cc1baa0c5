#if Macros
import SwiftSyntax

/// What the `@Guide` attributes of one property say together.
struct GuideAttributes {
  /// The descriptions, as the author wrote them.
  private(set) var descriptions: [ExprSyntax] = []

  /// The keys that are to stand in for the property's name.
  private(set) var keys: [ExprSyntax] = []

  /// The guides of each attribute that has some.
  private var guides: [[ExprSyntax]] = []

  /// The attributes.
  let attributes: [AttributeSyntax]

  init(_ list: AttributeListSyntax) {
    attributes = list.named("Guide")
    for attribute in attributes {
      var own: [ExprSyntax] = []
      for argument in attribute.labeledArguments {
        switch argument.label?.text {
        case "description":
          if !argument.expression.is(NilLiteralExprSyntax.self) {
            descriptions.append(argument.expression)
          }
        case "key": keys.append(argument.expression)
        default: own.append(argument.expression)
        }
      }
      if !own.isEmpty { guides.append(own) }
    }
  }

  /// The description as source, or `nil` if there is none.
  ///
  /// Those of several attributes become one text.
  var description: String? {
    guard let first = descriptions.first else { return nil }
    guard descriptions.count > 1 else { return first.trimmedDescription }
    return descriptions.map { "(\($0.trimmedDescription))" }.joined(separator: " + \" \" + ")
  }

  /// The elements of the list of guides, as source.
  ///
  /// A single argument may be a regular expression, for which there is an initialiser of its own.
  /// In a list with others it has to become a guide, and only the compiler knows which arguments are
  /// regular expressions.
  var elements: [String] {
    guides.flatMap { own -> [String] in
      guard guides.count > 1, own.count == 1, let only = own.first, !only.isImplicitMember else {
        return own.map { $0.trimmedDescription }
      }
      return ["SchemaMacros.GenerableExpansion.guide(\(only.trimmedDescription))"]
    }
  }
}

extension ExprSyntax {
  /// Whether this is `.name` or a call of it, which names a member of the type that is expected.
  fileprivate var isImplicitMember: Bool {
    if let call = self.as(FunctionCallExprSyntax.self) {
      return call.calledExpression.isImplicitMember
    }
    return self.as(MemberAccessExprSyntax.self)?.base == nil && self.is(MemberAccessExprSyntax.self)
  }
}
#endif
