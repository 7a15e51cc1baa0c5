/// A type with a schema for the plan's encoder.
package protocol PlanGenerable: SendableMetatype {
  /// The schema of the type, one level deep. Its children are types.
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
