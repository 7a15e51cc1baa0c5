/// One schema of a document: its keywords in the order of the document, read and checked.
///
/// Keywords that the language of the schema does not have are left out. If its draft ignores
/// keywords next to `$ref`, they are also left out. A schema is read once and never changes, so all
/// its users share it.
package final class SchemaObject: Sendable {
  /// The kinds of values that a document may have as a schema.
  package enum Form: Sendable {
    /// `true`, which accepts all values.
    case always
    /// `false`, which accepts no values.
    case never
    /// An object with keywords.
    case keywords
    /// A value that is not a schema, such as a string.
    case notSchema
  }

  /// A keyword, the index of its value, and the value as it was read.
  package struct Member: Sendable {
    package let keyword: Keyword
    package let node: ValueID
    package let value: Value

    /// The schemas directly inside.
    package var schemas: [SchemaID] {
      switch value {
      case .schema(let schema): [schema]
      case .schemas(let list): Array(list)
      case .dependents(let dependents):
        dependents.compactMap {
          if case .schema(let schema) = $0.requirement { schema } else { nil }
        }
      default: []
      }
    }
  }

  /// The value of a keyword in the form that was read.
  package enum Value: Sendable {
    /// The types, one element for each name.
    case types([ValueTypes])
    /// The values of the documents that `enum` or `const` lists.
    case values(Range<ValueID>)
    case number(SchemaNumber)
    case count(Int)
    case flag(Bool)
    case text(String)
    case names([String])
    case schema(SchemaID)
    /// The schemas in an array, or in an object with names for schemas.
    case schemas(SchemaList)
    case dependents([Dependent])
    /// A reference, which is among ``SchemaObject/references``.
    case reference
    /// The form is not checked, and the value contains no schemas.
    case unchecked
    /// The form is wrong. A fault describes the problem.
    case invalid
  }

  /// A requirement for objects that have a property.
  package struct Dependent: Sendable {
    package enum Requirement: Sendable {
      case names([String])
      case schema(SchemaID)
    }

    package let name: String
    package let requirement: Requirement
  }

  /// A reference to another schema.
  package struct Reference: Sendable {
    package let keyword: Keyword
    package let node: ValueID
    /// The reference as it is written.
    package let text: String
    package let target: SchemaLibrary.Target
    /// The dynamic anchor of the target.
    ///
    /// A schema with the same anchor may replace the target.
    package let dynamicAnchor: ExactText?
  }

  package let id: SchemaID
  /// The draft of the schema's resource.
  package let draft: SchemaDraft
  package let form: Form
  package let members: [Member]
  /// The types that the keywords other than `type`, `enum` and `const` constrain by themselves;
  /// `nil` if no keyword constrains values.
  package let constrainedTypes: ValueTypes?
  /// `true` if the schema combines other schemas.
  package let combines: Bool
  /// `true` if the schema neither combines other schemas nor has `nullable`, and a schema for a
  /// model can state all of its keywords.
  package let isPlain: Bool
  package let references: [Reference]
  /// The keywords next to a `$ref`, in drafts that ignore them.
  package let ignored: [Member]
  /// The keywords that would have an effect on values, but that the draft does not have.
  package let otherDrafts: [Member]
  /// The members whose names are not keywords.
  package let unknown: [UnknownKeyword]
  package let faults: [KeywordFault]

  init(_ reader: consuming KeywordReader, references: [Reference]) {
    (id, draft, form) = (reader.id, reader.language.draft, reader.form)
    (members, ignored, unknown) = (reader.members, reader.ignored, reader.unknown)
    (constrainedTypes, combines, isPlain) =
      (reader.constrainedTypes, reader.combines, reader.isPlain)
    (self.references, faults) = (references, reader.faults)
    otherDrafts = reader.otherDrafts
  }

  // MARK: Keywords

  /// Returns the member of a keyword, if the schema has the keyword.
  package subscript(keyword: Keyword) -> Member? {
    for index in members.indices where members[index].keyword == keyword { return members[index] }
    return nil
  }

  /// Returns the value of a keyword, if the schema has the keyword.
  private func value(_ keyword: Keyword) -> Value? { self[keyword]?.value }

  /// The types that `type` names, one element for each name.
  package var types: [ValueTypes]? {
    if case .types(let types)? = value(.type) { types } else { nil }
  }

  /// The values that `enum` or `const` lists.
  package func values(_ keyword: Keyword) -> Range<ValueID>? {
    if case .values(let values)? = value(keyword) { values } else { nil }
  }

  package func number(_ keyword: Keyword) -> SchemaNumber? {
    if case .number(let number)? = value(keyword) { number } else { nil }
  }

  /// Returns a count.
  ///
  /// A count that is too large for an `Int` is `Int.max`, which no value reaches.
  package func count(_ keyword: Keyword) -> Int? {
    if case .count(let count)? = value(keyword) { count } else { nil }
  }

  package func flag(_ keyword: Keyword) -> Bool {
    if case .flag(true)? = value(keyword) { true } else { false }
  }

  package func text(_ keyword: Keyword) -> String? {
    if case .text(let text)? = value(keyword) { text } else { nil }
  }

  package func names(_ keyword: Keyword) -> [String] {
    if case .names(let names)? = value(keyword) { names } else { [] }
  }

  package func schema(_ keyword: Keyword) -> SchemaID? {
    if case .schema(let schema)? = value(keyword) { schema } else { nil }
  }

  /// Returns the schemas in an array, or in an object with names for schemas; empty if the schema
  /// lacks the keyword.
  package func schemas(_ keyword: Keyword) -> SchemaList { list(keyword) ?? SchemaList() }

  /// The schemas in an array, or in an object with names for schemas.
  package func list(_ keyword: Keyword) -> SchemaList? {
    if case .schemas(let schemas)? = value(keyword) { schemas } else { nil }
  }

  package func dependents(_ keyword: Keyword) -> [Dependent] {
    if case .dependents(let dependents)? = value(keyword) { dependents } else { [] }
  }

  /// Returns the inclusive and the exclusive bound of numbers.
  ///
  /// In draft 4, `exclusiveMinimum` and `exclusiveMaximum` are flags.
  package func bound(
    _ inclusive: Keyword, _ exclusive: Keyword
  ) -> (inclusive: SchemaNumber?, exclusive: SchemaNumber?) {
    flag(exclusive) ? (nil, number(inclusive)) : (number(inclusive), number(exclusive))
  }

  /// The schemas of the elements of arrays, with the keywords that state them.
  package struct Elements: Sendable {
    /// The schemas of the first elements, one each.
    package var prefix = SchemaList()
    package var prefixKeyword = Keyword.prefixItems
    /// The schema of all other elements; `nil` if any values are allowed.
    package var rest: SchemaID?
    package var restKeyword = Keyword.items
  }

  /// The schemas of the elements of arrays.
  ///
  /// Drafts before 2020-12 have a list under `items`.
  package var elements: Elements {
    if let list = list(.items) {
      return Elements(
        prefix: list, prefixKeyword: .items, rest: schema(.additionalItems),
        restKeyword: .additionalItems)
    }
    return Elements(prefix: schemas(.prefixItems), rest: schema(.items))
  }
}

/// A keyword whose value has a wrong form.
package struct KeywordFault: Sendable {
  package enum Problem: Sendable {
    /// The expected form and the found form, as nouns with articles.
    case form(expected: String, found: String)
    /// A number has an exponent that is too long to be read.
    case exponent
    /// A text is not the name of a type.
    case unknownType(String)
  }

  package let keyword: Keyword
  /// The value of the documents that is wrong.
  package let node: ValueID
  package let problem: Problem

  /// The problem, as a sentence.
  package var sentence: String {
    switch problem {
    case .form(let expected, let found):
      "'\(keyword.rawValue)' has to be \(expected), and is \(found)."
    case .exponent: "The number's exponent has more than 17 digits."
    case .unknownType(let name): "'\(name.excerpt)' is not a type."
    }
  }

  /// The remedy, as a sentence.
  package var remedy: String {
    switch problem {
    case .form: "Correct the value, or remove the keyword."
    case .exponent: "Write a smaller number."
    case .unknownType: "Use null, boolean, integer, number, string, array or object."
    }
  }
}
