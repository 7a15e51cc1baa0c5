import SchemaTemplates
import Testing

struct TemplateNumberTests {
  private func render(_ text: String) throws -> String {
    try Template(text).render([:]).map(\.text).joined()
  }

  @Test(arguments: [
    (
      "{{ '1_000' | int }} {{ ' 1_0 ' | int }} {{ '1_000.5' | int }} {{ '1_9' | int(0, 8) }}",
      "1000 10 1000 19"
    ),
    ("{{ '1__0' | int(3) }} {{ '_1' | int(3) }} {{ '1_' | int(3) }} {{ '_' | int(3) }}", "3 3 3 3"),
    (
      "{{ '-0x1f' | int(0, 16) }} {{ '0x_1f' | int(0, 16) }} {{ '+0B1_1' | int(0, 2) }}", "-31 31 3"
    ),
    (
      "{{ '0x-1' | int(3, 16) }} {{ '+-1' | int(3) }} {{ '0x' | int(3, 16) }} {{ '-' | int(3) }}",
      "3 3 3 3"
    ),
    ("{{ 'f_f' | int(0, 16) }} {{ '0b1' | int(0, 16) }} {{ '0x1_' | int(3, 16) }}", "255 177 3"),
    (
      "{{ '1_000.5' | float }} {{ '1_.5' | float(3) }} {{ '1e1_0' | float }}",
      "1000.5 3 10000000000.0"
    ),
  ])
  func `a number in a text may have underscores between digits, as in jinja2`(
    text: String, expected: String
  ) throws {
    #expect(try render(text) == expected)
  }

  @Test(arguments: [
    ("{{ '5' | int(0, 'x') }} {{ '1f' | int(3, 'x') }} {{ '5.7' | int(0, none) }}", "5 3 5"),
    ("{{ '11' | int(0, 99) }} {{ '11' | int(0, 1) }} {{ '11' | int(0, -2) }}", "11 11 11"),
    ("{{ 5 | int(0, 'x') }} {{ 5.5 | int(0, 99) }} {{ '11' | int(0, true) }}", "5 5 11"),
    ("{{ '0x1F' | int(3, 0) }} {{ '-0b11' | int(3, 0) }} {{ '0o17' | int(3, 0) }}", "31 -3 15"),
    ("{{ '11' | int(3, 0) }} {{ '0x' | int(3, 0) }} {{ '0x11' | int(3, 8) }}", "11 3 3"),
  ])
  func `the filter int reads decimal numbers if the base is wrong, as in jinja2`(
    text: String, expected: String
  ) throws {
    #expect(try render(text) == expected)
  }

  @Test(arguments: [
    ("{{ '0x10' | float }} {{ '0x1p4' | float(7) }} {{ '-0X10' | float(2) }}", "0.0 7 2"),
    ("{{ 'nan(0)' | float }} {{ '0x10' | int }}", "0.0 0"),
    ("{{ '1e3' | float }} {{ ' +1.5 ' | float }} {{ '.5' | float }}", "1000.0 1.5 0.5"),
  ])
  func `only decimal digits are a number, as in jinja2`(text: String, expected: String) throws {
    #expect(try render(text) == expected)
  }

  @Test func `a large number is written by its digits`() throws {
    let template = try Template(
      """
      {{ n }} {{ {n: [n]} | tojson }} {{ n is integer }} {{ n is number }} {{ n is string }} \
      {{ n | int }} {{ n == n }} {{ n > 1 }} {{ n - n }} {{ {n: 1}[n] }} {{ [n, 1] | sort | first }}
      """)
    let digits = "18446744073709551615"
    let runs = try template.render(["n": .numeral(digits, source: 1)])
    #expect(
      runs.map(\.text).joined()
        == "\(digits) {\"\(digits)\": [\(digits)]} True True False \(digits) True True 0 1 1")
    #expect(runs.filter { $0.source == 1 }.map(\.text) == Array(repeating: digits, count: 4))
    let float = try Template("{{ n is float }} {{ n is integer }} {{ n | float > 1 }}")
    #expect(
      try float.render(["n": .numeral("1e400")]).map(\.text).joined() == "True False True")
  }
}
