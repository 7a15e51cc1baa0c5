package import PlanEncoding
package import SchemaModel

/// A type with a schema for SchemaKit and a schema for the plan's encoder.
package typealias FixtureType = any (Generable & PlanGenerable).Type

/// A type that stands for a decimal digit in the arguments of a generic type.
///
/// `Entity<D1, D2, D3>` is the 124th of a thousand distinct types from one declaration. A type has
/// several digits as arguments instead of nested arguments, because the runtime cannot name a type
/// whose generic arguments nest thousands of levels deep.
package protocol Digit: SendableMetatype {
  /// The digit.
  static var value: Int { get }
}

/// The digit 0.
package enum D0: Digit {
  package static var value: Int { 0 }
}

/// The digit 1.
package enum D1: Digit {
  package static var value: Int { 1 }
}

/// The digit 2.
package enum D2: Digit {
  package static var value: Int { 2 }
}

/// The digit 3.
package enum D3: Digit {
  package static var value: Int { 3 }
}

/// The digit 4.
package enum D4: Digit {
  package static var value: Int { 4 }
}

/// The digit 5.
package enum D5: Digit {
  package static var value: Int { 5 }
}

/// The digit 6.
package enum D6: Digit {
  package static var value: Int { 6 }
}

/// The digit 7.
package enum D7: Digit {
  package static var value: Int { 7 }
}

/// The digit 8.
package enum D8: Digit {
  package static var value: Int { 8 }
}

/// The digit 9.
package enum D9: Digit {
  package static var value: Int { 9 }
}

/// The digit types, by digit.
let digits: [any Digit.Type] = [
  D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
]

/// Returns the type of one digit of `number`.
///
/// - Parameters:
///   - place: The digit's place value: 1, 10, 100, and so on.
///   - number: The number. It must not be negative.
/// - Returns: The type of the digit.
func digit(_ place: Int, of number: Int) -> any Digit.Type {
  digits[number / place % 10]
}

/// A number of three digits.
///
/// A million types have two such numbers as arguments instead of six digits. The runtime finds a
/// generic type by a hash of its arguments, which depends little on the first arguments. So
/// creating a hundred thousand types with six digits takes minutes, but creating a million types
/// with two numbers takes seconds.
package enum N<Hundreds: Digit, Tens: Digit, Units: Digit>: Digit {
  package static var value: Int { Hundreds.value * 100 + Tens.value * 10 + Units.value }
}

/// The types of three digits, by number.
let numbers: [any Digit.Type] = (0..<1000).map { number in
  marker(digit(100, of: number), digit(10, of: number), digit(1, of: number))
}

private func marker<Hundreds: Digit, Tens: Digit, Units: Digit>(
  _: Hundreds.Type, _: Tens.Type, _: Units.Type
) -> any Digit.Type {
  N<Hundreds, Tens, Units>.self
}
