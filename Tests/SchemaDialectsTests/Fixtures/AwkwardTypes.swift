import SchemaEncoding
import SchemaTestSupport

/// Types with unusual names, each as a part of another type.
enum AwkwardTypes {
  static let all: [any Generable.Type] = [
    Having<Page<Item>>.self, Having<`a/b`>.self, Having<`m~n`>.self, Having<`with space`>.self,
    Having<`%25`>.self, Having<`100% "sure"`>.self, Having<Größe>.self, Having<`日本語 😀`>.self,
    Having<[`~1`]>.self, Having<`#/$defs/x`>.self, Having<Page<Page<`a/b`>>>.self, Family.self,
    Namesakes.self,
  ]
}

struct Having<Part: Generable>: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [Property(name: "part", type: Part.self)])
  }
}

struct Item: SchemaOnly {
  static var generationSchema: GenerationSchema { itemSchema(Self.self) }
}

struct Page<Element: Generable>: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "elements", type: [Element].self, guides: [.maximumCount(2)]),
        Property(name: "next", type: Page<Element>?.self),
      ])
  }
}

struct `a/b`: SchemaOnly {
  static var generationSchema: GenerationSchema { itemSchema(Self.self) }
}

struct `m~n`: SchemaOnly {
  static var generationSchema: GenerationSchema { itemSchema(Self.self) }
}

struct `with space`: SchemaOnly {
  static var generationSchema: GenerationSchema { itemSchema(Self.self) }
}

struct `%25`: SchemaOnly {
  static var generationSchema: GenerationSchema { itemSchema(Self.self) }
}

struct `100% "sure"`: SchemaOnly {
  static var generationSchema: GenerationSchema { itemSchema(Self.self) }
}

struct Größe: SchemaOnly {
  static var generationSchema: GenerationSchema { itemSchema(Self.self) }
}

struct `日本語 😀`: SchemaOnly {
  static var generationSchema: GenerationSchema { itemSchema(Self.self) }
}

struct `~1`: SchemaOnly {
  static var generationSchema: GenerationSchema { itemSchema(Self.self) }
}

struct `#/$defs/x`: SchemaOnly {
  static var generationSchema: GenerationSchema { itemSchema(Self.self) }
}

private func itemSchema(_ type: any Generable.Type) -> GenerationSchema {
  GenerationSchema(
    type: type,
    properties: [
      Property(name: "size", type: Int.self, guides: [.range(0...9)]),
      Property(name: "a/b~c%25 \"é😀\"", type: String?.self, guides: [.anyOf(["x", "\"y\""])]),
    ])
}

/// Contains itself, as the root and below it.
struct Family: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "head", type: Person.self), Property(name: "branches", type: [Family].self),
      ])
  }
}

/// Has two types of one name.
struct Namesakes: SchemaOnly {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        Property(name: "one", type: Cat.self), Property(name: "two", type: CatAlone.Cat.self),
      ])
  }
}
