import SchemaText

/// The operators and members, as in Python.
enum Operations {
  /// Returns the elements of a value; `nil` if the value cannot be iterated.
  ///
  /// - Throws: ``TemplateError`` if the elements are not supported, or too many.
  static func elements(
    of value: RuntimeValue, _ budget: RenderingBudget
  ) throws(TemplateError) -> [RuntimeValue]? {
    switch value {
    case .undefined: return []
    case .list(let list): return list.elements
    case .object(let object):
      try budget.spendNames(of: object)
      return object.keys.map { object.originalKey($0) }
    case .string(let text):
      try budget.spend(RenderingBudget.costOfObject * text.count)
      return (0..<text.count).map { .string(text[$0..<$0 + 1]) }
    case .loop:
      // In jinja2, this takes the remaining passes from the loop.
      throw TemplateError(
        .unsupported,
        "The elements of 'loop' cannot be read. Name the list of the loop in place of 'loop'.")
    default: return nil
    }
  }

  /// Returns the elements of a value.
  ///
  /// - Throws: ``TemplateError`` that names a filter, if the value cannot be iterated.
  static func elements(
    of value: RuntimeValue, for filter: String, _ budget: RenderingBudget
  ) throws(TemplateError) -> [RuntimeValue] {
    guard let elements = try elements(of: value, budget) else {
      throw TemplateError(.value, "The filter '\(filter)' needs a list, not a \(value.kind).")
    }
    return elements
  }

  /// Returns the number of a value's elements; `nil` for a value without elements.
  static func count(of value: RuntimeValue) -> Int? {
    switch value {
    case .undefined: 0
    case .list(let list): list.elements.count
    case .object(let object): object.count
    case .string(let text): text.count
    case .loop(let loop): loop.elements.count
    default: nil
    }
  }

  /// Returns the texts of a value's elements, or of their parts at a path, with separators between
  /// them.
  ///
  /// `takesOthers`: `true` if elements that are not texts are written as texts.
  static func joined(
    _ value: RuntimeValue, separator: MarkedText, _ path: AttributePath, takesOthers: Bool = true,
    _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    guard let elements = try elements(of: value, budget) else {
      throw TemplateError(.value, "A value of the kind \(value.kind) cannot be joined.")
    }
    var text = MarkedText()
    for (index, element) in elements.enumerated() {
      if index > 0 { text += separator }
      guard takesOthers || element.marked != nil else {
        throw TemplateError(
          .value, "The method 'join' needs texts, not a value of the kind \(element.kind).")
      }
      text += try ValueWriter.output(try path.value(of: element, budget), budget)
      try budget.check(text)
    }
    return text
  }

  // MARK: Members

  static func member(_ name: String, of value: RuntimeValue) throws(TemplateError) -> RuntimeValue {
    if case .undefined(let base) = value {
      throw TemplateError(
        .value, "'\(base.excerpt)' is undefined, and has no member '\(name.excerpt)'.")
    }
    if Methods.has(name, value) { return .method(value, name) }
    if let member = fact(name, of: value) { return member }
    guard case .object(let object) = value else { return .undefined(name) }
    return object[name] ?? .undefined(name)
  }

  /// Returns an attribute, for the filter `attr`: a member, but not the value of a key.
  static func attribute(
    _ name: String, of value: RuntimeValue
  ) throws(TemplateError) -> RuntimeValue {
    if case .object(let object) = value, object.kind == .dictionary, !Methods.has(name, value) {
      return .undefined(name)
    }
    return try member(name, of: value)
  }

  /// Returns a member of a value other than an object; `nil` if the value does not have the member.
  private static func fact(_ name: String, of value: RuntimeValue) -> RuntimeValue? {
    switch value {
    case .macro(let macro): macro.member(name)
    case .loop(let loop): loop.member(name)
    case .cycler(let cycler): cycler.member(name)
    case .joiner(let joiner): joiner.member(name)
    case .list(let list): list.member(name)
    default: nil
    }
  }

  static func item(
    _ index: RuntimeValue, of value: RuntimeValue, _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    if case .undefined(let base) = value {
      throw TemplateError(.value, "'\(base.excerpt)' is undefined, and has no items.")
    }
    switch (value, index) {
    case (.object(let object), _):
      guard let key = try index.memberKey(budget) else { return .undefined("item") }
      if let value = object[key] { return value }
      guard key.kind == .text, Methods.has(key.name, value) else { return .undefined(key.name) }
      return .method(value, key.name)
    case (_, .string(let name)) where Methods.has(name.text, value):
      return .method(value, name.text)
    case (_, .string(let name)):
      return fact(name.text, of: value) ?? .undefined(name.text)
    case (.list(let list), _):
      guard let index = index.integer, list.form.hasIndices else { return .undefined("item") }
      let position = index < 0 ? index + list.elements.count : index
      return list.elements.indices.contains(position)
        ? list.elements[position] : .undefined("item \(index)")
    case (.string(let text), _):
      guard let index = index.integer else { return .undefined("item") }
      let position = index < 0 ? index + text.count : index
      return (0..<text.count).contains(position)
        ? .string(text[position..<position + 1]) : .undefined("item \(index)")
    default: return .undefined("item")
    }
  }

  static func slice(
    _ value: RuntimeValue, from: RuntimeValue, to: RuntimeValue, step: RuntimeValue,
    _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    func bound(_ value: RuntimeValue) throws(TemplateError) -> Int? {
      if case .none = value { return nil }
      guard let number = value.integer else {
        throw TemplateError(.value, "A bound of the kind \(value.kind) is not a number.")
      }
      return number
    }
    let step = try bound(step) ?? 1
    guard step != 0, let count = count(of: value) else {
      throw TemplateError(.value, "A value of the kind \(value.kind) has no such slice.")
    }
    func position(_ bound: Int?, standard: Int) -> Int {
      guard let bound else { return standard }
      let position = bound < 0 ? max(bound, -count - 1) + count : bound
      return step > 0 ? min(max(position, 0), count) : min(max(position, -1), count - 1)
    }
    let start = position(try bound(from), standard: step > 0 ? 0 : count - 1)
    let end = position(try bound(to), standard: step > 0 ? count : -1)
    try budget.spend(value)
    let indices = Array(stride(from: start, to: end, by: step))
    switch value {
    case .string(let text): return .string(text.characters(at: indices))
    case .list(let list) where list.form.hasIndices:
      return RuntimeValue(
        indices.map { list.elements[$0] }, list.form.slice(from: start, to: end, step: step))
    default: throw TemplateError(.value, "A value of the kind \(value.kind) has no slices.")
    }
  }

  static func range(
    _ arguments: [RuntimeValue], _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    let numbers = arguments.compactMap { $0.integer }
    guard numbers.count == arguments.count, (1...3).contains(numbers.count) else {
      throw TemplateError(.value, "A range needs one to three whole numbers.")
    }
    let start = numbers.count > 1 ? numbers[0] : 0
    let end = numbers.count > 1 ? numbers[1] : numbers[0]
    let step = numbers.count > 2 ? numbers[2] : 1
    let limit = 100_000
    guard step != 0 else { throw TemplateError(.value, "The step of a range is 0.") }
    var elements: [RuntimeValue] = []
    for number in stride(from: start, to: end, by: step) {
      guard elements.count < limit else {
        throw TemplateError(.limitExceeded, "A range has more than \(limit) numbers.")
      }
      elements.append(.integer(number))
    }
    let range = RuntimeValue(elements, .range(start: start, end: end, step: step))
    try budget.spend(range)
    return range
  }

  // MARK: Operators

  static func compare(
    _ left: RuntimeValue, _ comparison: Comparison, _ right: RuntimeValue, _ budget: RenderingBudget
  ) throws(TemplateError) -> Bool {
    switch comparison {
    case .equal: return try left.equals(right, budget)
    case .notEqual: return try !left.equals(right, budget)
    case .contained: return try contains(right, left, budget)
    case .notContained: return try !contains(right, left, budget)
    case .less: return try order(left, right, budget).isLess
    case .lessOrEqual:
      let order = try order(left, right, budget)
      return order.isLess || order.isEqual
    case .greater:
      let order = try order(left, right, budget)
      return !order.isLess && !order.isEqual
    case .greaterOrEqual: return try !order(left, right, budget).isLess
    }
  }

  /// Returns the order of two numbers, two texts, or two lists or tuples.
  private static func order(
    _ left: RuntimeValue, _ right: RuntimeValue, _ budget: RenderingBudget, depth: Int = 0
  ) throws(TemplateError) -> (isLess: Bool, isEqual: Bool) {
    if let first = left.double, let second = right.double {
      if let one = try left.exact(budget), let two = try right.exact(budget) {
        return (one < two, one == two)
      }
      return (first < second, first == second)
    }
    if case .list(let first) = left, case .list(let second) = right,
      first.form == second.form, first.form == .list || first.form == .tuple,
      depth < RuntimeValue.maximumDepth
    {
      for (one, two) in zip(first.elements, second.elements)
      where try !one.equals(two, budget) {
        return (try order(one, two, budget, depth: depth + 1).isLess, false)
      }
      let (one, two) = (first.elements.count, second.elements.count)
      return (one < two, one == two)
    }
    guard let first = left.marked, let second = right.marked else {
      throw TemplateError(
        .value, "Values of the kinds \(left.kind) and \(right.kind) have no order.")
    }
    try budget.spend(min(first.count, second.count))
    return (
      first.scalars.lexicographicallyPrecedes(second.scalars), first.scalars == second.scalars
    )
  }

  private static func contains(
    _ whole: RuntimeValue, _ part: RuntimeValue, _ budget: RenderingBudget
  ) throws(TemplateError) -> Bool {
    switch whole {
    case .string(let text):
      guard let other = part.marked else {
        throw TemplateError(.value, "A text cannot have a value of the kind \(part.kind).")
      }
      try budget.spend(text.count)
      return text.firstIndex(of: other) != nil
    case .object(let object): return try part.memberKey(budget).map { object[$0] != nil } ?? false
    default:
      guard let elements = try elements(of: whole, budget) else {
        throw TemplateError(.value, "A value of the kind \(whole.kind) has no elements.")
      }
      for element in elements where try element.equals(part, budget) { return true }
      return false
    }
  }

  static func arithmetic(
    _ left: RuntimeValue, _ operation: String, _ right: RuntimeValue, _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    switch (left, operation, right) {
    case (.string(let first), "+", .string(let second)):
      try budget.spend(first.count + second.count)
      let text = first + second
      try budget.check(text)
      return .string(text)
    case (.string(let format), "%", _):
      try budget.spend(right)
      let text = try PercentFormat.text(format, right, budget)
      try budget.spend(text.count)
      return .string(text)
    case (.list(let first), "+", .list(let second))
    where first.form == second.form && (first.form == .list || first.form == .tuple):
      try budget.spend(left)
      try budget.spend(right)
      return RuntimeValue(first.elements + second.elements, first.form)
    case (.string(let text), "*", let count), (let count, "*", .string(let text)):
      guard let count = count.integer else { break }
      return .string(try text.repeated(count, budget))
    case (.list(let list), "*", let count), (let count, "*", .list(let list)):
      guard let count = count.integer, list.form == .list || list.form == .tuple else { break }
      guard !list.elements.isEmpty, count > 0 else { return RuntimeValue([], list.form) }
      let cost = (4 * list.elements.count).multipliedReportingOverflow(by: count)
      guard !cost.overflow else {
        throw TemplateError(.limitExceeded, "A list is repeated \(count) times.")
      }
      try budget.spend(cost.partialValue)
      return RuntimeValue(
        Array(repeatElement(list.elements, count: count).joined()), list.form)
    default: break
    }
    if let first = left.integer, let second = right.integer,
      let result = arithmetic(first, operation, second)
    {
      return .integer(result)
    }
    if let first = try left.whole(budget), let second = try right.whole(budget),
      operation != "/" || first.int == nil || second.int == nil
    {
      return try arithmetic(first, operation, second, budget)
    }
    guard let first = left.double, let second = right.double else {
      throw TemplateError(
        .value,
        "The operator \(operation) has no result for the kinds \(left.kind) and \(right.kind).")
    }
    switch operation {
    case "+": return .number(first + second)
    case "-": return .number(first - second)
    case "*": return .number(first * second)
    case "/", "//", "%":
      guard second != 0 else { throw dividedByZero }
      if operation == "/" {
        let quotient = first / second
        guard quotient.isFinite || !first.isFinite || !second.isFinite else { throw tooLarge }
        return .number(quotient)
      }
      let (quotient, remainder) = PythonNumber.floored(first, second)
      return .number(operation == "%" ? remainder : quotient)
    default: throw unsupported(operation)
    }
  }

  /// Returns the result for small numbers; `nil` if it may be large, or not whole, or an error.
  private static func arithmetic(_ first: Int, _ operation: String, _ second: Int) -> Int? {
    let result: (partialValue: Int, overflow: Bool)
    switch operation {
    case "+": result = first.addingReportingOverflow(second)
    case "-": result = first.subtractingReportingOverflow(second)
    case "*": result = first.multipliedReportingOverflow(by: second)
    case "//", "%":
      guard second != 0, second != -1 else { return nil }
      let (quotient, remainder) = first.quotientAndRemainder(dividingBy: second)
      // Python rounds toward negative infinity.
      let isRounded = remainder != 0 && (remainder < 0) != (second < 0)
      return operation == "%"
        ? (isRounded ? remainder + second : remainder) : (isRounded ? quotient - 1 : quotient)
    default: return nil
    }
    return result.overflow ? nil : result.partialValue
  }

  private static func arithmetic(
    _ first: LargeInteger, _ operation: String, _ second: LargeInteger, _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    // The cost of the school's methods; that of a power is limited by the size of its result.
    try budget.spend(
      operation == "**" ? LargeInteger.costOfPower : 1 + 8 * first.size * second.size)
    do throws(LargeInteger.Overflow) {
      switch operation {
      case "+": return RuntimeValue(try first + second)
      case "-": return RuntimeValue(try first - second)
      case "*": return RuntimeValue(try first * second)
      case "**": break
      default:
        guard second != LargeInteger(0) else { throw LargeInteger.Overflow() }
        guard operation == "/" else {
          let (quotient, remainder) = try first.divided(by: second)
          return RuntimeValue(operation == "%" ? remainder : quotient)
        }
        // The nearest doubles to the two numbers may have another quotient.
        let divisor = second.magnitude
        let (quotient, remainder) = try first.magnitude.divided(by: divisor)
        let magnitude = quotient.double + remainder.double / divisor.double
        guard magnitude.isFinite else { throw LargeInteger.Overflow() }
        return .number(first.isNegative == second.isNegative ? magnitude : -magnitude)
      }
      guard let exponent = second.int, exponent >= 0 else { throw LargeInteger.Overflow() }
      guard first.magnitude != LargeInteger(1), first != LargeInteger(0) else {
        return RuntimeValue(try first.power(exponent == 0 ? 0 : exponent % 2 == 0 ? 2 : 1))
      }
      return RuntimeValue(try first.power(exponent))
    } catch {
      if second == LargeInteger(0) { throw dividedByZero }
      if operation == "**", second < LargeInteger(0) { throw unsupported(operation) }
      throw tooLarge
    }
  }

  static func negated(
    _ value: RuntimeValue, _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    if let number = try value.whole(budget) { return RuntimeValue(-number) }
    guard let number = value.double else {
      throw TemplateError(.value, "A value of the kind \(value.kind) has no negative.")
    }
    return .number(-number)
  }

  /// Returns a number, also for a Boolean, after a plus sign.
  static func number(
    _ value: RuntimeValue, _ budget: RenderingBudget
  ) throws(TemplateError) -> RuntimeValue {
    if case .bool = value, let number = value.integer { return .integer(number) }
    guard value.double != nil else {
      throw TemplateError(.value, "A value of the kind \(value.kind) is not a number.")
    }
    return value
  }

  static let tooLarge = TemplateError(.limitExceeded, "A number is too large.")
  static let dividedByZero = TemplateError(.value, "A number is divided by 0.")

  private static func unsupported(_ operation: String) -> TemplateError {
    TemplateError(.unsupported, "The operator \(operation) is not supported for these values.")
  }
}
