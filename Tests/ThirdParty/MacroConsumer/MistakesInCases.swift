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
  case second(Int, plain: Plain)  // error: 'PartiallyGenerated' is not a member type of struct 'null.Plain' // error: 'generable' is unavailable: the type of a value of this case does not conform to 'Generable'. Attach '@Generable' to the type's declaration, declare an array instead of a set, or write '<Value: Generable>' for a type parameter.
}

@Generable
enum NestedInOptional {
  case first
  case second(Int, plain: Plain?)  // error: type 'Plain' does not conform to protocol 'Generable' // error: 'generable' is unavailable: the type of a value of this case does not conform to 'Generable'. Attach '@Generable' to the type's declaration, declare an array instead of a set, or write '<Value: Generable>' for a type parameter.
}

@Generable
enum NestedInArray {
  case first
  case second([Plain], Int)  // error: type 'Plain' does not conform to protocol 'Generable' // error: 'generable' is unavailable: the type of a value of this case does not conform to 'Generable'. Attach '@Generable' to the type's declaration, declare an array instead of a set, or write '<Value: Generable>' for a type parameter.
}

@Generable
enum NestedInGeneric<Value: Sendable> {
  case first
  case second(Value)  // error: 'PartiallyGenerated' is not a member type of type 'Value' // error: 'generable' is unavailable: the type of a value of this case does not conform to 'Generable'. Attach '@Generable' to the type's declaration, declare an array instead of a set, or write '<Value: Generable>' for a type parameter.
}
