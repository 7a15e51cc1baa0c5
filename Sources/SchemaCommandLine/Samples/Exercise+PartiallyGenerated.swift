import SchemaKit

extension Exercise {
  /// An exercise as far as it has arrived.
  struct PartiallyGenerated: ConvertibleFromGeneratedContent, Sendable {
    var name: String?
    var instructions: String?
    var benefits: String?
    var fitnessLevel: FitnessLevel?
    var ageGroup: AgeGroup?
    var repetitions: Int?
    var muscles: [String]?

    /// Reads what is there.
    ///
    /// - Parameter content: An object, or the beginning of one.
    /// - Throws: `GeneratedContent.ConversionError` if what is there does not match the type.
    init(_ content: GeneratedContent) throws {
      name = try content.value(forProperty: "name")
      instructions = try content.value(forProperty: "instructions")
      benefits = try content.value(forProperty: "benefits")
      fitnessLevel = try content.value(forProperty: "fitnessLevel")
      ageGroup = try content.value(forProperty: "ageGroup")
      repetitions = try content.value(forProperty: "repetitions")
      muscles = try content.value(forProperty: "muscles")
    }
  }
}
