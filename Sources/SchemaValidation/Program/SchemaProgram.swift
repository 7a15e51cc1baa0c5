import SchemaDocuments

/// A schema with all that it refers to, made ready to be evaluated.
struct SchemaProgram: Sendable {
  var schemas: [CompiledSchema] = []
  var numbers: [NumberRule] = []
  var strings: [StringRule] = []
  var arrays: [ArrayRule] = []
  var objects: [ObjectRule] = []
  var choices: [ChoiceRule] = []
  var applicators: [Applicator] = []
  var discriminators: [Discriminator] = []
  var patterns: [SchemaPattern] = []
  /// The patterns ready to be run; `nil` for those that are not run.
  var matchers: [SchemaPattern.Matcher?] = []
  /// The patterns of objects that have many, ready to be run together.
  var patternSets: [PatternSet] = []
  var nameCount = 0
  /// What is not checked.
  var notes: [Note] = []
  /// Whether null in place of an optional property counts as its absence.
  var readsNullAsAbsent = false
  /// Where the schemas are from.
  var library: SchemaLibrary

  init(library: SchemaLibrary) { self.library = library }

  /// Something that is not checked, without its path, since many paths of deep places take much
  /// memory.
  struct Note: Sendable {
    let location: Int
    let problem: String
    let remedy: String
  }

  /// What is not checked, with the paths to it.
  ///
  /// - Complexity: O(notes · depth).
  var diagnostics: [SchemaDiagnostic] {
    notes.map { note in
      SchemaDiagnostic(
        .note, at: library.tree.path(to: note.location), problem: note.problem,
        remedy: note.remedy, rule: .notChecked)
    }
  }
}

/// A program that is evaluated; to copy its many tables would take as long as a short evaluation.
final class SharedProgram: Sendable {
  let program: SchemaProgram

  init(_ program: SchemaProgram) { self.program = program }
}
