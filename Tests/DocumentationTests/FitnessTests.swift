#if Macros
import Foundation
import SchemaKit
import SchemaSessionTesting
import SchemaSessions
import Testing

@Generable
enum FitnessLevel: String {
  case beginner, intermediate, advanced
}

@Generable
enum AgeGroup: String {
  case youth = "Under 18"
  case youngAdult = "18-35"
  case adult = "36-55"
  case senior = "Over 55"
}

@Generable
struct Exercise: Identifiable {
  let id = UUID()

  @Guide(description: "Name of the exercise")
  var name: String

  @Guide(description: "How to perform the exercise")
  var instructions: String

  @Guide(description: "Benefits of this exercise")
  var benefits: String

  var fitnessLevel: FitnessLevel
  var ageGroup: AgeGroup

  @Guide(description: "Number of repetitions", .range(1...20))
  var repetitions: Int
}

/// A program as guides to FoundationModels show it, with another import and a scripted default
/// model.
struct FitnessTests {
  @Test func `T1: a program for FoundationModels runs`() async throws {
    await #expect(processExitsWith: .success) {
      let answer = """
        [{"name":"Squat","instructions":"Bend the knees.","benefits":"Strong legs",\
        "fitnessLevel":"beginner","ageGroup":"36-55","repetitions":12}]
        """
      try SystemLanguageModel.bootstrap(ScriptedModel([.text([answer])]))
      let totalMinutes = 20
      let ageGroup = AgeGroup.adult
      let fitnessLevel = FitnessLevel.beginner

      let session = LanguageModelSession(
        instructions: InstructionsBuilder {
          "You are an experienced fitness trainer"
          "Create safe, effective exercises"
        })

      let prompt = Prompt {
        "Create exercises for a \(totalMinutes)-minute workout"
        "Client is \(ageGroup.rawValue)"
        "Fitness level: \(fitnessLevel.rawValue)"
      }

      let exercises = try await session.respond(
        to: prompt,
        generating: [Exercise].self
      ).content

      #expect(exercises.map(\.repetitions) == [12])
      #expect(exercises.map(\.ageGroup) == [.adult])
      #expect(session.transcript.count == 3)
    }
  }
}
#endif
