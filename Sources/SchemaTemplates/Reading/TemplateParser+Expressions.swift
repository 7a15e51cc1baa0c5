import SchemaText

// The operators have the precedence of jinja2. The functions follow it from the lowest to the
// highest.
extension TemplateParser {
  /// Parses an expression, or a tuple of several expressions with commas between them.
  mutating func tuple(allowsConditional: Bool = true) throws(TemplateError) -> Expression {
    let first = try expression(allowsConditional: allowsConditional)
    guard isSymbol(",") else { return first }
    var elements = [first]
    while isSymbol(",") {
      advance()
      switch token.kind {
      case .blockEnd, .outputEnd, .symbol(")"), .symbol("]"): return .tuple(elements)
      default: elements.append(try expression(allowsConditional: allowsConditional))
      }
    }
    return .tuple(elements)
  }

  mutating func expression(allowsConditional: Bool = true) throws(TemplateError) -> Expression {
    try enter()
    defer { leave() }
    var value = try disjunction()
    while allowsConditional, isName("if") {
      try link()
      advance()
      let condition = try disjunction()
      var otherwise: Expression?
      if isName("else") {
        advance()
        otherwise = try expression()
      }
      value = .conditional(value, condition: condition, otherwise: otherwise)
    }
    return value
  }

  private mutating func disjunction() throws(TemplateError) -> Expression {
    var value = try conjunction()
    while isName("or") {
      try link()
      advance()
      value = .or(value, try conjunction())
    }
    return value
  }

  private mutating func conjunction() throws(TemplateError) -> Expression {
    var value = try negation()
    while isName("and") {
      try link()
      advance()
      value = .and(value, try negation())
    }
    return value
  }

  private mutating func negation() throws(TemplateError) -> Expression {
    guard isName("not") else { return try comparison() }
    try enter()
    defer { leave() }
    advance()
    return .not(try negation())
  }

  private mutating func comparison() throws(TemplateError) -> Expression {
    let value = try sum()
    var comparisons: [(comparison: Comparison, Expression)] = []
    while true {
      if case .symbol(let symbol) = token.kind, let comparison = Comparison(rawValue: symbol) {
        advance()
        comparisons.append((comparison, try sum()))
      } else if isName("in") {
        advance()
        comparisons.append((.contained, try sum()))
      } else if isName("not"), isFollowedByIn {
        advance()
        advance()
        comparisons.append((.notContained, try sum()))
      } else {
        return comparisons.isEmpty ? value : .compare(value, comparisons)
      }
    }
  }

  private var isFollowedByIn: Bool {
    var next = self
    next.advance()
    return next.isName("in")
  }

  private var isFollowedByEqualSign: Bool {
    var next = self
    next.advance()
    return next.isSymbol("=")
  }

  private mutating func sum() throws(TemplateError) -> Expression {
    var value = try concatenation()
    while case .symbol(let symbol) = token.kind, symbol == "+" || symbol == "-" {
      try link()
      advance()
      value = .arithmetic(value, symbol, try concatenation())
    }
    return value
  }

  private mutating func concatenation() throws(TemplateError) -> Expression {
    var values = [try product()]
    while isSymbol("~") {
      advance()
      values.append(try product())
    }
    return values.count == 1 ? values[0] : .concatenation(values)
  }

  private mutating func product() throws(TemplateError) -> Expression {
    var value = try factor()
    while case .symbol(let symbol) = token.kind, ["*", "/", "//", "%"].contains(symbol) {
      try link()
      advance()
      value = .arithmetic(value, symbol, try factor())
    }
    return value
  }

  private mutating func factor() throws(TemplateError) -> Expression {
    var value = try unary(allowsFilters: true)
    while isSymbol("**") {
      try link()
      advance()
      value = .arithmetic(value, "**", try unary(allowsFilters: true))
    }
    return value
  }

  private mutating func unary(allowsFilters: Bool) throws(TemplateError) -> Expression {
    try enter()
    defer { leave() }
    let value: Expression
    if isSymbol("-") {
      advance()
      value = .negative(try unary(allowsFilters: false))
    } else if isSymbol("+") {
      advance()
      value = .positive(try unary(allowsFilters: false))
    } else {
      value = try postfix(primary())
    }
    return allowsFilters ? try filtersAndTests(on: value) : value
  }

  private mutating func primary() throws(TemplateError) -> Expression {
    switch token.kind {
    case .name(let name):
      advance()
      switch name {
      case "true", "True": return .constant(.bool(true))
      case "false", "False": return .constant(.bool(false))
      case "none", "None": return .constant(.none)
      default:
        noteUse(of: name)
        return .name(name)
      }
    case .string(var text):
      advance()
      while case .string(let more) = token.kind {
        text += more
        advance()
      }
      return .constant(.string(text))
    case .integer(let number):
      advance()
      return .constant(.integer(number))
    case .number(let number):
      advance()
      return .constant(.number(number))
    case .symbol("("):
      advance()
      if isSymbol(")") {
        advance()
        return .tuple([])
      }
      let value = try tuple()
      try expect(.symbol(")"))
      return value
    case .symbol("["):
      advance()
      return .list(try elements(until: "]"))
    case .symbol("{"):
      advance()
      var members: [(key: Expression, value: Expression)] = []
      while !isSymbol("}") {
        let key = try expression()
        try expect(.symbol(":"))
        members.append((key, try expression()))
        guard isSymbol(",") else { break }
        advance()
      }
      try expect(.symbol("}"))
      return .object(members)
    default:
      throw error("\(name(of: token)) is not a value.")
    }
  }

  private mutating func elements(until end: String) throws(TemplateError) -> [Expression] {
    var elements: [Expression] = []
    while !isSymbol(end) {
      elements.append(try expression())
      guard isSymbol(",") else { break }
      advance()
    }
    try expect(.symbol(end))
    return elements
  }

  private mutating func postfix(_ start: Expression) throws(TemplateError) -> Expression {
    var value = start
    while case .symbol(let symbol) = token.kind {
      switch symbol {
      case ".":
        try link()
        advance()
        if case .integer(let index) = token.kind {
          advance()
          value = .item(value, .constant(.integer(index)))
        } else {
          value = .member(value, try takeAnyName())
        }
      case "[":
        try link()
        advance()
        value = try subscripted(value)
      case "(":
        try link()
        value = .call(value, try arguments())
      default: return value
      }
    }
    return value
  }

  private mutating func subscripted(_ value: Expression) throws(TemplateError) -> Expression {
    let first = try sliceBound()
    guard isSymbol(":") else {
      guard var index = first else { throw error("An index is missing.") }
      if isSymbol(",") {
        var elements = [index]
        while isSymbol(",") {
          advance()
          if isSymbol("]") { break }
          elements.append(try expression())
        }
        index = .tuple(elements)
      }
      try expect(.symbol("]"))
      return .item(value, index)
    }
    advance()
    let end = try sliceBound()
    var step: Expression?
    if isSymbol(":") {
      advance()
      step = try sliceBound()
    }
    try expect(.symbol("]"))
    return .slice(value, from: first, to: end, step: step)
  }

  /// Parses a bound or the step of a slice; `nil` if it is left out.
  private mutating func sliceBound() throws(TemplateError) -> Expression? {
    isSymbol(":") || isSymbol("]") ? nil : try expression()
  }

  private mutating func arguments() throws(TemplateError) -> Expression.Arguments {
    try expect(.symbol("("))
    var arguments = Expression.Arguments()
    while !isSymbol(")") {
      if arguments.namedRest != nil {
        throw error("No argument can follow the arguments from an object.")
      }
      if isSymbol("*"), arguments.positionalRest == nil {
        advance()
        arguments.positionalRest = try expression()
      } else if isSymbol("**") {
        advance()
        arguments.namedRest = try expression()
      } else if case .name(let name) = token.kind, isFollowedByEqualSign {
        advance()
        advance()
        arguments.named.append((name, try expression()))
      } else {
        guard arguments.named.isEmpty, arguments.positionalRest == nil else {
          throw error("An argument by position cannot follow arguments by name or from a list.")
        }
        arguments.positional.append(try expression())
      }
      guard isSymbol(",") else { break }
      advance()
    }
    try expect(.symbol(")"))
    return arguments
  }

  private mutating func filtersAndTests(on start: Expression) throws(TemplateError) -> Expression {
    var value = start
    while true {
      if isSymbol("|") {
        try link()
        advance()
        value = try filter(on: value)
      } else if isName("is") {
        try link()
        advance()
        value = try test(of: value)
      } else if isSymbol("(") {
        try link()
        value = .call(value, try arguments())
      } else {
        return value
      }
    }
  }

  private mutating func filter(on value: Expression?) throws(TemplateError) -> Expression {
    var name = try takeAnyName()
    while isSymbol(".") {
      advance()
      name += "." + (try takeAnyName())
    }
    return .filter(value, name, isSymbol("(") ? try arguments() : .init())
  }

  /// Parses several filters; the first filter has no `|` before it.
  mutating func filters(on value: Expression?) throws(TemplateError) -> Expression {
    var result = try filter(on: value)
    while isSymbol("|") {
      try link()
      advance()
      result = try filter(on: result)
    }
    return result
  }

  private mutating func test(of value: Expression) throws(TemplateError) -> Expression {
    let isNegated = isName("not")
    if isNegated { advance() }
    let name = try takeAnyName()
    var arguments = Expression.Arguments()
    switch token.kind {
    case .symbol("("):
      arguments = try self.arguments()
      guard arguments.named.isEmpty, arguments.namedRest == nil else {
        throw TemplateError(
          .unsupported, line: token.line, "The test '\(name.excerpt)' takes no arguments by name.")
      }
    case .name("is"): throw error("A test cannot follow a test.")
    // As in jinja2, every other name is an argument, also `if`.
    case .name(let next) where !["else", "or", "and"].contains(next):
      arguments.positional = [try postfix(primary())]
    case .string, .integer, .number, .symbol("["), .symbol("{"):
      arguments.positional = [try postfix(primary())]
    default: break
    }
    return .test(value, name, arguments, isNegated: isNegated)
  }
}
