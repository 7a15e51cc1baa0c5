#if Macros
import Foundation
import SchemaConformances
import SchemaKit

/// Types as an app declares them, of which nothing but the macros says how they are generated.
enum Cookbook {
  @Generable
  struct Recipe: Identifiable, Equatable {
    let id = UUID()

    @Guide(description: "Name of the dish")
    var name: String

    @Guide(description: "Cooking time in minutes", .range(5...120))
    var cookingTime: Int

    @Guide(description: "List of ingredients")
    var ingredients: [String]
  }

  @Generable
  struct Article {
    var title: String
    var summary: String
    var body: String
  }
}

extension Cookbook.Recipe {
  static let example = Cookbook.Recipe(
    name: "Classic Margherita",
    cookingTime: 25,
    ingredients: ["dough", "tomato sauce", "mozzarella", "basil"]
  )
}

enum Gym {
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
}
#endif
