/// The guides of a property, for all types of properties.
///
/// At most one of the four properties is not `nil`.
final class AnyGenerationGuides: Sendable {
  let string: StringGuides?
  let integer: IntegerGuides?
  let double: DoubleGuides?
  let array: ArrayGuides?

  init(
    string: StringGuides? = nil, integer: IntegerGuides? = nil, double: DoubleGuides? = nil,
    array: ArrayGuides? = nil
  ) {
    self.string = string
    self.integer = integer
    self.double = double
    self.array = array
  }

  static func combine<Value>(guides: [PlanGenerationGuide<Value>]) -> AnyGenerationGuides {
    combine(guides: guides.map { $0.wrapped })
  }

  static func combine(guides: [AnyGenerationGuides]) -> AnyGenerationGuides {
    AnyGenerationGuides(
      string: StringGuides.combine(guides.compactMap { $0.string }),
      integer: IntegerGuides.combine(guides.compactMap { $0.integer }),
      double: DoubleGuides.combine(guides.compactMap { $0.double }),
      array: ArrayGuides.combine(guides.compactMap { $0.array }))
  }
}

/// Guides on a string.
struct StringGuides: Sendable {
  var anyOf: [String]?

  static func combine(_ guides: [StringGuides]) -> StringGuides? {
    guard !guides.isEmpty else { return nil }
    var choices: Set<String>?
    for guide in guides {
      guard let anyOf = guide.anyOf else { continue }
      if choices == nil {
        choices = Set(anyOf)
      } else {
        choices?.formIntersection(anyOf)
      }
    }
    return StringGuides(anyOf: choices.map(Array.init))
  }
}

/// Guides on an integer.
struct IntegerGuides: Sendable {
  var minimum: Int?
  var maximum: Int?

  static func combine(_ guides: [IntegerGuides]) -> IntegerGuides? {
    guard !guides.isEmpty else { return nil }
    return IntegerGuides(
      minimum: guides.compactMap { $0.minimum }.max(),
      maximum: guides.compactMap { $0.maximum }.min())
  }
}

/// Guides on a number.
struct DoubleGuides: Sendable {
  var minimum: Double?
  var maximum: Double?

  static func combine(_ guides: [DoubleGuides]) -> DoubleGuides? {
    guard !guides.isEmpty else { return nil }
    return DoubleGuides(
      minimum: guides.compactMap { $0.minimum }.max(),
      maximum: guides.compactMap { $0.maximum }.min())
  }
}

/// Guides on an array and on its elements.
struct ArrayGuides: Sendable {
  var minimumCount: Int?
  var maximumCount: Int?
  var element: AnyGenerationGuides?

  static func combine(_ guides: [ArrayGuides]) -> ArrayGuides? {
    guard !guides.isEmpty else { return nil }
    let elements = guides.compactMap { $0.element }
    return ArrayGuides(
      minimumCount: guides.compactMap { $0.minimumCount }.max(),
      maximumCount: guides.compactMap { $0.maximumCount }.min(),
      element: elements.isEmpty ? nil : AnyGenerationGuides.combine(guides: elements))
  }
}
