/// The kinds of keywords that have an effect.
package struct SchemaVocabulary: Sendable {
  package let draft: SchemaDraft
  /// `true` if the keywords that apply schemas have an effect.
  package private(set) var applies = true
  /// `true` if the keywords that constrain values have an effect.
  package private(set) var validates = true
  /// `true` if the keywords for unevaluated values have an effect.
  private(set) var findsUnevaluated = true
  /// `true` if `format` constrains values according to the meta-schema of the schema.
  package private(set) var assertsFormats = false
  /// A required vocabulary that is not known.
  package private(set) var unknown: String?

  init(draft: SchemaDraft) { self.draft = draft }

  /// Creates the vocabulary that `$vocabulary` in a meta-schema declares.
  init(draft: SchemaDraft, declared: GeneratedContent) {
    self.draft = draft
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
}
