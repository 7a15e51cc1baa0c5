import SchemaDocuments

/// A schema with all that it refers to, made ready to be evaluated.
///
/// It is lists of plain values that refer to each other by index, so that nothing is copied to
/// read one. A ``ProgramBuilder`` fills them; after ``ProgramBuilder/finish(uses:origin:)`` they do
/// not change.
struct SchemaProgram: Sendable {
  var schemas: [CompiledSchema] = []
  var numbers: [NumberRule] = []
  var strings: [StringRule] = []
  var arrays: [ArrayRule] = []
  var objects: [ObjectRule] = []
  var choices: [ChoiceRule] = []
  var applicators: [Applicator] = []
  var dependents: [Applicator.Dependent] = []
  var discriminators: [Discriminator] = []
  /// The schemas that `allOf`, unions and arrays list.
  var parts: [Int] = []
  /// The names of the properties of all objects, and the rules of each object on them.
  var propertyNames = NameTable()
  var properties: [ObjectRule.Property] = []
  var patternProperties: [ObjectRule.PatternProperty] = []
  /// The strings of `enum` and `const`.
  var texts = NameTable()
  var patterns: [SchemaPattern] = []
  /// The patterns ready to be run; `nil` for those that are not run.
  var matchers: [PreparedPattern?] = []
  /// The patterns of objects that have many, ready to be run together.
  var patternSets: [PatternSet] = []
  /// The parts that are not checked.
  var notes: [Note] = []
  /// `true` if null in place of an optional property counts as its absence.
  var readsNullAsAbsent = false
  /// The origin of the schemas.
  var origin = SchemaOrigin.graph([], parts: [])

  /// Something that is not checked, without its path, since many paths of deep places take much
  /// memory.
  struct Note: Sendable {
    let location: Int
    /// The keyword, if the location is that of its schema.
    let keyword: String?
    let problem: String
    let remedy: String
  }

  /// The largest number of listed notes, and of steps of their paths together.
  private static let listedNotes = 1_000
  private static let listedSteps = 1 << 18

  /// The parts that are not checked, with the paths to them, up to a limit.
  func diagnostics(of notes: [Note]) -> [SchemaDiagnostic] {
    var listed: [SchemaDiagnostic] = []
    var steps = Self.listedSteps
    for note in notes.prefix(Self.listedNotes) {
      let path = origin.path(to: note.location, in: note.keyword)
      steps -= path.components.count
      guard steps >= 0 || listed.isEmpty else { break }
      listed.append(
        SchemaDiagnostic(
          .note, at: path, problem: note.problem, remedy: note.remedy, rule: .notChecked))
    }
    guard listed.count < notes.count else { return listed }
    listed.append(
      SchemaDiagnostic(
        .note, at: SchemaPath(),
        problem: "\(notes.count - listed.count) more notes are not listed.",
        remedy: "Correct the listed ones first.", rule: .notChecked))
    return listed
  }
}

/// A program that is evaluated; to copy its many tables would take as long as a short evaluation.
final class SharedProgram: Sendable {
  let program: SchemaProgram
  /// The parts of the schema that are never checked.
  let diagnostics: [SchemaDiagnostic]

  init(_ program: SchemaProgram) {
    self.program = program
    diagnostics = program.diagnostics(of: program.notes)
  }

  /// The index of a property among those of a rule; a likely index is tried first.
  func index(
    of property: ContentPlaces.Property, in places: ContentPlaces, among names: Range<Int>,
    near hint: Int
  ) -> Int? {
    program.propertyNames.index(
      of: property.outline, ofTextAt: property.key, in: places, among: names, near: hint)
  }

  /// Returns `true` if the string at a place is among some of the program's texts.
  func isText(at place: Int, in places: ContentPlaces, among texts: Range<Int>) -> Bool {
    let outline = places.outline(at: place)
    return program.texts.index(of: outline, ofTextAt: place, in: places, among: texts) != nil
  }
}

/// A pattern that is ready to be run.
final class PreparedPattern: Sendable {
  let matcher: SchemaPattern.Matcher
  /// The part of the table that was prepared, which decides most texts.
  let table: PreparedTable?

  init(_ matcher: SchemaPattern.Matcher) {
    self.matcher = matcher
    table = matcher.prepared
  }
}
