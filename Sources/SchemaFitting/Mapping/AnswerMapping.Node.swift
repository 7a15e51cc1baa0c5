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

    /// An array of fixed length whose elements change.
    case tuple([ID])

    /// A value of one of several alternatives.
    case union([Alternative])

    /// The answer has another form.
    case other(AnyForm)

    /// The node of values that have another form in answers.
    static func form(_ form: any AnswerForm) -> Node { .other(AnyForm(form)) }
  }

  /// A form of any type, which is stored under its name.
  ///
  /// It is a class, so that it is not copied for each value.
  final class AnyForm: Sendable, Hashable, Codable {
    let form: any AnswerForm
    let container: ContentShape?

    private struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(_ form: any AnswerForm) {
      self.form = form
      container = form.container
    }

    static func == (first: AnyForm, second: AnyForm) -> Bool {
      AnyHashable(first.form) == AnyHashable(second.form)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(form) }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      try container.encode(form, forKey: Name(stringValue: type(of: form).name))
    }

    convenience init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      let names = container.allKeys
      guard names.count == 1, let name = names.first else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath,
            debugDescription: "A form of the mapping has \(names.count) names instead of one."))
      }
      guard let type = AnswerMapping.forms.first(where: { $0.name == name.stringValue }) else {
        throw DecodingError.dataCorruptedError(
          forKey: name, in: container,
          debugDescription: "The mapping has an unknown form: '\(name.stringValue.excerpt)'.")
      }
      self.init(try container.decode(type, forKey: name))
    }
  }
}
