import SchemaText

/// Renders the statements of a template.
struct TemplateInterpreter {
  /// The effect of a statement on the loop around it.
  private enum Flow {
    case next
    case breakLoop
    case continueLoop
  }

  private let clock: TemplateClock
  /// The variables of each level, from the template to the innermost block.
  private var scopes: [Scope]
  private var output = MarkedText()
  private let budget: RenderingBudget
  private let used = UsedContainers()
  private var depth = 0
  /// The nesting depth of the statements and expressions that are being evaluated.
  private var nesting = 0

  /// The largest depth of the calls of macros and recursive loops.
  private static let maximumDepth = 60
  private static let maximumNesting = 200

  // `length`: The length of the template. `leastWork` and `leastSteps`: The smallest work, and the
  // smallest number of statements and expressions, that are allowed for inputs of any size.
  // - Throws: ``TemplateError`` if a variable is nested too deep.
  init(
    _ variables: [String: TemplateValue], clock: TemplateClock, length: Int = 0,
    leastWork: Int = RenderingBudget.leastWork, leastSteps: Int = RenderingBudget.leastSteps
  ) throws(TemplateError) {
    self.clock = clock
    var values: [String: RuntimeValue] = [:]
    for (name, value) in variables { values[name] = try RuntimeValue(value) }
    scopes = [Scope(values), Scope()]
    budget = RenderingBudget(
      size: variables.values.reduce(length) { $0 + $1.size }, leastWork: leastWork,
      leastSteps: leastSteps)
  }

  mutating func render(_ statements: [Statement]) throws(TemplateError) -> [TemplateRun] {
    // The variables already exist, so keeping them costs nothing.
    _ = used.keep(scopes)
    defer { used.clear() }
    _ = try run(statements)
    return output.runs
  }

  // MARK: Statements

  private mutating func run(_ statements: [Statement]) throws(TemplateError) -> Flow {
    for statement in statements {
      do throws(TemplateError) {
        let flow = try run(statement)
        if flow != .next { return flow }
      } catch {
        var error = error
        error.line = error.line ?? statement.line
        throw error
      }
    }
    return .next
  }

  private mutating func run(_ statement: Statement) throws(TemplateError) -> Flow {
    try budget.countStep()
    try enter()
    defer { nesting -= 1 }
    switch statement.kind {
    case .text(let text): try write(MarkedText(text))
    case .output(let expression):
      try write(try ValueWriter.output(try value(of: expression), budget))
    case .branches(let branches):
      for branch in branches {
        guard let condition = branch.condition else { return try run(branch.body) }
        if try value(of: condition).isTrue { return try run(branch.body) }
      }
    case .loop(let loop): return try run(loop)
    case .assign(let target, let expression): try assign(try value(of: expression), to: target)
    case .assignBody(let target, let filters, let body):
      let (value, flow) = try filtered(body, by: filters)
      if flow != .next { return flow }
      try assign(value, to: target)
    case .macro(let macro):
      try budget.spend(used.keep(scopes) + RenderingBudget.costOfObject + scopes.count)
      scopes.last?.variables[macro.name] = .macro(MacroValue(macro, scopes: scopes))
    case .call(let function, let arguments, let caller):
      try budget.spend(used.keep(scopes) + RenderingBudget.costOfObject + scopes.count)
      let result = try call(
        function, arguments, caller: .macro(MacroValue(caller, scopes: scopes)))
      try budget.spend(used.keep(result))
      try write(try ValueWriter.output(result, budget))
    case .filter(let filters, let body):
      let (value, flow) = try filtered(body, by: filters)
      if flow != .next { return flow }
      try write(try ValueWriter.output(value, budget))
    case .group(let body): return try runInScope(body)
    case .breakLoop: return .breakLoop
    case .continueLoop: return .continueLoop
    }
    return .next
  }

  /// Counts a level of evaluation; the caller ends the level.
  private mutating func enter() throws(TemplateError) {
    nesting += 1
    guard nesting <= Self.maximumNesting else {
      nesting -= 1
      throw TemplateError(
        .limitExceeded, "The template is evaluated more than \(Self.maximumNesting) levels deep.")
    }
  }

  private mutating func write(_ text: MarkedText) throws(TemplateError) {
    try budget.spend(text.count)
    output += text
    try budget.check(output)
  }

  /// Returns what statements write instead of writing it, and their effect on the loop around them.
  private mutating func captured(
    _ statements: (inout TemplateInterpreter) throws(TemplateError) -> Flow
  ) throws(TemplateError) -> (text: MarkedText, flow: Flow) {
    let before = output
    output = MarkedText()
    defer { output = before }
    let flow = try statements(&self)
    return (output, flow)
  }

  private mutating func captured(
    _ statements: [Statement]
  ) throws(TemplateError) -> (text: MarkedText, flow: Flow) {
    try captured { interpreter throws(TemplateError) in try interpreter.run(statements) }
  }

  /// Runs statements in a new scope of variables, and returns their output after filters.
  ///
  /// If the statements end or continue the loop around them, their output is dropped, as in jinja2,
  /// and the text is empty.
  private mutating func filtered(
    _ statements: [Statement], by filters: Expression?
  ) throws(TemplateError) -> (value: RuntimeValue, flow: Flow) {
    scopes.append(Scope())
    defer { scopes.removeLast() }
    let (text, flow) = try captured(statements)
    guard flow == .next else { return (.string(MarkedText()), flow) }
    let value = RuntimeValue.string(text)
    return (try filters.map { (f) throws(TemplateError) in try apply(f, to: value) } ?? value, flow)
  }

  private mutating func run(_ loop: Statement.Loop) throws(TemplateError) -> Flow {
    let elements = try self.elements(of: try value(of: loop.values))
    guard loop.isRecursive else { return try run(loop, over: elements) }
    try budget.spend(used.keep(scopes) + RenderingBudget.costOfObject + scopes.count)
    return try run(loop, over: elements, .init(loop: loop, scopes: scopes))
  }

  /// Runs a loop, whose variables are around the current scopes.
  ///
  /// `depth`: The number of the calls of a recursive loop around this run.
  private mutating func run(
    _ loop: Statement.Loop, over candidates: [RuntimeValue], depth: Int = 0,
    _ recursion: LoopValue.Recursion? = nil
  ) throws(TemplateError) -> Flow {
    var elements = candidates
    if let condition = loop.condition {
      elements = []
      for element in candidates {
        scopes.append(Scope())
        defer { scopes.removeLast() }
        try assign(element, to: loop.targets)
        if try value(of: condition).isTrue { elements.append(element) }
      }
    }
    let facts = LoopValue(elements, depth: depth, recursion)
    var hasPassed = false
    for (index, element) in elements.enumerated() {
      facts.begin(index)
      scopes.append(Scope(["loop": .loop(facts)]))
      defer { scopes.removeLast() }
      try assign(element, to: loop.targets)
      let flow = try run(loop.body)
      if flow == .breakLoop { break }
      if flow == .next { hasPassed = true }
    }
    // As in jinja2, a pass that ends early does not count as a pass.
    return hasPassed ? .next : try runInScope(loop.otherwise)
  }

  /// Runs statements in a new scope of variables.
  private mutating func runInScope(_ statements: [Statement]) throws(TemplateError) -> Flow {
    scopes.append(Scope())
    defer { scopes.removeLast() }
    return try run(statements)
  }

  private func assign(_ value: RuntimeValue, to target: Target) throws(TemplateError) {
    switch target {
    case .name(let name): scopes.last?.variables[name] = value
    case .member(let name, let member):
      guard case .object(let object) = variable(name), object.kind == .namespace else {
        throw TemplateError(.value, "'\(name.excerpt)' is not a namespace.")
      }
      object.set(member, to: value)
    case .targets(let targets):
      let elements = try self.elements(of: value)
      guard elements.count == targets.count else {
        throw TemplateError(
          .value, "\(elements.count) values cannot have \(targets.count) names.")
      }
      for (target, element) in zip(targets, elements) { try assign(element, to: target) }
    }
  }

  private func variable(_ name: String) -> RuntimeValue {
    for scope in scopes.reversed() { if let value = scope.variables[name] { return value } }
    return TemplateFunction(rawValue: name).map { .function($0) } ?? .undefined(name)
  }

  private func elements(of value: RuntimeValue) throws(TemplateError) -> [RuntimeValue] {
    guard let elements = try Operations.elements(of: value, budget) else {
      throw TemplateError(.value, "A value of the kind \(value.kind) has no elements.")
    }
    // Each element gets its own scope of variables.
    try budget.spend(8 * elements.count)
    return elements
  }

  // MARK: Expressions

  private mutating func value(of expression: Expression) throws(TemplateError) -> RuntimeValue {
    let value = try passingValue(of: expression)
    try budget.spend(used.keep(value))
    return value
  }

  /// Returns a value that is used only for one of its parts, such as `loop` in `loop.first`.
  private mutating func passingValue(of expression: Expression) throws(TemplateError)
    -> RuntimeValue
  {
    try budget.countStep()
    try enter()
    defer { nesting -= 1 }
    return try evaluated(expression)
  }

  private mutating func evaluated(_ expression: Expression) throws(TemplateError) -> RuntimeValue {
    switch expression {
    case .constant(.none): return .none
    case .constant(.bool(let value)): return .bool(value)
    case .constant(.integer(let value)): return RuntimeValue(value)
    case .constant(.number(let value)): return .number(value)
    case .constant(.string(let text)):
      try budget.spend(text.utf8.count)
      return RuntimeValue(text)
    case .name(let name): return variable(name)
    case .list(let elements): return RuntimeValue(try values(of: elements))
    case .tuple(let elements): return RuntimeValue(try values(of: elements), .tuple)
    case .object(let members):
      let object = ObjectValue()
      for member in members {
        let key = try value(of: member.key)
        guard let memberKey = try key.memberKey(budget) else {
          throw TemplateError(.value, "A value of the kind \(key.kind) cannot be a key.")
        }
        object.set(memberKey, from: key, to: try value(of: member.value))
      }
      return .object(object)
    case .member(let base, let name):
      return try Operations.member(name, of: try passingValue(of: base))
    case .item(let base, let index):
      return try Operations.item(
        try value(of: index), of: try passingValue(of: base), budget)
    case .slice(let base, let from, let to, let step):
      let bounds = try [from, to, step].map { (part) throws(TemplateError) -> RuntimeValue in
        if let part { try value(of: part) } else { .none }
      }
      return try Operations.slice(
        try value(of: base), from: bounds[0], to: bounds[1], step: bounds[2], budget)
    case .call(let function, let arguments): return try call(function, arguments)
    case .filter(let base, let name, let arguments):
      guard let base else { throw TemplateError(.syntax, "A filter has no value.") }
      return try filter(name, try value(of: base), arguments)
    case .test(let base, let name, let arguments, let isNegated):
      let value = try value(of: base)
      let result = try ValueTest.apply(name, to: value, try given(arguments).positional, budget)
      return .bool(result != isNegated)
    case .not(let base): return .bool(try !value(of: base).isTrue)
    case .negative(let base): return try Operations.negated(try value(of: base), budget)
    case .positive(let base): return try Operations.number(try value(of: base), budget)
    case .and(let first, let second):
      let value = try value(of: first)
      return value.isTrue ? try self.value(of: second) : value
    case .or(let first, let second):
      let value = try value(of: first)
      return value.isTrue ? value : try self.value(of: second)
    case .compare(let first, let comparisons):
      var left = try value(of: first)
      for comparison in comparisons {
        let right = try value(of: comparison.1)
        guard try Operations.compare(left, comparison.comparison, right, budget) else {
          return .bool(false)
        }
        left = right
      }
      return .bool(true)
    case .arithmetic(let first, let operation, let second):
      return try Operations.arithmetic(
        try value(of: first), operation, try value(of: second), budget)
    case .concatenation(let parts):
      var text = MarkedText()
      for part in parts {
        text += try ValueWriter.output(try value(of: part), budget)
        try budget.check(text)
      }
      try budget.spend(text.count)
      return .string(text)
    case .conditional(let first, let condition, let otherwise):
      if try value(of: condition).isTrue { return try value(of: first) }
      return try otherwise.map { (e) throws(TemplateError) in try value(of: e) } ?? .undefined("")
    }
  }

  private mutating func values(of expressions: [Expression]) throws(TemplateError) -> [RuntimeValue]
  {
    var values: [RuntimeValue] = []
    for expression in expressions { values.append(try value(of: expression)) }
    return values
  }

  private typealias GivenArguments = (
    positional: [RuntimeValue], named: [NamedArgument]
  )

  /// Returns the values of arguments; a macro gets the body of its call as `caller`.
  private mutating func given(
    _ arguments: Expression.Arguments, caller: RuntimeValue? = nil
  ) throws(TemplateError) -> GivenArguments {
    var given: GivenArguments = (try values(of: arguments.positional), [])
    for argument in arguments.named {
      given.named.append(NamedArgument(argument.name, try value(of: argument.value)))
    }
    if let caller { given.named.append(NamedArgument("caller", caller)) }
    if let rest = arguments.positionalRest {
      given.positional += try elements(of: try value(of: rest))
    }
    if let rest = arguments.namedRest {
      guard case .object(let object) = try value(of: rest), object.kind == .dictionary else {
        throw TemplateError(.value, "Arguments by name have to be an object.")
      }
      try budget.spendNames(of: object)
      for (key, pair) in zip(object.keys, object.pairs) {
        guard key.kind == .text else {
          throw TemplateError(.value, "The name of an argument is not a text.")
        }
        given.named.append(NamedArgument(key.name, pair.value, from: pair.key))
      }
    }
    var names: Set<String> = []
    for argument in given.named where !names.insert(argument.name).inserted {
      throw TemplateError(.value, "The argument '\(argument.name.excerpt)' is given twice.")
    }
    return given
  }

  // MARK: Filters

  /// Applies filters to the output of a block.
  private mutating func apply(
    _ filters: Expression, to input: RuntimeValue
  ) throws(TemplateError) -> RuntimeValue {
    guard case .filter(let base, let name, let arguments) = filters else { return input }
    let value =
      try base.map { (f) throws(TemplateError) in try apply(f, to: input) } ?? input
    return try filter(name, value, arguments)
  }

  private mutating func filter(
    _ name: String, _ value: RuntimeValue, _ arguments: Expression.Arguments
  ) throws(TemplateError) -> RuntimeValue {
    let given = try given(arguments)
    return try Filter.apply(name, to: value, given.positional, given.named, budget)
  }

  // MARK: Calls

  /// Calls a function; a macro gets the body of the call as the argument `caller`.
  private mutating func call(
    _ function: Expression, _ arguments: Expression.Arguments, caller: RuntimeValue? = nil
  ) throws(TemplateError) -> RuntimeValue {
    if case .member(let base, let name) = function {
      let object = try value(of: base)
      let given = try given(arguments, caller: caller)
      return try call(try Operations.member(name, of: object), given.positional, given.named)
    }
    let function = try value(of: function)
    let given = try given(arguments, caller: caller)
    return try call(function, given.positional, given.named)
  }

  private mutating func call(
    _ function: RuntimeValue, _ positional: [RuntimeValue],
    _ named: [NamedArgument]
  ) throws(TemplateError) -> RuntimeValue {
    switch function {
    case .macro(let macro): return .string(try call(macro, positional, named))
    case .function(let function): return try call(function, positional, named)
    case .loop(let loop): return .string(try call(loop, positional, named))
    case .joiner(let joiner):
      _ = try Arguments(of: "A joiner", [], positional, named)
      return joiner.next()
    case .method(let value, let name):
      return try Methods.call(name, of: value, positional, named, budget)
    case .undefined(let name):
      throw TemplateError(.value, "'\(name.excerpt)' is undefined, and cannot be called.")
    default: throw TemplateError(.value, "A value of the kind \(function.kind) cannot be called.")
    }
  }

  private func call(
    _ function: TemplateFunction, _ positional: [RuntimeValue],
    _ named: [NamedArgument]
  ) throws(TemplateError) -> RuntimeValue {
    switch function {
    case .raiseException:
      let text = try ValueWriter.output(positional.first ?? .undefined(""), budget)
      let shown = text.text.shortened(to: 1_000)
      throw TemplateError(
        .rejected, text.isEmpty ? "The template rejects the conversation." : shown)
    case .namespace, .dict:
      let object = ObjectValue(kind: function == .namespace ? .namespace : .dictionary)
      try object.update(positional, named, budget)
      return .object(object)
    case .range: return try Operations.range(positional, budget)
    case .cycler:
      _ = try Arguments(of: "The function 'cycler'", [], [], named)
      return .cycler(try CyclerValue(positional))
    case .joiner:
      let arguments = try Arguments(of: "The function 'joiner'", ["sep"], positional, named)
      return .joiner(JoinerValue(arguments["sep"] ?? RuntimeValue(", ")))
    case .lipsum:
      throw TemplateError(
        .unsupported,
        "The function 'lipsum' writes another text each time. Write a text in its place.")
    case .strftimeNow:
      try budget.spend(positional, named)
      let given = positional.first ?? named.first { $0.name == "format" }?.value
      guard let format = given?.marked else {
        throw TemplateError(.value, "The function 'strftime_now' needs a format.")
      }
      return .string(try clock.text(format))
    }
  }

  /// Counts a level of the calls of macros and recursive loops; the caller ends the level.
  private mutating func enterCall() throws(TemplateError) {
    guard depth < Self.maximumDepth else {
      throw TemplateError(
        .limitExceeded,
        "Macros or recursive loops call each other more than \(Self.maximumDepth) levels deep.")
    }
    depth += 1
  }

  /// Runs a recursive loop again, for other elements, and returns its output.
  private mutating func call(
    _ loop: LoopValue, _ positional: [RuntimeValue],
    _ named: [NamedArgument]
  ) throws(TemplateError) -> MarkedText {
    guard let recursion = loop.recursion else {
      throw TemplateError(
        .value, "The loop cannot be called. Write 'recursive' at the end of its 'for' block.")
    }
    let arguments = try Arguments(of: "The loop", ["iterable"], positional, named)
    let elements = try self.elements(of: try arguments.required("iterable"))
    try enterCall()
    defer { depth -= 1 }
    let outer = scopes
    defer { scopes = outer }
    scopes = recursion.scopes
    return try captured { interpreter throws(TemplateError) in
      try interpreter.run(recursion.loop, over: elements, depth: loop.depth + 1, recursion)
    }.text
  }

  private mutating func call(
    _ function: MacroValue, _ positional: [RuntimeValue],
    _ named: [NamedArgument]
  ) throws(TemplateError) -> MarkedText {
    try enterCall()
    defer { depth -= 1 }
    let macro = function.macro
    try budget.spend(RenderingBudget.costOfObject * macro.parameters.count)
    var named = named
    func take(_ name: String) -> RuntimeValue? {
      named.firstIndex { $0.name == name }.map { named.remove(at: $0).value }
    }
    let outer = scopes
    defer { scopes = outer }
    let scope = Scope()
    scopes = function.scopes + [scope]
    let byName = macro.parameters.dropFirst(positional.count).map { take($0.name) }
    if macro.usedNames.contains("caller") {
      scope.variables["caller"] = take("caller") ?? .undefined("caller")
    }
    try setRest(of: macro, positional.dropFirst(macro.parameters.count), named, in: scope)
    for (index, parameter) in macro.parameters.enumerated() {
      let value: RuntimeValue
      if index < positional.count {
        value = positional[index]
      } else if let argument = byName[index - positional.count] {
        value = argument
      } else if let standard = parameter.standard {
        value = try self.value(of: standard)
      } else {
        value = .undefined(parameter.name)
      }
      scope.variables[parameter.name] = value
    }
    // The parser takes no `break` or `continue` in the body of a macro outside of a loop.
    return try captured(macro.body).text
  }

  /// Sets the variables of a macro for the arguments without a parameter.
  ///
  /// - Throws: ``TemplateError`` if there are such arguments, but the macro does not use them.
  private func setRest(
    of macro: Macro, _ positional: ArraySlice<RuntimeValue>,
    _ named: [NamedArgument], in scope: Scope
  ) throws(TemplateError) {
    if macro.usedNames.contains("varargs") {
      scope.variables["varargs"] = RuntimeValue(Array(positional), .tuple)
    } else if !positional.isEmpty {
      throw TemplateError(
        .value,
        "The macro '\(macro.name.excerpt)' takes \(macro.parameters.count) arguments at most.")
    }
    if macro.usedNames.contains("kwargs") {
      let object = ObjectValue()
      try object.update([], named, budget)
      scope.variables["kwargs"] = .object(object)
    } else if let argument = named.first {
      throw TemplateError(
        .value,
        "The macro '\(macro.name.excerpt)' does not take the argument "
          + "'\(argument.name.excerpt)'.")
    }
  }
}
