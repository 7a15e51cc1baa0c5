import SchemaTestSupport
import SchemaValidation
import Testing

struct UnionTests {
  private typealias Dynamic = DynamicGenerationSchema

  private static func shape(_ type: String, _ measure: String) -> Dynamic {
    Dynamic(
      name: type,
      properties: [
        Dynamic.Property(
          name: "type", schema: Dynamic(type: String.self, guides: [.constant(type)])),
        Dynamic.Property(
          name: measure, schema: Dynamic(type: Double.self, guides: [.minimum(0)])),
      ])
  }

  private static let shapes = Dynamic(
    name: "Shape", anyOf: [shape("circle", "radius"), shape("square", "side"), .null])

  @Test func `a property that all alternatives require identifies the intended one`() throws {
    let validator = try makeValidator(ofValue: Self.shapes)
    #expect(try validator.lines(value: #"{"type": "circle", "radius": 1}"#).isEmpty)
    #expect(try validator.lines(value: #"{"side": 1, "type": "square"}"#).isEmpty)
    #expect(try validator.lines(value: "null").isEmpty)
    #expect(
      try validator.lines(value: #"{"type": "square", "radius": -1}"#) == [
        "at /value/radius: expected no property but \"type\", \"side\", found the number -1",
        "at /value/side: expected a number of at least 0, found nothing",
      ])
    #expect(
      try validator.lines(value: #"{"type": "cube", "side": 1}"#)
        == ["at /value/type: expected one of \"circle\", \"square\", found the string \"cube\""])
    #expect(
      try validator.lines(value: #"{"side": 1}"#)
        == ["at /value/type: expected one of \"circle\", \"square\", found nothing"])
    #expect(
      try validator.lines(value: #"{"type": 1}"#)
        == ["at /value/type: expected one of \"circle\", \"square\", found the number 1"])
    #expect(
      try validator.lines(value: "true")
        == ["at /value: expected an object or null, found true"])
  }

  @Test func `without such a property the arm with the fewest violations is meant`() throws {
    let person = Dynamic(
      name: "Person",
      properties: [
        Dynamic.Property(name: "name", schema: .string),
        Dynamic.Property(name: "age", schema: Dynamic(type: Int.self, guides: [.minimum(0)])),
      ])
    let place = Dynamic(
      name: "Place",
      properties: [
        Dynamic.Property(name: "name", schema: .string),
        Dynamic.Property(name: "country", schema: .string),
      ])
    let validator = try makeValidator(
      ofValue: Dynamic(name: "Thing", anyOf: [place, person, .array(of: .string)]))
    #expect(try validator.lines(value: #"{"name": "Ada", "age": 36}"#).isEmpty)
    #expect(try validator.lines(value: #"{"name": "Rome", "country": "Italy"}"#).isEmpty)
    #expect(
      try validator.lines(value: #"{"name": "Ada", "age": -1}"#)
        == ["at /value/age: expected a whole number of at least 0, found the number -1"])
    #expect(
      try validator.lines(value: #"{"name": 1, "country": 2}"#) == [
        "at /value/name: expected a string, found the number 1",
        "at /value/country: expected a string, found the number 2",
      ])
    #expect(
      try validator.lines(value: "[1]") == ["at /value/0: expected a string, found the number 1"])
  }

  @Test func `scalars have to fit one of all arms`() throws {
    let validator = try makeValidator(
      ofValue: Dynamic(
        name: "Size",
        anyOf: [
          Dynamic(name: "Word", anyOf: ["small", "large"]),
          Dynamic(type: String.self, guides: [.pattern(/^[0-9]+px$/)]),
          Dynamic(type: Int.self, guides: [.range(1...9)]),
        ]))
    for json in ["\"small\"", "\"12px\"", "9"] {
      #expect(try validator.lines(value: json).isEmpty)
    }
    #expect(
      try validator.lines(value: "\"12em\"") == [
        "at /value: expected one of \"small\", \"large\", or a string that matches ^[0-9]+px$, "
          + "found the string \"12em\""
      ])
    #expect(
      try validator.lines(value: "10")
        == ["at /value: expected a whole number from 1 to 9, found the number 10"])
  }

  @Test func `unions in unions, and unions that contain one another in arrays`() throws {
    let reference = { Dynamic(referenceTo: $0) }
    let validator = try makeValidator(
      ofValue: reference("A"),
      [
        Dynamic(name: "A", anyOf: [reference("B"), .integer]),
        Dynamic(name: "B", anyOf: [.string, reference("C")]),
        Dynamic(name: "C", anyOf: [.array(of: reference("A")), .array(of: reference("B"))]),
      ])
    #expect(try validator.lines(value: "[1, \"a\", [[2]]]").isEmpty)
    #expect(
      try validator.lines(value: "[1, [true]]")
        == ["at /value/1/0: expected a string or an array or a whole number, found true"])
  }
}
