import SchemaTestSupport
import Testing

@testable import SchemaTemplates

private let openText = "{{ " + String(repeating: "(", count: tried(of: 100_000))
private let deepText: String =
  openText + "1" + String(repeating: ")", count: tried(of: 100_000)) + " }}"
private let noSpace = "{% set n = namespace(x=[1], y=[1]) %}"

/// A statement a number of times, up to a million.
private func times(_ count: Int, _ statement: String) -> String {
  let (rounds, rest) = (count / 1_000, count % 1_000)
  let inner = "{% for j in range(\(rounds > 0 ? 1_000 : rest)) %}\(statement){% endfor %}"
  return rounds > 0 ? "{% for i in range(\(rounds)) %}\(inner){% endfor %}" : inner
}

/// A statement ten times, each of which takes a tenth of the work that is allowed, or more.
private func tenTimes(_ statement: String) -> String { times(10, statement) }

private let long = String(repeating: "a", count: 30_000)
private let text = "{% set s = 'a' * 30000 %}{% set d = {} %}"
private let named = "{% set d = {'\(long)': 1} %}{% set e = {'\(long)': 1} %}"
private let parameters = (0..<2_000).map { "a\($0)" }.joined(separator: ", ")

private func chain(_ start: String, _ link: String) -> String {
  "{{ \(start)" + String(repeating: link, count: 2_000) + " }}"
}

/// A list in lists, whose innermost element is capitalized.
private func mapOfMaps(_ depth: Int) -> String {
  "'a' | map(" + String(repeating: "'map', ", count: depth) + "'upper') | list"
}

private let deepBlocks = String(repeating: "{% if 1 %}", count: 10_000)

private let macroInBlocks: String =
  "{% macro m() %}" + String(repeating: "{% if 1 %}", count: 150) + "{{ m() }}"
  + String(repeating: "{% endif %}", count: 150) + "{% endmacro %}{{ m() }}"

private let faults: [(text: String, code: TemplateError.Code)] = [
  ("{% if x %}", .syntax), ("{{ 1 + }}", .syntax), ("{{ 'a }}", .syntax),
  ("{{ '\\x+1' }}", .syntax), ("{{ '\\u-001' }}", .syntax), ("{{ '\\x1", .syntax),
  ("{% include 'x' %}", .unsupported), ("{{ 1 | nothing }}", .unsupported),
  ("{% call m %}{% endcall %}", .syntax), ("{{ 2 ** -3 }}", .unsupported),
  ("{% macro m() %}{{ caller() }}{% endmacro %}{{ m() }}", .value),
  ("{{ x.y.z }}", .value), ("{{ 1 // 0 }}", .value), ("{{ [1] < 2 }}", .value),
  ("{{ raise_exception('no') }}", .rejected), ("{{ raise_exception('') }}", .rejected),
  ("{{ x | tojson }}", .value),
  ("{{ 2 ** 70000 }}", .limitExceeded), ("{{ 9 ** 99999 }}", .limitExceeded),
  ("{{ (2 ** 60000) * (2 ** 60000) }}", .limitExceeded), ("{{ 2 ** 70 // 0 }}", .value),
  ("{{ 'a'.join([1]) }}", .value), ("{{ missing | int }}", .value),
  ("{% macro f(a) %}{% endmacro %}{{ f(1, 2) }}", .value),
  ("{% macro f(a) %}{% endmacro %}{{ f(b=1) }}", .value),
  ("{% macro f(a) %}{% endmacro %}{{ f(1, **{1: 2}) }}", .value),
  ("{% macro f(a) %}{% endmacro %}{{ f(a=1, **{'a': 2}) }}", .value),
  ("{{ f(*a, 1) }}", .syntax), ("{{ f(**a, b=1) }}", .syntax),
  ("{{ 1 is string is string }}", .syntax),
  ("{{ 'a' * 99999999999 }}", .limitExceeded), ("{{ 99999999999 * 'a' }}", .limitExceeded),
  ("{{ [1] * 99999999999 }}", .limitExceeded),
  ("{{ 9223372036854775807 * [1] }}", .limitExceeded), ("{{ [1] * '2' }}", .value),
  ("{{ range(99999999) }}", .limitExceeded),
  ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", .limitExceeded),
  (
    "{% set x = ['a'] %}{% for i in range(99) %}{% set y = x.extend(x) %}{% endfor %}",
    .limitExceeded
  ),
  ("{{ range(9223372036854775807) }}", .limitExceeded),
  (noSpace + times(100_000, "{% set y = n.x.append(range(99999)) %}"), .limitExceeded),
  (noSpace + times(99, "{% set n.x = n.x + n.x %}"), .limitExceeded),
  ("{{ 'a' * 99 ~ range(9999) | join('a' * 99999) }}", .limitExceeded),
  ("{{ ('a' * 9999) | replace('a', 'b' * 99999) }}", .limitExceeded),
  ("{{ ('{0}' * 9999).format('a' * 99999) }}", .limitExceeded),
  (chain("1", "+1"), .limitExceeded), (chain("1", "*1"), .limitExceeded),
  (chain("x", ".a"), .limitExceeded),
  (chain("x", "[0]"), .limitExceeded), (chain("x", "()"), .limitExceeded),
  (chain("1", "|d"), .limitExceeded), ("{{ \(mapOfMaps(1_000)) }}", .limitExceeded),
  ("{{ \(mapOfMaps(21)) }}", .limitExceeded), (chain("0", " or 0"), .limitExceeded),
  (chain("1", " and 1"), .limitExceeded), (chain("1", " if 1"), .limitExceeded),
  (macroInBlocks, .limitExceeded),
  (deepText, .limitExceeded), (deepBlocks, .limitExceeded), (openText, .syntax),
  ("{{ \(String(repeating: "a", count: 1_001)) }}", .limitExceeded),
]

/// Millions of comparisons.
private let longFault = ("{{ range(99999) | unique }}", TemplateError.Code.limitExceeded)

struct TemplateFaultTests {
  private func render(
    _ text: String, _ variables: [String: TemplateValue] = [:]
  ) throws -> String {
    let clock = TemplateClock(year: 2026, month: 3, day: 7, hour: 14, minute: 5, second: 9)
    return try Template(text).render(variables, clock: clock).map(\.text).joined()
  }

  @Test func `a filter of lists in lists applies up to 20 levels deep`() throws {
    let brackets = (String(repeating: "[", count: 21), String(repeating: "]", count: 21))
    #expect(try render("{{ \(mapOfMaps(20)) }}") == "\(brackets.0)'A'\(brackets.1)")
  }

  @Test(arguments: faults + (isOptimized ? [longFault] : []))
  func `what is wrong is an error, whatever the template is (H1, H2)`(
    text: String, code: TemplateError.Code
  ) throws {
    let error = #expect(throws: TemplateError.self) { try render("\n" + text) }
    #expect(error?.code == code)
    #expect(error?.line == nil || (error?.line ?? 0) >= 1)
    #expect(error?.problem.isEmpty == false)
  }

  @Test(arguments: [
    "{{ [] | tojson(x=1) }}", "{{ 'a' | upper(1) }}", "{{ [1] | first(n=2) }}",
    "{{ 'a' | replace('a', 'b', old='c') }}", "{{ 'a' | trim('a', 'b') }}",
    "{{ [{}] | map(attribute='a', x=3) | list }}", "{{ [1] | map('string', x=3) | list }}",
    "{{ [1] | select('eq', other=1) | list }}", "{{ 1 is eq(other=1) }}", "{{ 1 is odd(2) }}",
    "{{ 'a'.startswith('a', 1, 2, 3) }}", "{{ 'a'.split(by=',') }}", "{{ [1].index(1, 0, 1, 2) }}",
    "{{ {}.get('a', default=1, x=2) }}",
  ])
  func `an argument that is not known is an error, since it would change the output`(
    text: String
  ) throws {
    let error = #expect(throws: TemplateError.self) { try render(text) }
    #expect(error?.code == .unsupported)
    #expect(error?.line == 1)
  }

  @Test(arguments: [
    "[1].extend(5)", "[1].append()", "[1].pop('a')", "[1].index()", "[1].count()", "{}.get()",
    "{}.pop()", "'a'.strip(5)", "'a'.split(5)", "'a b'.split(none, 'x')",
    "'a'.replace('a', 'b', 'x')", "'a'.startswith(5)", "'b'.startswith(('a', 1))",
    "'a'.endswith(x)", "'a'.join(5)", "'a'.join()", "'a'.find()", "'a' | abs", "x | abs",
    "'a' | indent(1.5)", "'a' | replace('a', 'b', 'x')", "'a' | trim(5)", "'a' | trim(x)",
    "[1] | select(5) | list", "strftime_now(5)", "'a b'.split(' ', none)",
    "'a b'.rsplit(none, none)",
    "'a'.replace('a', 'b', none)", "[1, 2].pop(none)", "'a' | indent(none)",
  ])
  func `an argument of the wrong kind is an error, as in jinja2`(expression: String) throws {
    let error = #expect(throws: TemplateError.self) { try render("{{ \(expression) }}") }
    #expect(error?.code == .value)
  }

  @Test(
    .withOptimizer,
    arguments: [
      // Text that is written, captured, read, or used as a name.
      (tenTimes("{% set t %}{{ s }}{% endset %}"), "{% set s = 'a' * 30000 %}"),
      (tenTimes("{% if '\(long)' %}{% endif %}"), ""),
      (tenTimes("{% if s is lower %}{% endif %}"), text),
      (tenTimes("{% if d[s] %}{% endif %}"), text),
      (tenTimes("{% if d.get(s) %}{% endif %}"), text),
      (tenTimes("{% if s in d %}{% endif %}"), text), (tenTimes("{% set x = d.pop(s, 1) %}"), text),
      (tenTimes("{% set x = {s: 1} %}"), text), (tenTimes("{% set x = strftime_now(s) %}"), text),
      (tenTimes("{% set x = '' | trim(s) %}"), text), (tenTimes("{% set x = ''.strip(s) %}"), text),
      (tenTimes("{% set x = [{}] | map(attribute=s) | list %}"), text),
      // Names of objects.
      (tenTimes("{% for x in d %}{% endfor %}"), named),
      (tenTimes("{% set x = d.items() %}"), named),
      (tenTimes("{% if d == e %}{% endif %}"), named), (tenTimes("{% set x = dict(d) %}"), named),
      // Elements.
      (tenTimes("{% for x in r %}{% break %}{% endfor %}"), "{% set r = range(4000) %}"),
      (tenTimes("{% for x in r %}{% endfor %}"), "{% set r = range(4000) %}"),
      (tenTimes("{{ m() }}"), "{% macro m(\(parameters)) %}{% endmacro %}"),
      // What is kept until the end.
      (times(17_000, "{% set x = [] %}"), ""), (times(17_000, "{% set x = {} %}"), ""),
      (times(5_000, "{% for k in [1] %}{% set x = loop %}{% endfor %}"), ""),
      (times(10_000, "{% set x = cycler(1) %}"), ""), (times(17_000, "{% set x = joiner() %}"), ""),
      (times(3_000, "{% for k in [1] recursive %}{% endfor %}"), ""),
      (tenTimes("{% if loop.changed(s) %}{% endif %}"), text),
      // Lists and texts that filters and methods make.
      (tenTimes("{% set x = r | batch(1) %}"), "{% set r = range(4000) %}"),
      (tenTimes("{% set x = [] | slice(4000) %}"), ""),
      (tenTimes("{% set x = r | groupby(none) %}"), "{% set r = range(1000) %}"),
      (tenTimes("{% set x = 'a' | center(30000) %}"), ""),
      (tenTimes("{% set x = 'a'.zfill(30000) %}"), ""),
      (tenTimes("{% set x = '%.1000f' | format(1e-300) %}"), ""),
      (times(1_000, "{% set y = x.insert(0, 1) %}"), "{% set x = range(1000) | list %}"),
      (
        times(5_000, "{% call m() %}{% endcall %}"),
        "{% macro m() %}{% if false %}{{ caller() }}{% endif %}{% endmacro %}"
      ),
    ])
  func `work and memory that a template takes again and again are counted (H2, H3)`(
    repeated: String, start: String
  ) throws {
    func render(_ text: String) throws(TemplateError) {
      var parser = TemplateParser(try TemplateLexer.tokens(of: text))
      var interpreter = try TemplateInterpreter([:], clock: TemplateClock(), leastWork: 1 << 18)
      _ = try interpreter.render(try parser.statements())
    }
    try render(start)
    let error = #expect(throws: TemplateError.self) { try render(start + repeated) }
    #expect(error?.code == .limitExceeded)
  }

  @Test(arguments: [false, true])
  func `variables that nest too deep are an error (H1)`(isObject: Bool) throws {
    func variable(_ levels: Int) -> [String: TemplateValue] {
      let value = (0..<levels).reduce(TemplateValue.none) { value, _ in
        isObject ? .object([.init("x", value)]) : .list([value])
      }
      return ["v": value]
    }
    let template = try Template("{{ v is defined }}")
    #expect(try template.render(variable(99)).map(\.text) == ["True"])
    let error = #expect(throws: TemplateError.self) { try template.render(variable(200)) }
    #expect(error?.code == .limitExceeded)
  }

  /// Lists that contain one list twice, with 2⁹⁰ elements in all.
  @Test(
    .enabled(if: isOptimized, "They write and compare millions of values."),
    arguments: ["{{ n.x }}", "{{ n.x | tojson }}", "{{ n.x == n.y }}", "{{ n.x in [n.y] }}"])
  func `lists that share their elements are written and compared within limits (H2, H3)`(
    use: String
  ) throws {
    let doubled = times(90, "{% set n.x = [n.x, n.x] %}{% set n.y = [n.y, n.y] %}")
    let error = #expect(throws: TemplateError.self) { try render(noSpace + doubled + use) }
    #expect(error?.code == .limitExceeded)
  }

  @Test(
    .withOptimizer,
    arguments: [
      "{% set n.x = [n.x] %}", "{% set n.x = {'x': n.x} %}", "{% set n.x = namespace(x=n.x) %}",
      "{% set m = [] %}{% set y = n.x.append(m) %}{% set n.x = m %}",
      "{% set n.x = [n.x] | map('list') | list %}", "{% set n.x = [n.x].append %}",
      "{% set n.x = cycler(n.x).next %}",
      "{% for y in [n.x] %}{% set n.x = loop.cycle %}{% endfor %}",
    ])
  func `values that nest without end are freed (H1)`(step: String) throws {
    let text = noSpace + times(tried(of: 50_000), step) + "{% set n.x = 1 %}{{ n.x }}"
    var parser = TemplateParser(try TemplateLexer.tokens(of: text))
    var interpreter = try TemplateInterpreter([:], clock: TemplateClock(), leastWork: 1 << 24)
    #expect(try interpreter.render(try parser.statements()).map(\.text) == ["1"])
  }

  @Test(arguments: [1, 4])
  func `the steps of a template are limited in proportion to it and its variables (H3)`(
    count: Int
  ) throws {
    let steps = String(repeating: "{% if true %}{% endif %}", count: 30)
    let text = times(1_000_000, steps)
    let variables = ["x": TemplateValue.string(String(repeating: "a", count: 1_000 * count))]
    var parser = TemplateParser(try TemplateLexer.tokens(of: text))
    let statements = try parser.statements()
    var interpreter = try TemplateInterpreter(
      variables, clock: TemplateClock(), length: text.utf8.count, leastSteps: 1_000)
    let error = #expect(throws: TemplateError.self) { try interpreter.render(statements) }
    let limit = 1_000 + 64 * (text.utf8.count + 1_000 * count + 1)
    #expect(error?.problem == "The template takes more than \(limit) steps.")
  }

  @Test func `the texts of a template are limited in proportion to it and its variables (H2)`()
    throws
  {
    let doubled = noSpace + "{% set n.x = 'a' %}" + times(99, "{% set n.x = n.x + n.x %}")
    #expect(throws: TemplateError.self) { try render(doubled) }
    let long = "{{ 'a' * 800000 }}"
    let error = #expect(throws: TemplateError.self) { try render(long) }
    #expect(error?.problem.hasSuffix("has more than 524288 characters.") == true)
    let variables = ["x": TemplateValue.string(String(repeating: "a", count: 200_000))]
    #expect(try render(long, variables).utf8.count == 800_000)
  }

  @Test func `containers that contain themselves are freed (H2)`() {
    weak var list: ListValue?
    weak var owner: ListValue?
    weak var object: ObjectValue?
    weak var scope: Scope?
    do {
      let (one, two, three) = (ListValue([]), ObjectValue(), Scope())
      one.append(contentsOf: [.list(one), .object(two)])
      two.set("a", to: .list(one))
      three.variables["m"] = .macro(
        MacroValue(Macro(name: "m", parameters: [], body: [], usedNames: []), scopes: [three]))
      let four = ListValue([])
      let method = RuntimeValue.method(.list(four), "append")
      four.append(method)
      let used = UsedContainers()
      #expect(used.keep(.list(one)) > 0)
      #expect(used.keep(method) > 0)
      // Kept by its method.
      #expect(used.keep(.list(four)) == 0)
      // Kept with the list that it is in.
      #expect(used.keep(.object(two)) == 0)
      #expect(used.keep([three]) > 0)
      used.clear()
      (list, owner, object, scope) = (one, four, two, three)
    }
    #expect(list == nil)
    #expect(owner == nil)
    #expect(object == nil)
    #expect(scope == nil)
  }

  @Test func `the error for a text that is repeated too often names the limit`() {
    let error = #expect(throws: TemplateError.self) { try render("{{ 99999999999 * 'a' }}") }
    #expect(
      error?.problem
        == "A text that is repeated 99999999999 times has more than 524288 characters.")
  }

  @Test func `an error says the line`() throws {
    let error = #expect(throws: TemplateError.self) {
      try render("a\n\n{% if true %}\n{{ raise_exception('No tools.') }}{% endif %}")
    }
    #expect(error?.description == "Line 4 of the template: No tools.")
  }
}
