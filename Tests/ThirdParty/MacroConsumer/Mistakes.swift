// swift-format-ignore-file

import SchemaKit
import SchemaMacros

// Not part of any target: .ci/check-macros has the compiler read it, and expects the messages that
// the comments say, at their lines, and no others. So each mistake is told once, where it is, and
// what is generated for such a type adds no complaints of its own.

@Generable class Aquarium {}  // error: '@Generable' can only be used on structs and enums, and this is a class.
@Generable actor Keeper {}  // error: '@Generable' can only be used on structs and enums, and this is an actor.
@Generable protocol Swimming {}  // error: '@Generable' can only be used on structs and enums, and this is a protocol.
@Generable enum Nothing {}  // error: A '@Generable' enum needs at least one case.

@Generable
@Generable  // error: The type already has '@Generable'.
struct Twice {
  var age: Int
}

@Generable
struct Conforming: Equatable, Generable {  // error: '@Generable' adds the conformance to 'Generable': remove the conformance or the macro.
  var age: Int
}

@Generable
struct ByHand: Generable {  // error: '@Generable' adds the conformance to 'Generable': remove the conformance or the macro.
  var age: Int
  static var generationSchema: GenerationSchema { Int.generationSchema }
  var generatedContent: GeneratedContent { age.generatedContent }
  init(_ content: GeneratedContent) throws { age = try content.value() }
}

@Generable
struct Guided {
  @Guide(description: "a")  // error: '@Guide' can only be used with a stored property that is generated: this one is static.
  static let shared: Int = 1
  @Guide(description: "a")  // error: '@Guide' can only be used with a stored property that is generated: this one is computed.
  var computed: Int { 1 }
  @Guide(description: "a")  // error: '@Guide' can only be used with a stored property that is generated: this one is lazy.
  lazy var late: Int = 1
  @Guide(description: "a")  // error: '@Guide' can only be used with a stored property that is generated: this one has observers.
  var watched: Int = 1 { didSet {} }
  @Guide(description: "a")  // error: '@Guide' can only be used with a stored property that is generated: this one is a constant with a value.
  let constant: Int = 1
  @Guide(description: "a")  // error: '@Guide' can only be used with a stored property that is generated: this is not a property.
  func run() {}
  @Guide(description: "a")  // warning: This guide has no effect: a property without a written type is not generated.
  var untyped = 1
  var age: Int
}

@Generable
struct Types {
  var tuple: (Int, Int)  // error: '(Int, Int)' cannot be generated: declare a struct with '@Generable' in place of the tuple.
  var closure: @Sendable () -> Int  // error: '() -> Int' cannot be generated: a function is not data. Make it a computed property, or give it a value and no written type.
  var anything: Any  // error: 'Any' cannot be generated: use 'GeneratedContent', which holds any value that a model can generate.
  var twice: Int??  // error: 'Int??' cannot be generated: a property is present or absent, so it can be optional only once.
  var existential: any Equatable  // error: 'any Equatable' cannot be generated: the concrete type must be known. Use an enum with a case for each possible type.
  var elements: [Int?]  // error: '[Int?]' cannot be generated: the elements of an array cannot be optional.
}

@Generable
struct Bindings {
  var (age, weight): (Int, Int)  // error: '@Generable' needs a name and a type for each property: declare the properties one by one.
  var watched: Int { didSet {} }  // error: A property with observers is not generated, so it needs an initial value.
}

@Generable
struct Keys {
  static let name = "x"
  @Guide(key: Keys.name)  // error: 'key' is read at compile time: write a string literal without interpolation.
  var first: Int
  @Guide(key: "third") var second: Int
  var third: Int  // error: Another property already has the key "third": give one of them a different key with '@Guide(key:)'.
  #if DEBUG
  @Guide(description: "a")  // error: '@Guide' cannot depend on '#if': put the '#if' around the whole declaration.
  #endif
  var fourth: Int
}

@Generable
enum Values {
  case first(type: Int)  // error: The key "type" holds the name of the case: use another label, such as 'type kind:'.
  case second(value: Int, Int)  // error: Two values of this case have the key "value": change one of the labels.
  case third(() -> Void)  // error: '() -> Void' cannot be generated: a function is not data. Make it a computed property, or give it a value and no written type.
  case fourth(same: Int, same: Int)  // error: invalid redeclaration of 'same'
}

enum Zoo {
  @Generable
  private struct Pet {  // error: '@Generable' cannot extend a private nested type: make it 'fileprivate'.
    var age: Int
  }
}

@Generable
struct Texts {
  var keys: [Int: String]  // error: '[Int: String]' cannot be generated: the keys of a JSON object are strings. Use 'String' for the keys, or an array of a '@Generable' struct with a key and a value.
  @Guide(.range(0...1)) var scores: [Double]  // error: '.range' cannot be used with '[Double]'. To apply it to each element, use '.element(.range(…))'.
  @Guide(.range(1...5)) var name: String  // error: '.range' cannot be used with 'String': it is a guide for numbers.
  @Guide(.anyOf(["a"])) var names: [String]  // error: '.anyOf' cannot be used with '[String]'. To apply it to each element, use '.element(.anyOf(…))'.
  @Guide(/a/) var count: Int  // error: A regular expression cannot be used with 'Int': it is a guide for strings.
  @Guide(for: "a", description: "b") var age: Int  // error: 'for' names an associated value of a case, and this is a property: remove 'for'.
}

@Generable
struct Names {
  struct CodingKeys: CodingKey {  // warning: These 'CodingKeys' do not rename generated properties, because their names are not literals in one enum. Use '@Guide(key:)'.
    var stringValue: String
    var intValue: Int? { nil }
    init?(intValue: Int) { nil }
    init(stringValue: String) { self.stringValue = stringValue }
  }
  var age: Int
  var count = 3  // warning: 'count' is not generated, because its type is not written. Write the type to generate it; to leave it out, make it private or a constant.
  var id = ObjectIdentifier(Names.self)
}

@Generable
enum Step {
  @Guide(for: "hours", description: "a")  // error: The case has no associated value "hours": its values are "minutes".
  case wait(minutes: Int)
  @Guide(.minimum(1))  // error: Name the associated value that the guide is for: '@Guide(for: "times", …)'.
  case again(times: Int)
}

@Generable
enum Choice {
  @Guide(description: "a")  // error: '@Guide' has no effect here: of an enum without associated values, the model sees only the names of the cases.
  case first
}

// The compiler reports these mistakes at the line of the property, and most of them also at the
// struct, since the parameters of the partial's initializer have no lines of their own.

func local() {
  @Generable struct Pet {  // error: local type cannot have attached extension macro
    var age: Int
  }
}

struct Plain {
  var age: Int
}

@Generable
struct Nested {  // error: 'PartiallyGenerated' is not a member type of struct 'null.Plain'
  var plain: Plain  // error: 'generableProperty' is unavailable: the type of this property does not conform to 'Generable'. If it is your own type, attach '@Generable' to its declaration. If it is a set, use an array. If it is a type parameter, declare it as '<Value: Generable>'.
}

@Generable
struct NestedDeeper {  // error: type 'Plain' does not conform to protocol 'Generable'
  var age: Int
  var plains: [Plain]  // error: 'generableProperty' is unavailable: the type of this property does not conform to 'Generable'. If it is your own type, attach '@Generable' to its declaration. If it is a set, use an array. If it is a type parameter, declare it as '<Value: Generable>'.
}

@Generable
struct NestedInOptionalProperty {  // error: type 'Plain' does not conform to protocol 'Generable'
  var plain: Plain?  // error: 'generableProperty' is unavailable: the type of this property does not conform to 'Generable'. If it is your own type, attach '@Generable' to its declaration. If it is a set, use an array. If it is a type parameter, declare it as '<Value: Generable>'.
}

@Generable
struct NestedByHand {
  static var generationSchema: GenerationSchema { Int.generationSchema }
  typealias PartiallyGenerated = Int
  var plain: Plain  // error: 'generableProperty' is unavailable: the type of this property does not conform to 'Generable'. If it is your own type, attach '@Generable' to its declaration. If it is a set, use an array. If it is a type parameter, declare it as '<Value: Generable>'.
}

@Generable
enum NestedByHandInCase {
  static var generationSchema: GenerationSchema { Int.generationSchema }
  typealias PartiallyGenerated = Int
  case second(Plain)  // error: 'generable' is unavailable: the type of a value of this case does not conform to 'Generable'. If it is your own type, attach '@Generable' to its declaration. If it is a set, use an array. If it is a type parameter, declare it as '<Value: Generable>'.
}

@Generable
struct Tagged {  // error: 'PartiallyGenerated' is not a member type of generic struct 'Swift.Set<Swift.String>'
  @Guide(.count(3)) var tags: Set<String>  // error: 'generableProperty' is unavailable: a guide of this property is for another type than the property has, or the property's type does not conform to 'Generable'. Use guides for the type of the property. If the type is a set, use an array.
}

@Generable
struct Box<Value: Sendable> {  // error: 'PartiallyGenerated' is not a member type of type 'Value'
  var value: Value  // error: 'generableProperty' is unavailable: the type of this property does not conform to 'Generable'. If it is your own type, attach '@Generable' to its declaration. If it is a set, use an array. If it is a type parameter, declare it as '<Value: Generable>'.
}

@Generable
struct Undefined {  // error: cannot find type 'Unknown' in scope
  var name: String
  var unknown: Unknown  // error: cannot find type 'Unknown' in scope
}

@Generable
enum UndefinedInCase {
  case first(Int)
  case second(Unknown)  // error: cannot find type 'Unknown' in scope
}

typealias Scores = [Double]

@Generable
struct WrongGuide {
  @Guide(.range(0...1)) var scores: Scores  // error: 'generableProperty' is unavailable: a guide of this property is for another type than the property has, or the property's type does not conform to 'Generable'. Use guides for the type of the property. If the type is a set, use an array.
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
