import SchemaDocuments

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
