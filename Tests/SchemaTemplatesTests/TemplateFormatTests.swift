import Testing

@testable import SchemaTemplates

/// The results are those of jinja2.
struct TemplateFormatTests {
  private func render(_ text: String) throws -> String {
    try Template(text).render([:]).map(\.text).joined()
  }

  @Test(arguments: [
    ("{{ '%s is %d, %s' | format('a', 7, none) }}", "a is 7, None"),
    ("{{ '%(b)s-%(a)s' | format(a=1, b='x') }}", "x-1"),
    ("{{ '%5s|%-5s|%.2s|%5.1s|' | format('ab', 'ab', 'abc', 'xyz') }}", "   ab|ab   |ab|    x|"),
    (
      "{{ '%d|%5d|%-5d|%05d|%+d|% d|%.3d|%i' | format(7, 7, 7, -7, 7, 7, 7, 7.9) }}",
      "7|    7|7    |-0007|+7| 7|007|7"
    ),
    ("{{ '%d %s' | format(true, [1, 'a']) }}", "1 [1, 'a']"),
    ("{{ '%r %r' | format('it', 2.0) }}", "'it' 2.0"),
    ("{{ '100%% of %s' | format('a') }}", "100% of a"),
    (
      "{{ '%s=%s' % ('a', 1) }} {{ '%s' % 'a' }} {{ '%s' % [1] }} {{ '%(k)s' % {'k': 2} }}"
        + "{{ 'x' % {} }}", "a=1 a [1] 2x"
    ),
    ("{{ '%s' | format(missing) }}|{{ '%s' % missing }}|{{ 'a' % missing }}|{{ 7 % 4 }}", "||a|3"),
    ("{{ '%d' | format(123456789012345678901234567890) }}", "123456789012345678901234567890"),
    ("{{ '%s %s' | format(*['a', 'b']) }}", "a b"),
  ])
  func `a format has the values in place of its fields, as in Python`(
    text: String, expected: String
  ) throws {
    #expect(try render(text) == expected)
  }

  @Test(arguments: [
    ("{{ '%s' | format }}", TemplateError.Code.value), ("{{ '%s' | format(1, 2) }}", .value),
    ("{{ '%s %s' | format('a') }}", .value), ("{{ '%s' | format('a', k=1) }}", .value),
    ("{{ '%(a)s' | format(b=1) }}", .value), ("{{ '%(a' | format(a=1) }}", .value),
    ("{{ '%' | format }}", .value), ("{{ '%d' | format('a') }}", .value),
    ("{{ '%d' | format(missing) }}", .value), ("{{ 'a' % 1 }}", .value),
    ("{{ 'a' % none }}", .value), ("{{ '%(a)s' % ['a'] }}", .value),
    ("{{ '%q' | format(1) }}", .unsupported),
    // jinja2 writes this.
    ("{{ '%9999d' | format(1) }}", .limitExceeded),
  ])
  func `a format that does not fit its values is an error`(
    text: String, code: TemplateError.Code
  ) throws {
    let error = #expect(throws: TemplateError.self) { try render(text) }
    #expect(error?.code == code)
    #expect(error?.line == 1)
  }

  @Test func `the values of a format keep their sources`() throws {
    let runs = try Template("{{ '[%s|%3s]' | format(a, 'b') }}").render([
      "a": .string("<x>", source: 4)
    ])
    #expect(
      runs == [
        TemplateRun(text: "[", source: nil), TemplateRun(text: "<x>", source: 4),
        TemplateRun(text: "|  b]", source: nil),
      ])
  }

  @Test(arguments: [
    ("{% with a = 1, b = a %}{{ a }}{{ b }}{% endwith %}{{ a }}", "1"),
    (
      "{% set a = 2 %}{% with a = 1, b = a %}{{ a }}{{ b }}{% set a = 5 %}{% endwith %}{{ a }}",
      "122"
    ),
    (
      "{% for i in [1, 2] %}{% with %}{% if i == 2 %}{% break %}{% endif %}{{ i }}{% endwith %}"
        + "{% endfor %}", "1"
    ),
    ("{% with (x, y) = (1, 2), z = 3 %}{{ x }}{{ y }}{{ z }}{% endwith %}", "123"),
    ("{% set a = 1 %}{% generation %}{% set a = 2 %}{{ a }}{% endgeneration %}{{ a }}", "21"),
    ("{% generation %}{% set n = 2 %}{% endgeneration %}{{ n is defined }}", "False"),
    (
      "{% set ns = namespace(a=1) %}{% generation %}{% set ns.a = 2 %}{% endgeneration %}"
        + "{{ ns.a }}", "2"
    ),
    ("{% set a = 1 %}{% for i in [] %}{% else %}{% set a = 2 %}{{ a }}{% endfor %}{{ a }}", "21"),
  ])
  func `a block with variables of its own does not change those around it`(
    text: String, expected: String
  ) throws {
    #expect(try render(text) == expected)
  }

  @Test(arguments: [
    "{% with a %}{% endwith %}", "{% with a = 1 %}", "{% with a, b = 1, 2 %}{% endwith %}",
    "{% with a = 1 b = 2 %}{% endwith %}",
  ])
  func `a block with variables that have no values is an error`(text: String) throws {
    let error = #expect(throws: TemplateError.self) { try render(text) }
    #expect(error?.code == .syntax)
  }

  @Test(arguments: [
    (
      "{% macro m(a, b=1) %}{{ kwargs }}{{ caller }}{% endmacro %}{{ m.name }} "
        + "{{ m.arguments }} {{ m.catch_kwargs }} {{ m.catch_varargs }} {{ m['caller'] }} "
        + "{{ m.other is defined }}", "m ('a', 'b') True False True False"
    ),
    (
      "{% macro m() %}{{ caller.name }} {{ caller.arguments }}{% endmacro %}"
        + "{% call(x) m() %}{% endcall %}", "None ('x',)"
    ),
  ])
  func `a macro has the members of macros in jinja2`(text: String, expected: String) throws {
    #expect(try render(text) == expected)
  }

  @Test(arguments: [
    ("{{ [1, 1.0, 'a', 'A', none, (1, 2), (1, 2), range(2)] | unique | list | length }}", "5"),
    ("{{ [[1], [1]] | unique | list }}", nil), ("{{ [{}] | unique | list }}", nil),
    ("{{ [(1, [2])] | unique | list }}", nil), ("{{ [{}.items()] | unique | list }}", nil),
    ("{{ [{'a': []}] | unique(attribute='a') | list }}", nil),
    ("{{ [{'a': 1}, {'a': 1}] | unique(attribute='a') | list | length }}", "1"),
  ])
  func `equal values are left out, but lists and objects have no hashes in Python`(
    text: String, expected: String?
  ) throws {
    guard let expected else {
      let error = #expect(throws: TemplateError.self) { try render(text) }
      #expect(error?.code == .value)
      return
    }
    #expect(try render(text) == expected)
  }

  @Test func `digits of other scripts are read as numbers`() throws {
    #expect(
      try render(
        "{{ '５' | int }} {{ '-١٢' | int }} {{ '２.５' | float }} {{ '²' | int(3) }} "
          + "{{ '१_०' | int }}") == "5 -12 2.5 3 10")
  }
}
