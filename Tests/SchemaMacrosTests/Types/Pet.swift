#if Macros
import SchemaMacros

@Generable(description: "A pet")
struct Pet: Hashable, Codable {
  @Guide(description: "What it is called")
  var name: String

  @Guide(.range(0...30))
  var age: Int = 1

  var nickname: String?
  var kind: PetKind
  var toys: [Toy]
}

@Generable
struct Toy: Hashable, Codable {
  var name: String
}

@Generable
enum PetKind: String, Codable {
  case cat, dog
  case other = "something else"
}
#endif
