import SchemaText

/// Reads the statements of a template.
struct TemplateParser {
  private let tokens: [TemplateToken]
  private(set) var index = 0
  private var depth = 0
  /// The number of left-nested operators, as in `a + b + c`, in the block's expressions so far.
  private var links = 0
  /// The number of loops around the current block, in the same macro.
  private var loopCount = 0
  /// For each macro around the current block, the names among ``Macro/specialNames`` that it uses.
  private var usedNames: [Set<String>] = []

  /// The largest nesting depth of blocks and expressions.
  private static let maximumDepth = 200
  private static let maximumLinks = 1_000

  init(_ tokens: [TemplateToken]) { self.tokens = tokens }

  /// The next token; the last one is the end.
  var token: TemplateToken {
    tokens.indices.contains(index) ? tokens[index] : TemplateToken(kind: .end, line: 0)
  }

  mutating func advance() {
    if token.kind == .blockStart || token.kind == .outputStart { links = 0 }
    index += 1
  }

  /// Parses the statements of the whole template.
  mutating func statements() throws(TemplateError) -> [Statement] {
    let statements = try body(until: [])
    guard token.kind == .end else { throw error("\(name(of: token)) is not expected.") }
    return statements
  }

  /// Parses the statements up to a block with one of the names, or up to the end of the template.
  private mutating func body(until ends: Set<String>) throws(TemplateError) -> [Statement] {
    var statements: [Statement] = []
    while true {
      let line = token.line
      switch token.kind {
      case .end:
        if !ends.isEmpty {
          throw error("The block has no end (\(ends.sorted().joined(separator: ", "))).")
        }
        return statements
      case .text(let text):
        advance()
        statements.append(Statement(kind: .text(text), line: line))
      case .outputStart:
        advance()
        let value = try tuple()
        try expect(.outputEnd)
        statements.append(Statement(kind: .output(value), line: line))
      case .blockStart:
        if tokens.indices.contains(index + 1), case .name(let name) = tokens[index + 1].kind,
          ends.contains(name)
        {
          return statements
        }
        advance()
        statements.append(Statement(kind: try block(), line: line))
      default:
        throw error("\(name(of: token)) is not expected.")
      }
    }
  }

  /// Parses the statements up to a block with one of the names, and reads that block up to its
  /// name.
  private mutating func body(
    endingWith ends: Set<String>
  ) throws(TemplateError) -> (body: [Statement], end: String) {
    let statements = try body(until: ends)
    advance()
    guard case .name(let end) = token.kind else { throw error("A block has no name.") }
    advance()
    return (statements, end)
  }

  /// Parses the statements up to a block with a name, and reads that block to its end.
  private mutating func wholeBody(_ end: String) throws(TemplateError) -> [Statement] {
    let (statements, _) = try body(endingWith: [end])
    // The end of a macro may repeat the name.
    if case .name = token.kind { advance() }
    try expect(.blockEnd)
    return statements
  }

  /// Parses the body of a macro or of a call; the body cannot end a loop around it.
  private mutating func macro(
    _ name: String, _ parameters: [(name: String, standard: Expression?)], endingWith end: String
  ) throws(TemplateError) -> Macro {
    let outerCount = loopCount
    loopCount = 0
    defer { loopCount = outerCount }
    usedNames.append([])
    let body = try wholeBody(end)
    let used = usedNames.removeLast()
    // A macro also passes on what macros within it use.
    for index in usedNames.indices { usedNames[index].formUnion(used) }
    return Macro(name: name, parameters: parameters, body: body, usedNames: used)
  }

  /// Notes the use of a name in the macros around it.
  mutating func noteUse(of name: String) {
    guard Macro.specialNames.contains(name) else { return }
    for index in usedNames.indices { usedNames[index].insert(name) }
  }

  private mutating func block() throws(TemplateError) -> Statement.Kind {
    guard case .name(let name) = token.kind else {
      throw error("\(self.name(of: token)) is not the name of a block.")
    }
    try enter()
    defer { leave() }
    advance()
    switch name {
    case "if": return try branches()
    case "for": return try loop()
    case "set": return try assignment()
    case "macro":
      guard case .name(let name) = token.kind else { throw error("A macro needs a name.") }
      advance()
      let parameters = try parameters()
      try expect(.blockEnd)
      return .macro(try macro(name, parameters, endingWith: "endmacro"))
    case "call":
      let parameters = try isSymbol("(") ? parameters() : []
      guard case .call(let function, let arguments) = try expression() else {
        throw error("A call of a macro is missing.")
      }
      try expect(.blockEnd)
      return .call(
        function: function, arguments,
        caller: try macro(Macro.nameOfCaller, parameters, endingWith: "endcall"))
    case "filter":
      let filters = try filters(on: nil)
      try expect(.blockEnd)
      return .filter(filters, body: try wholeBody("endfilter"))
    case "generation":
      try expect(.blockEnd)
      return .group(try wholeBody("endgeneration"))
    case "with":
      let assignment = Statement(kind: try assignments(), line: token.line)
      try expect(.blockEnd)
      return .group([assignment] + (try wholeBody("endwith")))
    case "break", "continue":
      guard loopCount > 0 else {
        throw error("'\(name)' is not in a loop of its macro or template. Put it in a 'for' block.")
      }
      try expect(.blockEnd)
      return name == "break" ? .breakLoop : .continueLoop
    case "print":
      var outputs: [Statement] = []
      while token.kind != .blockEnd {
        if !outputs.isEmpty { try expect(.symbol(",")) }
        outputs.append(Statement(kind: .output(try expression()), line: token.line))
      }
      try expect(.blockEnd)
      return .group(outputs)
    case "include", "import", "from", "extends":
      throw TemplateError(
        .unsupported, line: token.line,
        "The block '\(name)' needs another file. Copy the text of that file into the template.")
    case "block":
      throw TemplateError(
        .unsupported, line: token.line,
        "The block 'block' is for templates in several files. Write its body without it.")
    default:
      throw TemplateError(
        .unsupported, line: token.line, "The block '\(name.excerpt)' is not supported.")
    }
  }

  private mutating func branches() throws(TemplateError) -> Statement.Kind {
    var branches: [(condition: Expression?, body: [Statement])] = []
    var condition: Expression? = try tuple(allowsConditional: false)
    while true {
      try expect(.blockEnd)
      let (body, end) = try body(endingWith: ["elif", "else", "endif"])
      branches.append((condition, body))
      switch end {
      case "elif" where condition != nil: condition = try tuple(allowsConditional: false)
      case "else" where condition != nil: condition = nil
      case "endif":
        try expect(.blockEnd)
        return .branches(branches)
      default: throw error("'\(end)' comes after 'else'.")
      }
    }
  }

  private mutating func loop() throws(TemplateError) -> Statement.Kind {
    let targets = try targets()
    guard try takeName("in") else { throw error("A loop needs 'in'.") }
    let values = try tuple(allowsConditional: false)
    var condition: Expression?
    if try takeName("if") { condition = try expression() }
    let isRecursive = try takeName("recursive")
    try expect(.blockEnd)
    loopCount += 1
    var (body, end) = try body(endingWith: ["else", "endfor"])
    loopCount -= 1
    var otherwise: [Statement] = []
    if end == "else" {
      try expect(.blockEnd)
      let outerCount = loopCount
      // A recursive loop is a function, which cannot end a loop around it.
      if isRecursive { loopCount = 0 }
      (otherwise, end) = try self.body(endingWith: ["endfor"])
      loopCount = outerCount
    }
    try expect(.blockEnd)
    return .loop(
      .init(
        targets: targets, values: values, condition: condition, body: body, otherwise: otherwise,
        isRecursive: isRecursive))
  }

  private mutating func assignment() throws(TemplateError) -> Statement.Kind {
    var target = Target.name("")
    if case .name(let name) = token.kind, tokens.indices.contains(index + 1),
      tokens[index + 1].kind == .symbol(".")
    {
      advance()
      advance()
      target = .member(name, try takeAnyName())
    } else {
      target = try targets()
    }
    if isSymbol("=") {
      advance()
      let value = try tuple()
      try expect(.blockEnd)
      return .assign(target, value)
    }
    let filters = isSymbol("|") ? try filters(onNextOf: nil) : nil
    try expect(.blockEnd)
    return .assignBody(target, filters: filters, body: try wholeBody("endset"))
  }

  /// Parses the variables of a `with` block; their values are those from before the block.
  private mutating func assignments() throws(TemplateError) -> Statement.Kind {
    var targets: [Target] = []
    var values: [Expression] = []
    while token.kind != .blockEnd {
      if !targets.isEmpty { try expect(.symbol(",")) }
      targets.append(try target())
      try expect(.symbol("="))
      values.append(try expression())
    }
    return .assign(.targets(targets), .tuple(values))
  }

  /// Parses filters, each after its `|`.
  private mutating func filters(onNextOf value: Expression?) throws(TemplateError) -> Expression? {
    advance()
    return try filters(on: value)
  }

  /// Parses a target, or several with commas between them.
  private mutating func targets() throws(TemplateError) -> Target {
    let first = try target()
    guard isSymbol(",") else { return first }
    var targets = [first]
    while isSymbol(",") {
      advance()
      switch token.kind {
      case .name("in"), .symbol("="), .symbol(")"): return .targets(targets)
      default: targets.append(try target())
      }
    }
    return .targets(targets)
  }

  private mutating func target() throws(TemplateError) -> Target {
    guard isSymbol("(") else { return .name(try takeAnyName()) }
    try enter()
    defer { leave() }
    advance()
    let target = try targets()
    try expect(.symbol(")"))
    return target
  }

  private mutating func parameters() throws(TemplateError)
    -> [(name: String, standard: Expression?)]
  {
    try expect(.symbol("("))
    var parameters: [(name: String, standard: Expression?)] = []
    while !isSymbol(")") {
      let name = try takeAnyName()
      var standard: Expression?
      if isSymbol("=") {
        advance()
        standard = try expression()
      }
      parameters.append((name, standard))
      guard isSymbol(",") else { break }
      advance()
    }
    try expect(.symbol(")"))
    return parameters
  }
}

// MARK: Tokens

extension TemplateParser {
  /// Counts a level of nesting; the caller ends the level with ``leave()``.
  mutating func enter() throws(TemplateError) {
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw TemplateError(
        .limitExceeded, line: token.line,
        "The template nests more than \(Self.maximumDepth) levels deep.")
    }
  }

  /// Counts an operator whose left side has already been parsed.
  mutating func link() throws(TemplateError) {
    links += 1
    guard links <= Self.maximumLinks else {
      throw TemplateError(
        .limitExceeded, line: token.line,
        "An expression has more than \(Self.maximumLinks) operators.")
    }
  }

  /// Ends a level of nesting.
  mutating func leave() { depth -= 1 }

  func isSymbol(_ symbol: String) -> Bool { token.kind == .symbol(symbol) }

  func isName(_ name: String) -> Bool { token.kind == .name(name) }

  mutating func takeName(_ name: String) throws(TemplateError) -> Bool {
    guard isName(name) else { return false }
    advance()
    return true
  }

  mutating func takeAnyName() throws(TemplateError) -> String {
    guard case .name(let name) = token.kind else {
      throw error("\(self.name(of: token)) is not a name.")
    }
    advance()
    return name
  }

  mutating func expect(_ kind: TemplateToken.Kind) throws(TemplateError) {
    guard token.kind == kind else {
      let expected = name(of: TemplateToken(kind: kind, line: 0))
      throw error("\(name(of: token)) is not expected; \(expected) is.")
    }
    advance()
  }

  func error(_ problem: String) -> TemplateError {
    TemplateError(.syntax, line: token.line, problem)
  }

  func name(of token: TemplateToken) -> String {
    switch token.kind {
    case .text: "text"
    case .outputStart: "'{{'"
    case .outputEnd: "'}}'"
    case .blockStart: "'{%'"
    case .blockEnd: "'%}'"
    case .name(let name): "'\(name.excerpt)'"
    case .string(let text): "the string '\(text.excerpt)'"
    case .integer(let number): number.text.excerpt
    case .number(let number): "\(number)"
    case .symbol(let symbol): "'\(symbol)'"
    case .end: "the end of the template"
    }
  }
}
