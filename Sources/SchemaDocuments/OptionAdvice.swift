/// The ends of remedies that name an option of the importer, the validator or the masks.
///
/// Remedies take these ends from here. A program whose users cannot set these options, such as the
/// command line, finds an end in a remedy and replaces it.
package enum OptionAdvice: CaseIterable {
  /// The option for the draft of a document that names none.
  case draft
  /// The option for further documents, if a reference leads to another document.
  case remotes
  /// The option for further documents, if a meta-schema is missing.
  case metaSchema
  /// An option of the importer that limits documents.
  case maximumDepth, maximumLength, maximumParts
  /// The option of a grammar that limits unions.
  case maximumAlternatives

  /// The words with which a remedy ends.
  package var text: String {
    switch self {
    case .draft: ", or choose the draft with the option 'draft'."
    case .remotes: ", or supply the other document with the option 'remotes'."
    case .metaSchema: ", or supply the meta-schema with the option 'remotes'."
    case .maximumDepth: ", or raise the option 'maximumDepth'."
    case .maximumLength: ", or raise the option 'maximumLength'."
    case .maximumParts: ", or raise the option 'maximumParts'."
    case .maximumAlternatives: ", or raise the option 'maximumAlternatives'."
    }
  }
}
