#if Macros
import SchemaKit
import Testing

/// The examples of SchemaValidation's, SchemaImport's and SchemaComparison's pages.
struct DocumentExamples {
  @Test func `an answer is checked`() async throws {
    try await example("validate") { print in
      // example: validate
      let validator = try ContentValidator(Recipe.self)
      let answer = try GeneratedContent(
        json: #"{"name": "Dal", "minutes": 240, "ingredients": []}"#)
      print(validator.report(on: answer).modelFeedback())
      // example: end
    }
  }

  @Test func `a violation says where and which rule`() async throws {
    try await example("violations") { print in
      // example: violations
      let validator = try ContentValidator(Recipe.self)
      let partial = try GeneratedContent(json: #"{"name": "Dal", "minutes": 240, "ingr"#)
      for violation in validator.report(onPartial: partial).violations {
        print(violation.rule, violation.path, violation.found)
      }
      // example: end
    }
  }

  @Test func `a value is made of a valid answer only`() async throws {
    try await example("validating") { print in
      // example: validating
      let answer = try GeneratedContent(json: #"{"name": "Dal", "minutes": 2, "ingredients": []}"#)
      do {
        print(try Recipe(validating: answer))
      } catch let error as ContentValidationError {
        print(error.report.violationCount)  // 2
      }
      // example: end
    }
  }

  @Test func `content is validated by a document`() async throws {
    try await example("validate-content") { print in
      // example: validate-content
      let validator = try ContentValidator(
        document: #"{"type": "array", "items": {"type": "integer"}, "uniqueItems": true}"#)
      let content = try GeneratedContent(json: "[1, 2, 1.0]")
      print(validator.isValid(content))
      print(validator.report(on: content))
      // example: end
    }
  }

  @Test func `the options select the draft`() async throws {
    try await example("drafts") { print in
      // example: drafts
      let document = #"{"items": [{"type": "string"}], "additionalItems": false}"#
      let content = try GeneratedContent(json: #"["a", "b"]"#)
      for draft in [nil, SchemaDraft.draft7, .draft2020] {
        let validator = try ContentValidator(document: document, options: .init(draft: draft))
        print(draft?.rawValue ?? "by its forms", validator.isValid(content))
      }
      // example: end
    }
  }

  @Test func `a document refers to another`() async throws {
    try await example("remotes") { print in
      // example: remotes
      var options = ContentValidator.DocumentOptions()
      options.remotes["https://example.org/unit"] = try GeneratedContent(
        json: #"{"enum": ["g", "ml"]}"#)
      let validator = try ContentValidator(
        document: #"{"$ref": "https://example.org/unit"}"#, options: options)
      print(validator.isValid(try GeneratedContent(json: #""g""#)))
      // example: end
    }
  }

  @Test func `output has the form of the standard`() async throws {
    try await example("output") { print in
      // example: output
      let validator = try ContentValidator(document: #"{"minimum": 3}"#)
      print(validator.output(.basic, on: try GeneratedContent(json: "1")).jsonString)
      // example: end
    }
  }

  @Test func `a document is imported`() async throws {
    try await example("import") { print in
      // example: import
      let imported = try SchemaImporter().import(
        """
        {
          "type": "object",
          "properties": {
            "street": {"type": "string"},
            "number": {"type": ["integer", "null"], "minimum": 1},
            "people": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}
          },
          "required": ["street"]
        }
        """)
      print(imported.isLossless)
      for diagnostic in imported.diagnostics { print(diagnostic) }
      print(try SchemaEncoder().encode(imported.schema).jsonString())
      // example: end
    }
  }

  @Test func `a part of a document is imported`() async throws {
    try await example("import a part") { print in
      // example: import a part
      let api = """
        {"openapi": "3.0.3", "components": {"schemas": {
          "Order": {
            "type": "object", "properties": {"line": {"$ref": "#/components/schemas/Line"}}},
          "Line": {"type": "string", "nullable": true}}}}
        """
      let order = try SchemaImporter().import(api, at: ["components", "schemas", "Order"])
      print(try SchemaGraph(order.schema).definitions.map(\.name))  // ["Line"]
      // example: end
    }
  }

  @Test func `other documents are supplied`() async throws {
    try await example("import with others") { print in
      // example: import with others
      var options = SchemaImporter.Options()
      options.remotes["https://example.com/line.json"] = try GeneratedContent(
        json: #"{"type": "string"}"#)
      let imported = try SchemaImporter(options: options).import(
        #"""
        {"$id": "https://example.com/order.json",
         "type": "array", "items": {"$ref": "line.json"}}
        """#
      )
      print(imported.isLossless)  // true
      // example: end
    }
  }

  @Test func `schemas are compared`() async throws {
    try await example("compare") { print in
      // example: compare
      let old = try SchemaGraph(
        SchemaImporter().import(
          """
          {"type": "object", "additionalProperties": false, "required": ["name", "minutes"],
           "properties": {"name": {"type": "string"},
            "minutes": {"type": "integer", "minimum": 5, "maximum": 90}}}
          """
        ).schema)
      let new = try SchemaGraph(Recipe.self)
      let compatibility = SchemaCompatibility(from: old, to: new)
      print(compatibility.verdict)
      for reason in compatibility.reasons { print(reason.path, reason.problem) }
      // example: end
    }
  }

  @Test func `open objects are compared as strictly as asked`() async throws {
    try await example("compare open objects") { print in
      // example: compare open objects
      var options = SchemaCompatibility.Options()
      options.assumesAddedNamesAreUnused = false
      let open = try SchemaGraph(SchemaImporter().import(#"{"type": "object"}"#).schema)
      let named = try SchemaGraph(
        SchemaImporter().import(#"{"type": "object", "properties": {"a": {"type": "null"}}}"#)
          .schema)
      print(SchemaCompatibility(from: open, to: named).verdict)  // compatible
      print(SchemaCompatibility(from: open, to: named, options: options).verdict)  // breaking
      // example: end
    }
  }
}
#endif
