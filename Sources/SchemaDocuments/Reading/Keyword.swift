/// The keywords of JSON Schema and of OpenAPI.
///
/// To add a keyword, add a case and its ``rule``. The rule determines how the value is read and
/// checked. The importer selects keywords by their rules. The validator selects them by name, so
/// also compile a constraint in `SchemaCompiler`.
package enum Keyword: String, CaseIterable, Sendable {
  case reference = "$ref"
  case recursiveReference = "$recursiveRef"
  case dynamicReference = "$dynamicRef"
  case type, `enum`, const, nullable
  case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
  case minLength, maxLength, pattern, format
  case items, prefixItems, additionalItems, unevaluatedItems
  case minItems, maxItems, uniqueItems, contains, minContains, maxContains
  case properties, required, additionalProperties, patternProperties, propertyNames
  case unevaluatedProperties, minProperties, maxProperties
  case dependencies, dependentRequired, dependentSchemas
  case allOf, anyOf, oneOf, not, `if`, then, `else`
  case title, description
  case definitions
  case newDefinitions = "$defs"
  case schema = "$schema"
  case id
  case newID = "$id"
  case anchor = "$anchor"
  case dynamicAnchor = "$dynamicAnchor"
  case recursiveAnchor = "$recursiveAnchor"
  case vocabulary = "$vocabulary"
  case comment = "$comment"
  case `default`, deprecated, examples, example, readOnly, writeOnly
  case contentEncoding, contentMediaType, contentSchema
  case discriminator, externalDocs, xml

  /// The effect of a keyword.
  package enum Purpose: Sendable {
    /// It names, describes or stores schemas, or is read separately.
    case identity
    /// It leads to another schema for the same value.
    case reference
    /// It applies other schemas.
    case application
    /// It constrains values by itself.
    case assertion
    /// It constrains strings, if formats are asserted.
    case format
    /// It applies a schema to values that no other keyword has evaluated.
    case unevaluated
    /// It has no effect on the validity of values.
    case annotation

    /// `true` if a keyword can make a schema reject values.
    package var restricts: Bool {
      switch self {
      case .reference, .application, .assertion, .format, .unevaluated: true
      case .identity, .annotation: false
      }
    }
  }

  /// The forms that the value of a keyword may have.
  package enum Form: Sendable {
    case reference, types, values, constant
    case number, exclusiveBound, multiple, count, flag, text, names
    case schema, schemas, schemaOrSchemas, namedSchemas
    case dependentNames, dependentSchemas, dependencies
    /// Any form.
    case unchecked, uncheckedText, uncheckedSchema, uncheckedNamedSchemas
  }

  /// The meaning of a keyword for the properties of the objects that a schema describes.
  package enum PropertyRole: Sendable {
    /// It declares properties by their names.
    case names
    /// It declares properties whose names the schema does not list.
    case others
    /// It constrains the names of properties.
    case nameRule
    /// It describes the same object by one of several schemas.
    case alternatives
    /// It describes the same object by another schema.
    case target
    /// It excludes objects.
    case exclusion
    /// It describes one object by several schemas. None of them knows all properties.
    case combination

    /// `true` if a keyword declares properties, by itself or by other schemas.
    package var declares: Bool {
      switch self {
      case .names, .others, .alternatives, .target: true
      case .nameRule, .exclusion, .combination: false
      }
    }
  }

  /// The rule by which a keyword is read.
  package struct Rule: Sendable {
    package let form: Form
    package let purpose: Purpose
    /// The types of the values that the keyword constrains.
    package let types: ValueTypes
    /// The meaning for the properties of objects; `nil` if there is none.
    package let properties: PropertyRole?
    /// `false` if the keyword constrains values in a way that a schema for a model cannot state.
    package let isStated: Bool
    /// The drafts that have the keyword; `nil` for `nullable`, which only OpenAPI has.
    ///
    /// The drafts are exact only for keywords that restrict values.
    private let drafts: ClosedRange<SchemaDraft>?

    fileprivate init(
      _ form: Form, _ purpose: Purpose, of types: ValueTypes = .all,
      properties: PropertyRole? = nil, isStated: Bool = true,
      since first: SchemaDraft? = .draft4, until last: SchemaDraft = .draft2020
    ) {
      (self.form, self.purpose, self.types) = (form, purpose, types)
      (self.properties, self.isStated) = (properties, isStated)
      drafts = first.map { $0...last }
    }

    /// Returns `true` if a draft has the keyword.
    func exists(in draft: SchemaDraft) -> Bool { drafts?.contains(draft) == true }

    /// `true` if the keyword combines other schemas in a way that a schema for a model can state.
    var isCombination: Bool {
      purpose == .reference || purpose == .application && types == .all && isStated
    }

    /// The types of the values that the keyword constrains by itself; `nil` if it constrains none,
    /// or if a schema for a model cannot state it.
    package var constrainedTypes: ValueTypes? {
      switch purpose {
      case .assertion, .format: isStated ? types : nil
      case .application: isStated && types != .all ? types : nil
      case .identity, .reference, .unevaluated, .annotation: nil
      }
    }
  }

  /// The rule by which this keyword is read.
  package var rule: Rule {
    switch self {
    case .reference: Rule(.reference, .reference, properties: .target)
    case .recursiveReference:
      Rule(
        .reference, .reference, properties: .combination, since: .draft2019, until: .draft2019)
    case .dynamicReference:
      Rule(.reference, .reference, properties: .combination, since: .draft2020)
    case .type: Rule(.types, .assertion)
    case .enum: Rule(.values, .assertion)
    case .const: Rule(.constant, .assertion, since: .draft6)
    case .nullable: Rule(.flag, .identity, since: nil)
    case .minimum, .maximum: Rule(.number, .assertion, of: .number)
    case .exclusiveMinimum, .exclusiveMaximum: Rule(.exclusiveBound, .assertion, of: .number)
    case .multipleOf: Rule(.multiple, .assertion, of: .number)
    case .minLength, .maxLength: Rule(.count, .assertion, of: .string)
    case .pattern: Rule(.text, .assertion, of: .string)
    case .format: Rule(.text, .format, of: .string)
    case .items: Rule(.schemaOrSchemas, .application, of: .array)
    case .prefixItems: Rule(.schemas, .application, of: .array, since: .draft2020)
    case .additionalItems: Rule(.schema, .application, of: .array, until: .draft2019)
    case .unevaluatedItems:
      Rule(.schema, .unevaluated, of: .array, isStated: false, since: .draft2019)
    case .minItems, .maxItems: Rule(.count, .assertion, of: .array)
    case .uniqueItems: Rule(.flag, .assertion, of: .array, isStated: false)
    case .contains: Rule(.schema, .application, of: .array, isStated: false, since: .draft6)
    case .minContains, .maxContains:
      Rule(.count, .assertion, of: .array, isStated: false, since: .draft2019)
    case .properties: Rule(.namedSchemas, .application, of: .object, properties: .names)
    case .patternProperties: Rule(.namedSchemas, .application, of: .object, properties: .others)
    case .required: Rule(.names, .assertion, of: .object)
    case .additionalProperties: Rule(.schema, .application, of: .object, properties: .others)
    case .propertyNames:
      Rule(.schema, .application, of: .object, properties: .nameRule, since: .draft6)
    case .unevaluatedProperties:
      Rule(
        .schema, .unevaluated, of: .object, properties: .combination, isStated: false,
        since: .draft2019)
    case .minProperties, .maxProperties: Rule(.count, .assertion, of: .object)
    case .dependencies:
      Rule(.dependencies, .application, of: .object, properties: .combination, isStated: false)
    case .dependentRequired:
      // Unlike `dependentSchemas`, this keyword is in the validation vocabulary.
      Rule(.dependentNames, .assertion, of: .object, isStated: false, since: .draft2019)
    case .dependentSchemas:
      Rule(
        .dependentSchemas, .application, of: .object, properties: .combination, isStated: false,
        since: .draft2019)
    case .allOf: Rule(.schemas, .application, properties: .combination)
    case .anyOf, .oneOf: Rule(.schemas, .application, properties: .alternatives)
    case .not: Rule(.schema, .application, properties: .exclusion, isStated: false)
    case .if: Rule(.schema, .application, properties: .combination, since: .draft7)
    case .then, .else: Rule(.schema, .application, since: .draft7)
    case .definitions: Rule(.uncheckedNamedSchemas, .identity)
    case .newDefinitions: Rule(.uncheckedNamedSchemas, .identity, since: .draft2019)
    case .title, .description: Rule(.uncheckedText, .identity)
    case .schema, .id, .newID, .anchor, .dynamicAnchor, .recursiveAnchor,
      .vocabulary:
      Rule(.unchecked, .identity)
    case .comment, .default, .deprecated, .examples, .example, .readOnly, .writeOnly,
      .contentEncoding, .contentMediaType, .discriminator, .externalDocs, .xml:
      Rule(.unchecked, .annotation)
    case .contentSchema: Rule(.uncheckedSchema, .annotation, since: .draft2019)
    }
  }

  // MARK: Names

  /// Creates the keyword that is the name of a property.
  init?(_ name: ContentPlaces.Property, in places: ContentPlaces) {
    guard name.outline.count + 1 < Self.starts.count else { return nil }
    for index in Self.starts[name.outline.count]..<Self.starts[name.outline.count + 1] {
      let (outline, keyword) = Self.byLength[index]
      guard name.outline.isSame(as: outline) else { continue }
      if !outline.isWhole, !places.isText(at: name.key, keyword.rawValue) { continue }
      self = keyword
      return
    }
    return nil
  }

  /// The keywords, ordered by the lengths of their names.
  ///
  /// Comparing a name with all keywords would take longer.
  private static let byLength = allCases.map { (outline: TextOutline($0.rawValue), keyword: $0) }
    .sorted { $0.outline.count < $1.outline.count }

  /// For each length, the index of the first keyword with this length or a greater one.
  private static let starts = (0...(byLength.last?.outline.count ?? 0) + 1).map { length in
    byLength.count { $0.outline.count < length }
  }
}
