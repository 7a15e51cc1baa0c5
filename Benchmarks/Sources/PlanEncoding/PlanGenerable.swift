/// A type that the plan's way can describe.
package protocol PlanGenerable: SendableMetatype {
  /// What the type looks like, one level deep: children are named by their types.
  static var jsonSchema: JSONSchema { get }
}

extension String: PlanGenerable {
  package static var jsonSchema: JSONSchema {
    JSONSchema(type: String.self, kind: .string(guides: StringGuides()))
  }
}

extension Int: PlanGenerable {
  package static var jsonSchema: JSONSchema {
    JSONSchema(type: Int.self, kind: .integer(guides: IntegerGuides()))
  }
}

extension Double: PlanGenerable {
  package static var jsonSchema: JSONSchema {
    JSONSchema(type: Double.self, kind: .double(guides: DoubleGuides()))
  }
}

extension Bool: PlanGenerable {
  package static var jsonSchema: JSONSchema {
    JSONSchema(type: Bool.self, kind: .boolean)
  }
}

extension Array: PlanGenerable where Element: PlanGenerable {
  package static var jsonSchema: JSONSchema {
    JSONSchema(type: Self.self, kind: .array(item: Element.self, guides: ArrayGuides()))
  }
}
