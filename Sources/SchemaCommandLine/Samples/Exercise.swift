import SchemaKit

/// Something to do in a workout.
///
/// As `[Exercise]` it shows that a schema may have a list at its root, that enumerations are
/// inline, and that a list can have guides together with its elements.
struct Exercise: Sendable, Hashable {
  var name: String
  var instructions: String
  var benefits: String
  var fitnessLevel: FitnessLevel
  var ageGroup: AgeGroup
  var repetitions: Int
  var muscles: [String]
}

extension Exercise: Generable {
  /// What a model has to generate, in this order.
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(
          name: "name", description: "Name of the exercise", type: String.self),
        GenerationSchema.Property(
          name: "instructions", description: "How to perform the exercise", type: String.self),
        GenerationSchema.Property(
          name: "benefits", description: "Benefits of this exercise", type: String.self),
        GenerationSchema.Property(name: "fitnessLevel", type: FitnessLevel.self),
        GenerationSchema.Property(name: "ageGroup", type: AgeGroup.self),
        GenerationSchema.Property(
          name: "repetitions", description: "Number of repetitions", type: Int.self,
          guides: [.range(1...20)]),
        GenerationSchema.Property(
          name: "muscles", description: "What it works most", type: [String].self,
          guides: [
            .count(1...3),
            .element(.anyOf(["arms", "back", "chest", "core", "legs", "shoulders"])),
          ]),
      ])
  }

  /// Reads an exercise from what a model generated.
  ///
  /// - Parameter content: An object with the properties that the schema lists.
  /// - Throws: `GeneratedContent.ConversionError` if something is missing, or does not match the
  ///   type.
  init(_ content: GeneratedContent) throws {
    try content.requireComplete(for: Self.self)
    name = try content.value(forProperty: "name")
    instructions = try content.value(forProperty: "instructions")
    benefits = try content.value(forProperty: "benefits")
    fitnessLevel = try content.value(forProperty: "fitnessLevel")
    ageGroup = try content.value(forProperty: "ageGroup")
    repetitions = try content.value(forProperty: "repetitions")
    muscles = try content.value(forProperty: "muscles")
  }

  /// The exercise as a model would generate it.
  var generatedContent: GeneratedContent {
    GeneratedContent(properties: [
      "name": name, "instructions": instructions, "benefits": benefits,
      "fitnessLevel": fitnessLevel, "ageGroup": ageGroup, "repetitions": repetitions,
      "muscles": muscles,
    ])
  }
}

/// How fit one has to be; the strings are the names of the cases.
enum FitnessLevel: String, CaseIterable, Generable, Sendable {
  case beginner, intermediate, advanced
}

/// For whom an exercise is; the strings are words that a model understands.
enum AgeGroup: String, CaseIterable, Generable, Sendable {
  case youth = "Under 18"
  case youngAdult = "18-35"
  case adult = "36-55"
  case senior = "Over 55"
}
