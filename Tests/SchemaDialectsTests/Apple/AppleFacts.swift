import SchemaTestSupport

/// The keywords that Apple's framework writes for each of the sample types.
///
/// One line states one keyword: its place, its name and its value. A document that states more,
/// less or something else is another document.
enum AppleFacts {
  static let age = ageObject("#")

  static let cat =
    catObject("#", description: "A description of a cute cat") + ageObject("#/$defs/Age")

  static let hedgehog = hedgehogObject("#") + ageObject("#/$defs/Age")

  static let person = personObject("#", reference: "#", maximum: 3)

  static let petClub =
    object(
      "#", title: "PetClub",
      order: ["members", "cats", "hedgehogs", "otherPets", "presidentName"])
    + array("#/properties/members", of: "#/$defs/Person")
    + array("#/properties/cats", of: "#/$defs/Cat")
    + array("#/properties/hedgehogs", of: "#/$defs/Hedgehog")
    + strings("#/properties/otherPets")
    + string("#/properties/presidentName", "Should be the name of one of the members")
    + everybody

  static let shelter =
    object("#", title: "Shelter", order: ["cats"])
    + array("#/properties/cats", of: "#/$defs/Cat")
    + catObject("#/$defs/Cat", description: "Basic profile information about a cat")
    + ageObject("#/$defs/Age")

  static let newsletter =
    object(
      "#", title: "ShelterNewsletter",
      order: [
        "title", "topic", "sponsor", "issueNumber", "tags", "featuredCats", "featuredHedgehog",
        "featuredStaff",
      ], required: ["title", "topic"])
    + string("#/properties/title") + string("#/properties/topic")
    + string(
      "#/properties/sponsor", "A local company that's sponsoring this newsletter, if applicable")
    + ["#/properties/issueNumber type \"integer\""]
    + strings("#/properties/tags")
    + ["#/properties/tags description \"Search keywords for this newsletter\""]
    + array("#/properties/featuredCats", of: "#/$defs/Cat")
    + ["#/properties/featuredHedgehog $ref \"#/$defs/Hedgehog\""]
    + array("#/properties/featuredStaff", of: "#/$defs/Person")
    + everybody

  // MARK: Types that occur in several documents

  private static let everybody =
    catObject("#/$defs/Cat", description: "Basic profile information about a cat")
    + hedgehogObject("#/$defs/Hedgehog") + ageObject("#/$defs/Age")
    + personObject("#/$defs/Person", reference: "#/$defs/Person", maximum: 10)

  private static func ageObject(_ place: String) -> [String] {
    object(place, title: "Age", order: ["years", "months"]) + [
      "\(place)/properties/years type \"integer\"", "\(place)/properties/months type \"integer\"",
    ]
  }

  private static func catObject(_ place: String, description: String) -> [String] {
    object(place, title: "Cat", order: ["name", "age", "profile"])
      + ["\(place) description \"\(description)\""]
      + string("\(place)/properties/name")
      + [
        "\(place)/properties/age $ref \"#/$defs/Age\"",
        "\(place)/properties/age description \"The age of the cat, at most 20 years\"",
      ]
      + string("\(place)/properties/profile", "One sentence about this cat's personality")
  }

  private static func hedgehogObject(_ place: String) -> [String] {
    object(place, title: "Hedgehog", order: ["name", "age", "favoriteFood", "home", "hobbies"])
      + string("\(place)/properties/name", "A cute old-timey name")
      + [
        "\(place)/properties/age $ref \"#/$defs/Age\"",
        "\(place)/properties/age description \"The hedgehog's age, at most 8 years.\"",
      ]
      + string("\(place)/properties/favoriteFood", "The hedgehog's favorite food")
      + ["\(place)/properties/favoriteFood enum [\"carrot\",\"turnip\",\"leek\"]"]
      + string("\(place)/properties/home") + ["\(place)/properties/home enum [\"a hedge\"]"]
      + strings("\(place)/properties/hobbies")
      + [
        "\(place)/properties/hobbies description \"The hedgehog's hobbies\"",
        "\(place)/properties/hobbies minItems 3", "\(place)/properties/hobbies maxItems 3",
      ]
  }

  private static func personObject(_ place: String, reference: String, maximum: Int) -> [String] {
    object(
      place, title: "Person", order: ["age", "children", "name"], required: ["children", "name"])
      + [
        "\(place)/properties/age type \"integer\"", "\(place)/properties/age minimum 18",
        "\(place)/properties/age maximum 100",
        "\(place)/properties/age description \"The person's age\"",
        "\(place)/properties/children description \"The person's children\"",
        "\(place)/properties/children maxItems \(maximum)",
      ]
      + array("\(place)/properties/children", of: reference)
      + string("\(place)/properties/name", "The person's name")
  }

  // MARK: Forms

  private static func object(
    _ place: String, title: String, order: [String], required: [String]? = nil
  ) -> [String] {
    func list(_ names: [String]) -> String {
      "[" + names.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }
    return [
      "\(place) type \"object\"", "\(place) title \"\(title)\"",
      "\(place) additionalProperties false", "\(place) x-order \(list(order))",
      "\(place) required \(list(required ?? order))",
    ]
  }

  private static func string(_ place: String, _ description: String? = nil) -> [String] {
    ["\(place) type \"string\""]
      + [description].compactMap { $0 }.map { "\(place) description \"\($0)\"" }
  }

  private static func strings(_ place: String) -> [String] {
    ["\(place) type \"array\"", "\(place)/items type \"string\""]
  }

  private static func array(_ place: String, of reference: String) -> [String] {
    ["\(place) type \"array\"", "\(place)/items $ref \"\(reference)\""]
  }
}

extension JSONValue {
  /// The keywords of a schema and of those inside it: one line each, as place, name and value.
  func facts(at place: String = "#") -> [String] {
    guard case .object(let members) = self else { return ["\(place) is \(compactText)"] }
    return members.flatMap { name, value -> [String] in
      switch (name, value) {
      case ("properties", .object(let schemas)), ("$defs", .object(let schemas)):
        schemas.flatMap { $1.facts(at: "\(place)/\(name)/\($0)") }
      case ("items", _): value.facts(at: "\(place)/items")
      default: ["\(place) \(name) \(value.compactText)"]
      }
    }
  }

  private var compactText: String {
    switch self {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): "\"\(value)\""
    case .array(let values): "[" + values.map(\.compactText).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1.compactText)" }
        .joined(separator: ",") + "}"
    }
  }
}
