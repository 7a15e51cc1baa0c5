import SchemaKit

extension Rule {
  /// How a schema is fitted to a dialect, and what may be wrong with an answer to it.
  static let fitting =
    SchemaDiagnostic.Fitting.allCases.map { Rule(code: $0.code, meaning: $0.meaning) } + [
      Rule(
        code: "fit.answer",
        meaning: """
          An answer does not have the form of its fitted schema, so no value can be read from it. \
          The place is that of the declared schema.
          """)
    ]
}

extension SchemaDiagnostic.Fitting {
  /// The code of a finding about the fitting, such as `fit.open-object`.
  var code: String { "fit.\(name)" }

  /// The name in reports, such as `open-object`.
  var name: String {
    rawValue.reduce(into: "") { name, character in
      name += character.isUppercase ? "-\(character.lowercased())" : "\(character)"
    }
  }

  /// What the fitting does, in a few sentences.
  fileprivate var meaning: String {
    let form =
      switch self {
      case .root:
        "The dialect takes only an object at the root. The value becomes the only property of one."
      case .openObject:
        """
        The dialect takes no properties that an object does not name. They become an array of \
        entries with a key and a value, in a property beside those that it names.
        """
      case .dictionary:
        """
        The dialect takes no dictionary. It becomes an array of entries, each with a key and a \
        value.
        """
      case .tuple:
        """
        The dialect takes no array whose elements have schemas of their own. It becomes an object \
        with a property for each element.
        """
      case .anyValue: "The dialect takes no value of any kind. It becomes a string with JSON text."
      case .union:
        """
        The dialect takes no union of these alternatives. A property around each tells them apart.
        """
      case .choices:
        "The dialect takes only strings as choices. The others become strings with their JSON text."
      case .spelling:
        "The model may write a choice in other capitals. It is read as the choice that it means."
      case .null: "The dialect takes no value 'null'. It becomes a string."
      case .optional:
        """
        The dialect takes no property that may be absent, or not so many. The property is always \
        there, and null or an empty array says that the value is absent.
        """
      case .name:
        "The dialect takes only some characters in names, or only short ones. A property is renamed."
      case .recursion:
        """
        The dialect takes no type that contains itself. It is written out for some levels, and \
        becomes JSON text below.
        """
      case .size:
        """
        The dialect takes no document that is so deep or so large. A part becomes a definition or \
        JSON text.
        """
      }
    return form + " Answers are mapped back."
  }
}
