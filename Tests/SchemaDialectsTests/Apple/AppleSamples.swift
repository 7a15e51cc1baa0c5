import SchemaEncoding
import SchemaTestSupport

// The types whose schemas Apple's framework wrote into `corpus/apple`.

struct Age: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "years", type: Int.self), Property(name: "months", type: Int.self),
      ])
  }
}

/// As a root; inside others a cat is described in other words.
enum CatAlone {
  struct Cat: SchemaOnly {
    static var generationSchema: GenerationSchema {
      catSchema(Self.self, description: "A description of a cute cat")
    }
  }
}

struct Cat: SchemaOnly {
  static var generationSchema: GenerationSchema {
    catSchema(Self.self, description: "Basic profile information about a cat")
  }
}

/// As a definition in `shelter.json`, which says the same as the others.
private func catSchema(_ type: any Generable.Type, description: String) -> GenerationSchema {
  GenerationSchema(
    type: type, description: description,
    properties: [
      Property(name: "name", type: String.self),
      Property(name: "age", description: "The age of the cat, at most 20 years", type: Age.self),
      Property(
        name: "profile", description: "One sentence about this cat's personality",
        type: String.self),
    ])
}

struct Hedgehog: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "name", description: "A cute old-timey name", type: String.self),
        Property(name: "age", description: "The hedgehog's age, at most 8 years.", type: Age.self),
        Property(
          name: "favoriteFood", description: "The hedgehog's favorite food", type: String.self,
          guides: [.anyOf(["carrot", "turnip", "leek"])]),
        Property(name: "home", type: String.self, guides: [.constant("a hedge")]),
        Property(
          name: "hobbies", description: "The hedgehog's hobbies", type: [String].self,
          guides: [.count(3)]),
      ])
  }
}

/// As a root: at most three children.
enum PersonAlone {
  struct Person: SchemaOnly {
    static var generationSchema: GenerationSchema {
      personSchema(Self.self, children: [.maximumCount(3)])
    }
  }
}

/// Inside others: at most ten.
struct Person: SchemaOnly {
  static var generationSchema: GenerationSchema {
    personSchema(Self.self, children: [.maximumCount(10)])
  }
}

private func personSchema<Value: Generable>(
  _ type: Value.Type, children: [GenerationGuide<[Value]>]
) -> GenerationSchema {
  GenerationSchema(
    type: type,
    properties: [
      Property(
        name: "age", description: "The person's age", type: Int?.self, guides: [.range(18...100)]),
      Property(
        name: "children", description: "The person's children", type: [Value].self,
        guides: children),
      Property(name: "name", description: "The person's name", type: String.self),
    ])
}

struct PetClub: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "members", type: [Person].self), Property(name: "cats", type: [Cat].self),
        Property(name: "hedgehogs", type: [Hedgehog].self),
        Property(name: "otherPets", type: [String].self),
        Property(
          name: "presidentName", description: "Should be the name of one of the members",
          type: String.self),
      ])
  }
}

struct Shelter: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [Property(name: "cats", type: [Cat].self)])
  }
}

struct ShelterNewsletter: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "title", type: String.self), Property(name: "topic", type: String.self),
        Property(
          name: "sponsor",
          description: "A local company that's sponsoring this newsletter, if applicable",
          type: String?.self),
        Property(name: "issueNumber", type: Int?.self),
        Property(
          name: "tags", description: "Search keywords for this newsletter", type: [String]?.self),
        Property(name: "featuredCats", type: [Cat]?.self),
        Property(name: "featuredHedgehog", type: Hedgehog?.self),
        Property(name: "featuredStaff", type: [Person]?.self),
      ])
  }
}
