import Testing

@testable import SchemaTemplates

private let tree =
  "{% set tree = [{'name': 'r', 'children': [{'name': 's', 'children': []}, "
  + "{'name': 't', 'children': [{'name': 'u'}]}]}, {'name': 'v', 'children': []}] %}"

/// The results are those of jinja2.
struct TemplateLoopTests {
  private func render(_ text: String) throws -> String {
    try Template(tree + text).render([:]).map(\.text).joined()
  }

  @Test(arguments: [
    (
      "{% for x in tree recursive %}{{ x.name }}({{ loop(x.children or []) }}){% endfor %}",
      "r(s()t(u()))v()"
    ),
    (
      "{% for x in tree recursive %}{{ x.name }}({{ loop(x.children) }}){% else %}none{% endfor %}",
      "r(s(none)t(u(none)))v(none)"
    ),
    (
      "{% for x in tree recursive %}{{ loop.depth }}{{ loop.depth0 }}{{ loop.index }}"
        + "{{ loop(x.children) }}{% endfor %}",
      "101211212321102"
    ),
    (
      "{% for x in tree if x.name != 't' recursive %}{{ x.name }}"
        + "{{ loop(iterable=x.children) }}{% endfor %}",
      "rsv"
    ),
    (
      "{% for x in [1, [2, [3, 4]], 5] recursive %}{% if x is iterable %}[{{ loop(x) }}]"
        + "{% else %}{{ x }}{{ ',' if not loop.last }}{% endif %}{% endfor %}",
      "1,[2,[3,4]]5"
    ),
    (
      "{% for x in [[1, [2]], 3] recursive %}{% if x is iterable %}{% if loop.depth > 1 %}"
        + "{% break %}{% endif %}[{{ loop(x) }}]{% else %}{{ x }}{% endif %}{% else %}E"
        + "{% endfor %}",
      "[1]3"
    ),
    (
      "{% set k = 5 %}{% for x in [[1], 2] recursive %}{% set k = x %}{{ k }}"
        + "{% if x is iterable %}{{ loop(x) }}{% endif %}{{ k }};{% endfor %}{{ k }}",
      "[1]11;[1];22;5"
    ),
    (
      "{% for x in [[1], 2] recursive %}{% macro m(y) %}<{{ loop(y) }}>{% endmacro %}"
        + "{% if x is iterable %}{{ m(x) }}{% else %}{{ x }}{{ loop.depth }}{% endif %}"
        + "{% endfor %}",
      "<12>21"
    ),
    (
      "{% for x in [[1], 2] recursive %}{% set t %}{% if x is iterable %}{{ loop(x) }}"
        + "{% else %}{{ x }}{% endif %}{% endset %}({{ t }}){% endfor %}",
      "((1))(2)"
    ),
    (
      "{% for x in [[1], []] recursive %}{% set outer = loop %}"
        + "{% for y in [x] if y is iterable %}{{ outer(y) }}{% endfor %}{{ loop.index }}"
        + "{% endfor %}",
      "112"
    ),
  ])
  func `a recursive loop runs again for the elements within an element, as in jinja2`(
    text: String, expected: String
  ) throws {
    #expect(try render(text) == expected)
  }

  @Test(arguments: [
    (
      "{% for i in [1, 1, 2, 2, 1] %}{{ loop.changed(i) }} {% endfor %}",
      "True False True False True "
    ),
    (
      "{% for i in [1, 2] %}{{ loop.changed() }}{{ loop.changed(i, 1) }}"
        + "{{ loop.changed(i, 1) }} {% endfor %}",
      "TrueTrueFalse TrueTrueFalse "
    ),
    (
      "{% for i in [1, 2] %}{{ loop }}{{ [loop] }}{{ loop | length }}{{ loop is callable }}"
        + "{{ loop is iterable }}{{ loop is sequence }}{% endfor %}",
      "<LoopContext 1/2>[<LoopContext 1/2>]2TrueTrueFalse<LoopContext 2/2>"
        + "[<LoopContext 2/2>]2TrueTrueFalse"
    ),
    (
      "{% for i in [1, 2] %}{{ loop['first'] }}{{ loop | attr('last') }}"
        + "{{ loop.x is defined }}{{ loop == loop }}{% endfor %}",
      "TrueFalseFalseTrueFalseTrueFalseTrue"
    ),
    (
      "{% set n = namespace() %}{% for i in [1, 2] %}{% if loop.first %}{% set n.l = loop %}"
        + "{% endif %}{% endfor %}{{ n.l.index }}{{ n.l.last }}{{ n.l.previtem }}",
      "2True1"
    ),
    (
      "{% set s = joiner() %}{% for i in [1, 2, 3] %}{{ s() }}{{ i }}{% endfor %} "
        + "{{ s.used }} {{ s.sep }}",
      "1, 2, 3 True , "
    ),
    (
      "{% set j = joiner(5) %}{{ j() }}{{ j() + 1 }} {{ j is callable }} "
        + "{{ joiner(sep='x').used }} {{ j.x is defined }}",
      "6 True False False"
    ),
    (
      "{% set c = cycler('a', 'b', 3) %}{% for i in range(4) %}{{ c.next() }}{% endfor %} "
        + "{{ c.current }} {{ c.pos }} {{ c.items }}",
      "ab3a b 1 ('a', 'b', 3)"
    ),
    (
      "{% set c = cycler('a', 'b') %}{{ c.next() }}{{ c.reset() }}{{ c.next() }}"
        + "{{ c['pos'] }} {{ c is callable }} {{ c == c }} {{ c == cycler(1) }}",
      "aNonea1 False True False"
    ),
  ])
  func `loops, cyclers and joiners tell of their state, as in jinja2`(
    text: String, expected: String
  ) throws {
    #expect(try render(text) == expected)
  }

  @Test func `loops, cyclers and joiners are the same only as themselves, as in jinja2`() throws {
    let values =
      "{% set c = cycler(1) %}{{ c is sameas c }} {{ c is sameas cycler(1) }} "
      + "{% set j = joiner() %}{{ j is sameas j }} {{ j is sameas joiner() }} {{ c is sameas j }} "
    let loops =
      "{% for x in [1] %}{% set outer = loop %}{{ loop is sameas loop }} "
      + "{% for y in [1] %}{{ loop is sameas outer }}{% endfor %}{% endfor %}"
    #expect(try render(values + loops) == "True False True False False True False")
  }

  @Test(arguments: [
    "{{ loop | list }}", "{% for x in loop %}{% endfor %}", "{{ 1 in loop }}",
    "{{ ', '.join(loop) }}", "{{ dict(loop) }}", "{% set x, y = loop %}",
  ])
  func `elements of a loop that jinja2 takes from its passes are an error that says so`(
    text: String
  ) throws {
    let error = #expect(throws: TemplateError.self) {
      try render("{% for i in [1, 2] %}\n{{ loop is iterable }}\(text){% endfor %}")
    }
    #expect(error?.code == .unsupported)
    #expect(error?.line == 2)
    #expect(error?.problem.contains("Name the list") == true)
  }

  @Test(arguments: [
    "{% for i in [1] %}{{ loop([]) }}{% endfor %}",
    "{% for x in [1] recursive %}{{ loop(1) }}{% endfor %}",
    "{% for x in [1] recursive %}{{ loop() }}{% endfor %}",
    "{% for x in [[1]] recursive %}{% for y in [1] %}{{ loop(x) }}{% endfor %}{% endfor %}",
    "{% for i in [1] %}{{ loop | tojson }}{% endfor %}",
    "{% for i in [1, 2] %}{{ loop.changed(value=1) }}{% endfor %}",
    "{% for i in [1] %}{{ loop.cycle() }}{% endfor %}",
    "{{ cycler() }}",
    "{% set c = cycler(1) %}{{ c() }}",
    "{{ joiner() | tojson }}",
  ])
  func `a call that a loop, a cycler or a joiner does not take is an error, as in jinja2`(
    text: String
  ) throws {
    let error = #expect(throws: TemplateError.self) { try render(text) }
    #expect(error?.code == .value)
    #expect(error?.line == 1)
  }

  @Test(arguments: [
    "{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}",
    "{% for x in [1] recursive %}{% macro m() %}{{ loop([1]) }}{% endmacro %}{{ m() }}{% endfor %}",
    "{% set n = namespace(x=[]) %}{% set y = n.x.append(n.x) %}"
      + "{% for x in n.x recursive %}{{ loop(x) }}{% endfor %}",
  ])
  func `calls of recursive loops are limited like those of macros (H1)`(text: String) throws {
    let error = #expect(throws: TemplateError.self) { try render(text) }
    #expect(error?.code == .limitExceeded)
    #expect(error?.problem.contains("60 levels deep") == true)
  }

  @Test func `a recursive loop nests as deep as the limit allows (H1)`() throws {
    let levels = "{% for x in [1] recursive %}{{ loop.depth }} {{ loop([1]) if loop.depth < 61 }}"
    let output = try render(levels + "{% endfor %}")
    #expect(output == (1...61).map { "\($0) " }.joined())
  }

  @Test func `a recursive loop cannot end a loop around it`() throws {
    let error = #expect(throws: TemplateError.self) {
      try Template(
        "{% for a in [1] %}\n{% for x in [] recursive %}{% else %}"
          + "{% break %}{% endfor %}{% endfor %}"
      )
    }
    #expect(error?.code == .syntax)
    #expect(error?.line == 2)
  }

  @Test func `the output of a recursive loop keeps its sources`() throws {
    let item = TemplateValue.object([
      .init("name", .string("<|a|>", source: 3)),
      .init("parts", .list([.object([.init("name", .string("<|b|>", source: 4))])])),
    ])
    let runs = try Template(
      "{% for x in l recursive %}{{ x.name }}({{ loop(x.parts) }}){% endfor %}"
    ).render(["l": .list([item])])
    #expect(
      runs == [
        .init(text: "<|a|>", source: 3), .init(text: "(", source: nil),
        .init(text: "<|b|>", source: 4), .init(text: "())", source: nil),
      ])
  }
}
