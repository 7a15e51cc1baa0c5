// swift-format-ignore-file

import SchemaKit
import SchemaMacros

// Not part of any target: .ci/check-macros has the compiler read it, and expects the messages that
// the comments say, at their lines, and no others. So each mistake is told once, where it is, and
// what is generated for such a type adds no complaints of its own.

@Generable class Aquarium {}  // error: '@Generable' can only be used on structs and enums, and this is a class.
@Generable actor Keeper {}  // error: '@Generable' can only be used on structs and enums, and this is an actor.
@Generable protocol Swimming {}  // error: '@Generable' can only be used on structs and enums, and this is a protocol.
@Generable enum Nothing {}  // error: A generable enum needs at least one case, or no value of it could be generated.

@Generable
@Generable  // error: '@Generable' is there already; once is enough.
struct Twice {
  var age: Int
}

@Generable
struct Conforming: Equatable, Generable {  // error: '@Generable' makes the type conform to 'Generable': remove the conformance, or the macro.
  var age: Int
}

@Generable
struct ByHand: Generable {  // error: '@Generable' makes the type conform to 'Generable': remove the conformance, or the macro.
  var age: Int
  static var generationSchema: GenerationSchema { Int.generationSchema }
  var generatedContent: GeneratedContent { age.generatedContent }
  init(_ content: GeneratedContent) throws { age = try content.value() }
}

@Generable
struct Guided {
  @Guide(description: "a")  // error: '@Guide' can only be used with a stored property that is generated: this one is the type's own.
  static let shared: Int = 1
  @Guide(description: "a")  // error: '@Guide' can only be used with a stored property that is generated: this one is computed.
  var computed: Int { 1 }
  @Guide(description: "a")  // error: '@Guide' can only be used with a stored property that is generated: this one is lazy.
  lazy var late: Int = 1
  @Guide(description: "a")  // error: '@Guide' can only be used with a stored property that is generated: this one has observers.
  var watched: Int = 1 { didSet {} }
  @Guide(description: "a")  // error: '@Guide' can only be used with a stored property that is generated: this one is a constant with a value.
  let constant: Int = 1
  @Guide(description: "a")  // error: '@Guide' can only be used with a stored property that is generated: this is no property.
  func run() {}
  @Guide(description: "a")  // warning: This guide has no effect: a property without a written type is not generated.
  var untyped = 1
  var age: Int
}

@Generable
struct Types {
  var tuple: (Int, Int)  // error: '(Int, Int)' cannot be generated: declare a struct with '@Generable' in place of the tuple.
  var closure: @Sendable () -> Int  // error: '() -> Int' cannot be generated: a function is no data. Compute it, or give it a value and no written type.
  var anything: Any  // error: 'Any' cannot be generated: use 'GeneratedContent', which is any value that a model can generate.
  var twice: Int??  // error: 'Int??' cannot be generated: a value is there or not, and cannot be missing twice.
  var existential: any Equatable  // error: 'any Equatable' cannot be generated: which type it is has to be known. Use an enum with a case for each.
  var elements: [Int?]  // error: '[Int?]' cannot be generated: an array that is generated has all of its elements.
}

@Generable
struct Bindings {
  var (age, weight): (Int, Int)  // error: '@Generable' needs a name and a type for each property: declare them one by one.
  var watched: Int { didSet {} }  // error: A property with observers is not generated, so it needs a value to start with.
}

@Generable
struct Keys {
  static let name = "x"
  @Guide(key: Keys.name)  // error: 'key' is compared with the other keys: write a string without interpolation.
  var first: Int
  @Guide(key: "third") var second: Int
  var third: Int  // error: The key "third" is that of another property: give one of them a 'key' of its own.
  #if DEBUG
  @Guide(description: "a")  // error: '@Guide' cannot depend on '#if': put the '#if' around the whole property.
  #endif
  var fourth: Int
}

@Generable
enum Values {
  case first(type: Int)  // error: The key "type" holds the name of the case: give this value another label, as in 'type kind:'.
  case second(value: Int, Int)  // error: Two values of this case would be generated under the key "value": change a label.
  case third(() -> Void)  // error: '() -> Void' cannot be generated: a function is no data. Compute it, or give it a value and no written type.
  case fourth(same: Int, same: Int)  // error: invalid redeclaration of 'same'
}

enum Zoo {
  @Generable
  private struct Pet {  // error: A private type inside of another cannot be extended by '@Generable': make it 'fileprivate', which is as private as a file.
    var age: Int
  }
}

// Of these the compiler says what is wrong, in its own words, and perhaps in several.

func local() {
  @Generable struct Pet {  // error: local type cannot have attached extension macro
    var age: Int
  }
}

@Generable  // expanded
struct WrongGuide {
  @Guide(.range(1...5)) var name: String
}

@Generable  // expanded
struct WrongElementGuide {
  @Guide(.anyOf(["a"])) var names: [String]
}

// These refer to types that have mistakes, which is none.

@Generable
struct Sound {
  var conforming: Conforming
  var types: Types?
  var values: [Values]
}

func use(_ sound: Sound) throws -> Sound { try Sound(sound.generatedContent) }

// A member of something unknown is looked up in every module that is imported.

func compare() {
  if unknown == .text { }  // error: cannot find 'unknown' in scope
}
