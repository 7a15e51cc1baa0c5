package import SchemaEncoding

/// One of a million titled types, each of which has the next as its property.
///
/// Its number is a type of at most six digits: the runtime cannot name a type whose generic
/// arguments nest thousands deep, and its table of types takes quadratic time where six arguments,
/// side by side, are each one of ten types.
package struct Link<Number: Numeral>: SchemaOnly {
  package static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, title: "Link\(Number.value)",
      properties: [
        Number.value < 999_999
          ? property(DeepTypes.link(Number.value + 1)) : property(Int.self)
      ])
  }

  private static func property<Next: Generable>(_: Next.Type) -> Property {
    Property(name: "next", type: Next.self)
  }
}

extension DeepTypes {
  /// The link of a number below a million.
  package static func link(_ number: Int) -> any Generable.Type {
    func link<Number: Numeral>(_: Number.Type) -> any Generable.Type { Link<Number>.self }
    let type = numeral(of: number)
    return link(type)
  }

  private static func numeral(of number: Int) -> any Numeral.Type {
    let digit = digits[number % 10]
    if number < 10 { return digit }
    func append<Tens: Numeral, Digit: Numeral>(_: Digit.Type, to _: Tens.Type)
      -> any Numeral.Type
    {
      DecimalNumeral<Tens, Digit>.self
    }
    let tens = numeral(of: number / 10)
    return append(digit, to: tens)
  }

  private static let digits: [any Numeral.Type] = [
    D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
  ]
}

/// A number as a type.
package protocol Numeral: SendableMetatype {
  static var value: Int { get }
}

/// A number of two digits or more: the last digit, and the digits before it.
package enum DecimalNumeral<Tens: Numeral, Digit: Numeral>: Numeral {
  package static var value: Int { Tens.value * 10 + Digit.value }
}

package enum D0: Numeral {
  package static let value = 0
}

package enum D1: Numeral {
  package static let value = 1
}

package enum D2: Numeral {
  package static let value = 2
}

package enum D3: Numeral {
  package static let value = 3
}

package enum D4: Numeral {
  package static let value = 4
}

package enum D5: Numeral {
  package static let value = 5
}

package enum D6: Numeral {
  package static let value = 6
}

package enum D7: Numeral {
  package static let value = 7
}

package enum D8: Numeral {
  package static let value = 8
}

package enum D9: Numeral {
  package static let value = 9
}
