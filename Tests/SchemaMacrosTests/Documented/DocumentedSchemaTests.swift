#if Macros
import Foundation
import SchemaContent
import SchemaDialects
import SchemaImport
import SchemaMacros
import Testing

/// Apple's documentation of schemas, and the form of the files that Apple's own package exports.
struct DocumentedSchemaTests {
  // Known from: the schemas in apple/python-apple-fm-sdk: title, order and no other properties.
  @Test func `a schema states its properties in their order, and allows no others`() throws {
    let schema = try encoded(Meal.generationSchema)
    #expect(schema.text("title") == "Meal")
    #expect(schema.text("type") == "object")
    #expect(schema.text("description") == "A dish for guests")
    #expect(schema.texts("x-order") == ["title", "guests", "note", "course", "steps"])
    #expect(schema["additionalProperties"] as? Bool == false)
  }

  // Known from: the same files: an optional property is absent from `required`, and is not
  // nullable.
  @Test func `an optional property is not required, and has the type of its value`() throws {
    let required = try encoded(Meal.generationSchema).texts("required")
    #expect(required == ["title", "guests", "course", "steps"])
    #expect(try encodedProperty("note", of: Meal.generationSchema).text("type") == "string")
  }

  // Known from: the macro Guide(description:), and the same files.
  @Test func `a property has the description of its guide`() throws {
    let title = try encodedProperty("title", of: Meal.generationSchema)
    #expect(title.text("description") == "What it is called")
    #expect(title.text("type") == "string")
    #expect(try encodedProperty("guests", of: Meal.generationSchema)["description"] == nil)
  }

  // Known from: the same files: types within a type are definitions with references.
  @Test func `a structure within another one is a definition`() throws {
    let schema = try encoded(Meal.generationSchema)
    let steps = try encodedProperty("steps", of: Meal.generationSchema)
    #expect(steps.text("type") == "array")
    #expect(steps.object("items")?.text("$ref") == "#/$defs/CookingStep")
    let step = schema.object("$defs")?.object("CookingStep")
    #expect(step?.texts("required") == ["text", "minutes"])
  }

  // Known from: the same files: plain enumerations are not definitions.
  @Test func `a plain enumeration is a list of texts, in place`() throws {
    let course = try encodedProperty("course", of: Meal.generationSchema)
    #expect(course.text("type") == "string")
    #expect(course.texts("enum") == ["starter", "main", "dessert"])
    #expect(try encoded(Temperature.generationSchema).texts("enum") == ["very low", "high"])
  }

  // Known from: the same files: a union of references, without a type of its own.
  @Test func `an enumeration with values is a union`() throws {
    let schema = try encoded(TableOrder.generationSchema)
    #expect(schema["type"] == nil)
    let references = schema["anyOf"] as? [[String: Any]]
    #expect(references?.count == 3)
    #expect(references?.allSatisfy { $0.text("$ref")?.hasPrefix("#/$defs/") == true } == true)
  }

  // Known from: the same files: the root refers to itself by `#`.
  @Test func `a type that contains itself refers to itself`() throws {
    let children = try encodedProperty("children", of: Branch.generationSchema)
    #expect(children.object("items")?.text("$ref") == "#")
  }

  // Known from: the conformance to Codable.
  @Test func `a schema is the same after it was JSON`() throws {
    for schema in [Meal.generationSchema, TableOrder.generationSchema, Branch.generationSchema] {
      let data = try JSONEncoder().encode(schema)
      let read = try JSONDecoder().decode(GenerationSchema.self, from: data)
      let first = try encoded(schema) as NSDictionary
      #expect(try encoded(read) as NSDictionary == first)
    }
  }

  // Known from: the interface of 27: a schema has a name.
  @Test func `a schema has the name of its type`() {
    #expect(Meal.generationSchema.name == "Meal")
    #expect(Course.generationSchema.name == "Course")
  }

  // Known from: the initializer with choices.
  @Test func `a schema of choices has them in their order`() throws {
    let schema = GenerationSchema(
      type: Course.self, description: "When", anyOf: ["main", "starter", "late"])
    #expect(try encoded(schema).texts("enum") == ["main", "starter", "late"])
    #expect(try encoded(schema).text("description") == "When")
  }

  // Known from: the initializer with properties, whose schemas are those of their types.
  @Test func `a schema of properties states their types and descriptions`() throws {
    let schema = GenerationSchema(
      type: CookingStep.self, description: "A step",
      properties: [
        .init(name: "text", description: "What to do", type: String.self),
        .init(name: "minutes", type: Double?.self),
      ])
    #expect(try encodedProperty("text", of: schema).text("description") == "What to do")
    #expect(try encodedProperty("minutes", of: schema).text("type") == "number")
    #expect(try encoded(schema).texts("required") == ["text"])
  }

  // Known from: the page on dynamic schemas: a root, and the schemas to which it refers.
  @Test func `a dynamic schema refers to its dependencies by name`() throws {
    let menu = DynamicGenerationSchema(
      name: "Menu",
      properties: [
        .init(name: "soups", schema: .init(arrayOf: .init(referenceTo: "Soup")))
      ])
    let soup = DynamicGenerationSchema(
      name: "Soup",
      properties: [.init(name: "name", schema: .init(type: String.self))])
    let schema = try GenerationSchema(root: menu, dependencies: [soup])
    let soups = try encodedProperty("soups", of: schema)
    #expect(soups.object("items")?.text("$ref") == "#/$defs/Soup")
    #expect(try encoded(schema).object("$defs")?.object("Soup")?.texts("required") == ["name"])
    #expect(schema.name == "Menu")
  }

  // Known from: the error's case undefinedReferences, with the names.
  @Test func `a reference to nothing is an error with its name`() {
    let error = #expect(throws: GenerationSchema.SchemaError.self) {
      try GenerationSchema(
        root: DynamicGenerationSchema(
          name: "Menu", properties: [.init(name: "soup", schema: .init(referenceTo: "Soup"))]),
        dependencies: [])
    }
    guard case .undefinedReferences(_, let references, _)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(references == ["Soup"])
  }

  // Known from: the error's case duplicateType.
  @Test func `two dependencies of one name are an error`() {
    let soup = DynamicGenerationSchema(name: "Soup", properties: [])
    let other = DynamicGenerationSchema(name: "Soup", anyOf: ["dal", "stew"])
    let error = #expect(throws: GenerationSchema.SchemaError.self) {
      try GenerationSchema(root: .init(arrayOf: soup), dependencies: [soup, other])
    }
    guard case .duplicateType(_, let type, _)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(type == "Soup")
  }

  // Known from: the error's case duplicateProperty.
  @Test func `two properties of one name are an error`() {
    let error = #expect(throws: GenerationSchema.SchemaError.self) {
      try GenerationSchema(
        root: DynamicGenerationSchema(
          name: "Soup",
          properties: [
            .init(name: "name", schema: .init(type: String.self)),
            .init(name: "name", schema: .init(type: Int.self)),
          ]),
        dependencies: [])
    }
    guard case .duplicateProperty(let schema, let property, _)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(schema == "Soup")
    #expect(property == "name")
  }

  // Known from: the error's case emptyTypeChoices.
  @Test func `a union of nothing is an error`() {
    let error = #expect(throws: GenerationSchema.SchemaError.self) {
      try GenerationSchema(
        root: DynamicGenerationSchema(name: "Pet", anyOf: [DynamicGenerationSchema]()),
        dependencies: [])
    }
    guard case .emptyTypeChoices(let schema, _)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(schema == "Pet")
  }

  // Known from: the conformance to LocalizedError, and the context of each case; that the
  // description has the context's text is a guess.
  @Test func `an error of schemas describes itself`() {
    let error = GenerationSchema.SchemaError.undefinedReferences(
      schema: "Menu", references: ["Soup"], context: .init(debugDescription: "No Soup."))
    let localized: any LocalizedError = error
    #expect(localized.errorDescription?.isEmpty == false)
    #expect(error.localizedDescription.contains("Soup"))
  }

  // Known from: the initializer of arrays, whose bounds are those of the guides.
  @Test func `a dynamic array has its bounds`() throws {
    let array = DynamicGenerationSchema(
      arrayOf: .init(type: Int.self), minimumElements: 2, maximumElements: 5)
    let schema = try GenerationSchema(
      root: .init(name: "Row", properties: [.init(name: "cells", schema: array)]),
      dependencies: [])
    let cells = try encodedProperty("cells", of: schema)
    #expect(cells.number("minItems") == 2)
    #expect(cells.number("maxItems") == 5)
    #expect(cells.object("items")?.text("type") == "integer")
  }

  // Known from: the property's parameter isOptional.
  @Test func `an optional property of a dynamic schema is not required`() throws {
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "Soup", description: "Liquid",
        properties: [
          .init(name: "name", schema: .init(type: String.self)),
          .init(
            name: "salt", description: "In grams", schema: .init(type: Double.self),
            isOptional: true),
        ]),
      dependencies: [])
    #expect(try encoded(schema).texts("required") == ["name"])
    #expect(try encoded(schema).texts("x-order") == ["name", "salt"])
    #expect(try encoded(schema).text("description") == "Liquid")
    #expect(try encodedProperty("salt", of: schema).text("description") == "In grams")
  }

  // Known from: the initializer with a type and guides, for parts that are known in advance.
  @Test func `a type with guides is a part of a dynamic schema`() throws {
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "TableOrder",
        properties: [
          .init(name: "count", schema: .init(type: Int.self, guides: [.range(1...9)])),
          .init(name: "step", schema: .init(type: CookingStep.self)),
          .init(name: "size", schema: .init(name: "Size", anyOf: ["small", "large"])),
        ]),
      dependencies: [])
    #expect(try encodedProperty("count", of: schema).number("maximum") == 9)
    let step = try encoded(schema).object("$defs")?.object("CookingStep")
    #expect(step?.texts("required") == ["text", "minutes"])
    let text = String(decoding: try JSONEncoder().encode(schema), as: UTF8.self)
    #expect(text.contains(#"["small","large"]"#))
  }

  // Known from: the static member `null` of 26.4; how it is written is a guess.
  @Test func `a dynamic schema can be null`() throws {
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "Answer",
        properties: [
          .init(
            name: "text", schema: .init(name: "Text", anyOf: [.init(type: String.self), .null]))
        ]),
      dependencies: [])
    let text = String(decoding: try JSONEncoder().encode(schema), as: UTF8.self)
    #expect(text.contains(#""null""#))
  }

  // Known from: the initializer of unions by name.
  @Test func `a dynamic union has an alternative for each of its schemas`() throws {
    let cat = DynamicGenerationSchema(
      name: "Cat", properties: [.init(name: "lives", schema: .init(type: Int.self))])
    let dog = DynamicGenerationSchema(
      name: "Dog", properties: [.init(name: "breed", schema: .init(type: String.self))])
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(name: "Pet", anyOf: [cat, dog]), dependencies: [])
    #expect((try encoded(schema)["anyOf"] as? [Any])?.count == 2)
  }
}
#endif
