// swift-format-ignore-file

import SchemaKit
import SchemaMacros

// Not part of any target, as Mistakes.swift. The compiler reads what is generated for an enum with
// associated values only when it finds no other error.

struct Plain {
  var age: Int
}

@Generable  // expanded
enum NestedInCase {
  case first
  case second(Int, plain: Plain?)  // error: initializer 'init(name:description:type:)' requires that 'Plain' conform to 'Generable' // error: type 'Plain' does not conform to protocol 'Generable'
}
