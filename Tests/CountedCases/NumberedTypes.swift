import SchemaModel

/// A type of which only the schema is used.
protocol SchemaOnly: Generable {}

extension SchemaOnly {
  init(_ content: GeneratedContent) throws { throw CaseError(problem: "It has no values.") }

  var generatedContent: GeneratedContent { GeneratedContent(kind: .null) }
}

/// An object of 200 properties.
enum WideRecord: SchemaOnly {
  private static let names = (0..<200).map { "property\($0)" }

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, description: "A wide record",
      properties: names.indices.map { index in
        let (name, description) = (names[index], "What the record says of it")
        return switch index % 4 {
        case 0: Property(name: name, description: description, type: String.self)
        case 1:
          Property(
            name: name, description: description, type: Int.self, guides: [.range(0...1000)])
        case 2:
          Property(
            name: name, description: description, type: String.self,
            guides: [.anyOf(["open", "held", "done"])])
        default:
          Property(
            name: name, description: description, type: [String].self, guides: [.count(0...8)])
        }
      })
  }
}

/// Five hundred types that refer to each other in circles.
enum Circle: TypeFamily {
  static let types = numberedTypes(of: Circle.self, count: 500)

  static func schema(at index: Int) -> GenerationSchema {
    let next = types[(index + 1) % types.count]
    let linked = types[(index * 7 + 3) % types.count]
    return GenerationSchema(
      type: types[index], description: "A thing and what it is connected to",
      properties: [
        Property(name: "id", type: Int.self, guides: [.minimum(1)]),
        Property(name: "label", description: "What it is called", type: String.self),
        optionalProperty("next", of: next),
        property("links", ofArraysOf: linked),
      ])
  }
}

/// A thousand types, each of which has the next as its property.
enum Chain: TypeFamily {
  static let types = numberedTypes(of: Chain.self, count: 1000)

  static func schema(at index: Int) -> GenerationSchema {
    GenerationSchema(
      type: types[index], properties: [property("next", after: index, in: types)])
  }
}

/// A thousand types, each of which has the next and the one before it as its properties.
enum Ladder: TypeFamily {
  static let types = numberedTypes(of: Ladder.self, count: 1000)

  static func schema(at index: Int) -> GenerationSchema {
    let previous = types[max(index - 1, 0)]
    return GenerationSchema(
      type: types[index],
      properties: [
        property("next", after: index, in: types), optionalProperty("back", of: previous),
      ])
  }
}

/// `[[[…Int…]]]`.
func nestedArrays(depth: Int) -> any Generable.Type {
  func array<Element: Generable>(of _: Element.Type) -> any Generable.Type { [Element].self }
  var type: any Generable.Type = Int.self
  for _ in 0..<depth { type = array(of: type) }
  return type
}

// MARK: - Types by number

/// Types that are told apart by a number.
protocol TypeFamily: SendableMetatype {
  static func schema(at index: Int) -> GenerationSchema
}

/// A type of a family, with the digits of its number.
enum Numbered<Family: TypeFamily, Hundreds: Digit, Tens: Digit, Units: Digit>: SchemaOnly {
  static var generationSchema: GenerationSchema {
    Family.schema(at: Hundreds.value * 100 + Tens.value * 10 + Units.value)
  }
}

private func numberedTypes<Family: TypeFamily>(
  of family: Family.Type, count: Int
) -> [any Generable.Type] {
  func type<Hundreds: Digit, Tens: Digit, Units: Digit>(
    _: Hundreds.Type, _: Tens.Type, _: Units.Type
  ) -> any Generable.Type {
    Numbered<Family, Hundreds, Tens, Units>.self
  }
  return (0..<count).map { index in
    let (hundreds, tens, units) = (index / 100, index / 10 % 10, index % 10)
    return type(digits[hundreds], digits[tens], digits[units])
  }
}

/// A digit as a type.
protocol Digit: SendableMetatype {
  static var value: Int { get }
}

private enum D0: Digit { static var value: Int { 0 } }
private enum D1: Digit { static var value: Int { 1 } }
private enum D2: Digit { static var value: Int { 2 } }
private enum D3: Digit { static var value: Int { 3 } }
private enum D4: Digit { static var value: Int { 4 } }
private enum D5: Digit { static var value: Int { 5 } }
private enum D6: Digit { static var value: Int { 6 } }
private enum D7: Digit { static var value: Int { 7 } }
private enum D8: Digit { static var value: Int { 8 } }
private enum D9: Digit { static var value: Int { 9 } }

private let digits: [any Digit.Type] = [
  D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
]

// MARK: - Properties of types that are only known at run time

private typealias Property = GenerationSchema.Property

/// A property of the type after one of a list; of an integer after the last.
private func property(
  _ name: String, after index: Int, in types: [any Generable.Type]
) -> GenerationSchema.Property {
  func property<Value: Generable>(of type: Value.Type) -> GenerationSchema.Property {
    Property(name: name, type: type)
  }
  let type: any Generable.Type = index + 1 < types.count ? types[index + 1] : Int.self
  return property(of: type)
}

private func property<Element: Generable>(
  _ name: String, ofArraysOf element: Element.Type
) -> GenerationSchema.Property {
  Property(name: name, type: [Element].self)
}

private func optionalProperty<Value: Generable>(
  _ name: String, of type: Value.Type
) -> GenerationSchema.Property {
  Property(name: name, type: Value?.self)
}
