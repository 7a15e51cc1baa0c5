package import SchemaEncoding

/// One of a million titled types, each of which has the next as its property.
///
/// Digits stand side by side because the runtime cannot name a type whose generic arguments nest
/// thousands deep.
package struct Link<A: Digit, B: Digit, C: Digit, D: Digit, E: Digit, F: Digit>: SchemaOnly {
  private static var number: Int {
    [A.value, B.value, C.value, D.value, E.value, F.value].reduce(0) { $0 * 10 + $1 }
  }

  package static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, title: "Link\(number)",
      properties: [number < 999_999 ? property(DeepTypes.link(number + 1)) : property(Int.self)])
  }

  private static func property<Next: Generable>(_: Next.Type) -> Property {
    Property(name: "next", type: Next.self)
  }
}

extension DeepTypes {
  /// The link of a number below a million.
  package static func link(_ number: Int) -> any Generable.Type {
    func link<A: Digit, B: Digit, C: Digit, D: Digit, E: Digit, F: Digit>(
      _: A.Type, _: B.Type, _: C.Type, _: D.Type, _: E.Type, _: F.Type
    ) -> any Generable.Type {
      Link<A, B, C, D, E, F>.self
    }
    let digits: [any Digit.Type] = [100_000, 10_000, 1_000, 100, 10, 1].map { power in
      DeepTypes.digits[number / power % 10]
    }
    return link(digits[0], digits[1], digits[2], digits[3], digits[4], digits[5])
  }

  private static let digits: [any Digit.Type] = [
    D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
  ]
}

/// A decimal digit in the name of a type.
package protocol Digit: SendableMetatype {
  static var value: Int { get }
}

package enum D0: Digit {
  package static let value = 0
}

package enum D1: Digit {
  package static let value = 1
}

package enum D2: Digit {
  package static let value = 2
}

package enum D3: Digit {
  package static let value = 3
}

package enum D4: Digit {
  package static let value = 4
}

package enum D5: Digit {
  package static let value = 5
}

package enum D6: Digit {
  package static let value = 6
}

package enum D7: Digit {
  package static let value = 7
}

package enum D8: Digit {
  package static let value = 8
}

package enum D9: Digit {
  package static let value = 9
}
