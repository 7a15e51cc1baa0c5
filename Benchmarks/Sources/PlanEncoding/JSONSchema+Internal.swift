extension JSONSchema {
  /// A node of the class tree that `JSONEncoder` encodes.
  package final class Internal: Codable {
    enum SchemaType: String, Codable {
      case object, array, string, integer, number, boolean
    }

    var type: SchemaType?
    var title: String?
    var description: String?
    var properties: [String: JSONSchema.Internal]?
    var format: String?
    var required: [String]?
    var additionalProperties: Bool?
    var defs: [String: JSONSchema.Internal]?
    var ref: String?
    var anyOf: [JSONSchema.Internal]?
    var items: JSONSchema.Internal?
    var minItems: Int?
    var maxItems: Int?
    var enumValues: [JSONValue]?
    var minimum: Double?
    var maximum: Double?
    var propertyOrdering: [String]?
    var xOrder: [String]?

    enum CodingKeys: String, CodingKey {
      case type, title, description, properties, format, required, additionalProperties
      case defs = "$defs"
      case ref = "$ref"
      case anyOf, items, minItems, maxItems
      case enumValues = "enum"
      case minimum, maximum
      case propertyOrdering
      case xOrder = "x-order"
    }

    init(type: SchemaType? = nil, ref: String? = nil, anyOf: [JSONSchema.Internal]? = nil) {
      self.type = type
      self.ref = ref
      self.anyOf = anyOf
    }
  }
}
