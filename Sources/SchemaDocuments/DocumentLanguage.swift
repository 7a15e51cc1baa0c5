/// The language in which a document, or a resource in it, is written: its keywords and their forms.
///
/// The library decides the language once, when it adds a document. All readers get schemas that
/// follow it, so an import and a validator read the same keywords. The first of these rules that
/// applies decides:
///
/// 1. `$schema` names a draft, or a supplied meta-schema with a draft and vocabularies.
/// 2. `openapi` or `swagger` names a version: before 3.1 the language of OpenAPI, otherwise draft
///    2020-12.
/// 3. The caller has chosen a draft.
/// 4. A document that is supplied for references has the language of the first document.
/// 5. Otherwise the forms in the document decide: it is read by draft 2020-12, and by an older form
///    wherever it has one.
///
/// The older forms are a list under `items` with `additionalItems`, flags as `exclusiveMinimum` and
/// `exclusiveMaximum`, `$recursiveRef`, and `nullable`. They differ from all newer forms, so a
/// document may mix both. Only a list under `items` next to `prefixItems` is a fault, as in draft
/// 2020-12. The language of OpenAPI before 3.1 has the same forms.
///
/// With rules 1 and 3, the keywords of other drafts have no effect, and other forms are faults. An
/// embedded resource (`$id`) follows its own `$schema`, or else has the language of the resource
/// around it.
package struct DocumentLanguage: Hashable, Sendable {
  /// The basis of the decision.
  package enum Basis: Hashable, Sendable {
    /// A draft is named or chosen.
    case draft
    /// `openapi` names a version before 3.1.
    case openAPI
    /// Nothing is named, so the forms in the document decide.
    case forms
  }

  package let draft: SchemaDraft
  package let basis: Basis
  /// `true` if the keywords that apply schemas have an effect.
  package private(set) var applies = true
  /// `true` if the keywords that constrain values have an effect.
  package private(set) var validates = true
  /// `true` if the keywords for unevaluated values have an effect.
  private(set) var findsUnevaluated = true
  /// `true` if `format` constrains values according to the meta-schema of the schema.
  package private(set) var assertsFormats = false
  /// `true` if `discriminator` decides between the alternatives of a union.
  ///
  /// It does in OpenAPI, and in documents that name no language. For JSON Schema it is an unknown
  /// keyword.
  private(set) var readsDiscriminators = false
  /// A required vocabulary that is not known.
  package private(set) var unknown: String?

  init(draft: SchemaDraft) { self.init(draft: draft, basis: .draft) }

  private init(draft: SchemaDraft, basis: Basis) {
    (self.draft, self.basis) = (draft, basis)
    readsDiscriminators = basis != .draft
  }

  /// The language of documents that name none.
  static let unnamed = DocumentLanguage(draft: .draft2020, basis: .forms)

  /// Creates the language of an OpenAPI document.
  init(openAPI version: String) {
    let hasOwnLanguage = ["2.", "3.0"].contains { version.hasPrefix($0) }
    self.init(draft: .draft2020, basis: hasOwnLanguage ? .openAPI : .draft)
    readsDiscriminators = true
  }

  /// Creates the language that `$vocabulary` in a meta-schema declares.
  init(draft: SchemaDraft, declared: GeneratedContent) {
    self.init(draft: draft)
    (applies, validates, findsUnevaluated) = (false, false, false)
    let prefix = "https://json-schema.org/draft/\(draft.rawValue)/vocab/"
    for (name, content) in declared.properties {
      let isRequired = content.truth == true
      guard name.hasPrefix(prefix) else {
        if isRequired { unknown = name }
        continue
      }
      switch name.dropFirst(prefix.count) {
      case "applicator":
        applies = true
        if draft == .draft2019 { findsUnevaluated = true }
      case "validation": validates = true
      case "unevaluated": findsUnevaluated = true
      case "format-assertion": assertsFormats = true
      case "format": assertsFormats = isRequired
      case "core", "format-annotation", "content", "meta-data": break
      default: if isRequired { unknown = name }
      }
    }
  }

  /// The language with all vocabularies of its draft.
  var complete: DocumentLanguage { DocumentLanguage(draft: draft, basis: basis) }

  // MARK: Keywords and forms

  /// Returns `true` if the language has the keyword of a rule, whatever its vocabularies are.
  func has(_ rule: Keyword.Rule) -> Bool { basis != .draft || rule.exists(in: draft) }

  /// Returns `true` if the vocabularies have the keywords for a purpose.
  func has(_ purpose: Keyword.Purpose) -> Bool {
    switch purpose {
    case .application: applies
    case .assertion: validates
    case .unevaluated: findsUnevaluated
    case .identity, .reference, .format, .annotation: true
    }
  }

  /// `true` if `items` may have a list of schemas.
  var allowsItemLists: Bool { basis != .draft || draft < .draft2020 }

  /// `true` if `exclusiveMinimum` and `exclusiveMaximum` may be flags.
  var allowsFlagsAsBounds: Bool { basis != .draft || draft == .draft4 }

  /// `true` if `exclusiveMinimum` and `exclusiveMaximum` may be numbers.
  var allowsNumbersAsBounds: Bool { basis != .draft || draft > .draft4 }
}
