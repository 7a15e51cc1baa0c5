// swift-format-ignore-file

import SchemaKit
import SchemaMacros

// Not part of any target, as Mistakes.swift. The compiler reads what is generated for an enum with
// associated values only when it finds no other error. It reports a value's type twice at the case,
// since the partially generated type has to name it.

struct Plain {
  var age: Int
}

@Generable
enum NestedInCase {
  case first
  case second(Int, plain: Plain)  // error: 'PartiallyGenerated' is not a member type of struct 'null.Plain' // error: 'generable' is unavailable: the type of a value of this case does not conform to 'Generable'. If it is your own type, attach '@Generable' to its declaration. If it is a set, use an array. If it is a type parameter, declare it as '<Value: Generable>'.
}

@Generable
enum NestedInOptional {
  case first
  case second(Int, plain: Plain?)  // error: type 'Plain' does not conform to protocol 'Generable' // error: 'generable' is unavailable: the type of a value of this case does not conform to 'Generable'. If it is your own type, attach '@Generable' to its declaration. If it is a set, use an array. If it is a type parameter, declare it as '<Value: Generable>'.
}

@Generable
enum NestedInArray {
  case first
  case second([Plain], Int)  // error: type 'Plain' does not conform to protocol 'Generable' // error: 'generable' is unavailable: the type of a value of this case does not conform to 'Generable'. If it is your own type, attach '@Generable' to its declaration. If it is a set, use an array. If it is a type parameter, declare it as '<Value: Generable>'.
}

@Generable
enum NestedInGeneric<Value: Sendable> {
  case first
  case second(Value)  // error: 'PartiallyGenerated' is not a member type of type 'Value' // error: 'generable' is unavailable: the type of a value of this case does not conform to 'Generable'. If it is your own type, attach '@Generable' to its declaration. If it is a set, use an array. If it is a type parameter, declare it as '<Value: Generable>'.
}
