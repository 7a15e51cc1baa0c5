import ContentStorage
import SchemaModel

extension AnswerMapping {
  /// The conversion of the values of one place, with the identities of the nodes of their parts.
  enum Node: Sendable, Hashable, Codable {
    typealias ID = MappingPlan.ID<Node>

    /// The values stay unchanged.
    case same

    /// An object whose properties change.
    case object(ObjectForm)

    /// An array whose elements change.
    case array(elements: ID)

    /// An array with a node for each of its first elements, and perhaps one for all further
    /// elements; some of them change.
    case tuple([ID], rest: ID? = nil)

    /// A value of one of several alternatives.
    case union([Alternative])

    /// The answer has another form.
    case other(AnyForm)

    /// The node of values that have another form in answers.
    static func form(_ form: any AnswerForm, parts: [ID] = []) -> Node {
      .other(AnyForm(form, parts: parts))
    }
  }

  /// A form of any type, which is stored under its name, with the nodes of its parts.
  ///
  /// It is a class, so that it is not copied for each value.
  final class AnyForm: Sendable, Hashable, Codable {
    let form: any AnswerForm
    let container: ContentShape?
    private let parts: [Node.ID]

    private struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    private enum CodingKeys: CodingKey { case form, parts }

    init(_ form: any AnswerForm, parts: [Node.ID]) {
      self.form = form
      self.parts = parts
      container = form.container
    }

    /// The node of a part; a part without a node stays unchanged.
    func node(ofPart number: Int) -> Node.ID {
      parts.indices.contains(number) ? parts[number] : .same
    }

    static func == (first: AnyForm, second: AnyForm) -> Bool {
      AnyHashable(first.form) == AnyHashable(second.form) && first.parts == second.parts
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(form)
      hasher.combine(parts)
    }

    func encode(to encoder: any Encoder) throws {
      var names = encoder.container(keyedBy: Name.self)
      let name = Name(stringValue: type(of: form).name)
      var container = names.nestedContainer(keyedBy: CodingKeys.self, forKey: name)
      try container.encode(form, forKey: .form)
      try container.encode(parts, forKey: .parts)
    }

    convenience init(from decoder: any Decoder) throws {
      let named = try decoder.container(keyedBy: Name.self)
      let names = named.allKeys
      guard names.count == 1, let name = names.first else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath,
            debugDescription: "A form of the mapping has \(names.count) names instead of one."))
      }
      guard let type = AnswerMapping.forms.first(where: { $0.name == name.stringValue }) else {
        throw DecodingError.dataCorruptedError(
          forKey: name, in: named,
          debugDescription: "The mapping has an unknown form: '\(name.stringValue.excerpt)'.")
      }
      let container = try named.nestedContainer(keyedBy: CodingKeys.self, forKey: name)
      self.init(
        try container.decode(type, forKey: .form),
        parts: try container.decode([Node.ID].self, forKey: .parts))
    }
  }
}
