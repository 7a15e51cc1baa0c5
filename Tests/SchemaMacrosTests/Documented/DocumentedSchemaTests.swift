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
}
#endif
