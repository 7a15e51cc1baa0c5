/// A part of a template that has an effect, but no value.
struct Statement: Sendable {
  indirect enum Kind: Sendable {
    case text(String)
    case output(Expression)
    /// The branches with their conditions; the last one may have none.
    case branches([(condition: Expression?, body: [Statement])])
    case loop(Loop)
    case assign(Target, Expression)
    /// The output of the body, through filters, becomes the value.
    case assignBody(Target, filters: Expression?, body: [Statement])
    case macro(Macro)
    /// A call of a macro that can call the body as `caller`.
    case call(function: Expression, Expression.Arguments, caller: Macro)
    case filter(Expression, body: [Statement])
    /// The statements of a block with its own variables, such as `with`, or `generation` for
    /// training.
    case group([Statement])
    case breakLoop
    case continueLoop
  }

  struct Loop: Sendable {
    let targets: Target
    let values: Expression
    let condition: Expression?
    let body: [Statement]
    let otherwise: [Statement]
    /// Indicates whether the body can call the loop for other elements.
    let isRecursive: Bool
  }

  let kind: Kind
  let line: Int
}

/// The target of an assignment.
indirect enum Target: Sendable {
  case name(String)
  case member(String, String)
  /// Several targets for the elements of one value, as in `(a, b), c`.
  case targets([Target])
}

/// A function that a template declares.
struct Macro: Sendable {
  let name: String
  let parameters: [(name: String, standard: Expression?)]
  let body: [Statement]
  /// The special names that the body uses.
  ///
  /// Their values are the arguments without a parameter, and the body of the call.
  let usedNames: Set<String>

  /// The names that a macro has beside its parameters, if its body uses them.
  static let specialNames: Set<String> = ["varargs", "kwargs", nameOfCaller]
  static let nameOfCaller = "caller"
}

/// An operator that compares two values.
enum Comparison: String, Sendable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case contained = "in"
  case notContained = "not in"
}

/// A part of a template that has a value.
indirect enum Expression: Sendable {
  case constant(Constant)
  case name(String)
  case list([Expression])
  case tuple([Expression])
  case object([(key: Expression, value: Expression)])
  case member(Expression, String)
  case item(Expression, Expression)
  case slice(Expression, from: Expression?, to: Expression?, step: Expression?)
  case call(Expression, Arguments)
  /// A filter. Without a value, the filter is applied to the output of a block.
  case filter(Expression?, String, Arguments)
  case test(Expression, String, Arguments, isNegated: Bool)
  case not(Expression)
  case negative(Expression)
  case positive(Expression)
  case and(Expression, Expression)
  case or(Expression, Expression)
  case compare(Expression, [(comparison: Comparison, Expression)])
  case arithmetic(Expression, String, Expression)
  case concatenation([Expression])
  case conditional(Expression, condition: Expression, otherwise: Expression?)

  enum Constant: Sendable {
    case none
    case bool(Bool)
    case integer(LargeInteger)
    case number(Double)
    case string(String)
  }

  struct Arguments: Sendable {
    var positional: [Expression] = []
    var named: [(name: String, value: Expression)] = []
    /// The list whose elements are more arguments, as in `f(*list)`.
    var positionalRest: Expression?
    /// The object whose members are more arguments by name, as in `f(**object)`.
    var namedRest: Expression?
  }
}
