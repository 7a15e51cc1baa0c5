#if Macros
import Foundation
import SchemaKit
import Testing

/// The examples of SchemaMacros' and SchemaConformances' pages.
struct MacroExamples {
  @Test func `an enum with values becomes an object`() async throws {
    try await example("use cases with values") { print in
      // example: use cases with values
      let steps = Instruction.repeated([.stir, .wait(minutes: 5)], times: 3)
      print(steps.generatedContent.jsonString)
      // example: end
    }
  }

  @Test func `guides on a case are in the schema`() async throws {
    try await example("use guided case") { print in
      // example: use guided case
      print(try SchemaEncoder().encode(Reply.self).jsonString(.pretty))
      // example: end
    }
  }

  @Test func `coding keys name the properties`() async throws {
    try await example("use coding keys") { print in
      // example: use coding keys
      let delivery = Delivery(streetAddress: "1 Main St", isExpress: true)
      print(delivery.generatedContent.jsonString)
      // example: end
    }
  }

  @Test func `comments and keys are in the schema`() async throws {
    try await example("use comments") { print in
      // example: use comments
      print(try SchemaEncoder().encode(TableReservation.self).jsonString(.pretty))
      // example: end
    }
  }

  @Test func `guides are in the schema`() async throws {
    try await example("use booking") { print in
      // example: use booking
      print(try SchemaEncoder().encode(Booking.self).jsonString(.pretty))
      // example: end
    }
  }

  @Test func `a partial is made of text or of a value`() async throws {
    let dal = Samples.dal
    try await example("partial") { print in
      // example: partial
      let partial = try Recipe.PartiallyGenerated(GeneratedContent(json: #"{"name": "Da"#))
      print(partial.name ?? "…", partial.minutes ?? 0)

      let preview = dal.asPartiallyGenerated()
      print(preview.name ?? "…", preview.minutes ?? 0)
      // example: end
    }
  }

  @Test func `a partial is made of its parts`() async throws {
    try await example("memberwise partial") { print in
      // example: memberwise partial
      let begun = Recipe.PartiallyGenerated(id: GenerationID(), name: "Dal")
      print(begun.name ?? "…", begun.minutes ?? 0)  // Dal 0
      // example: end
    }
  }

  @Test func `types of Foundation are properties`() async throws {
    try await example("use event") { print in
      // example: use event
      let event = try Event(
        GeneratedContent(
          json: """
            {"id": "6F4C0C5E-0D9E-4B0C-8F0E-2B1C5D7A9E31", "start": "2030-05-01T08:00:00Z",
             "seats": {"front": 12, "back": 40}}
            """))
      print(event.start.timeIntervalSince1970, event.seats["back"] ?? 0)  // 1903852800.0 40
      // example: end
    }
  }
}
#endif
