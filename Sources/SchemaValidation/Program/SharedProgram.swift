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

  /// The index of a property among those of a rule; a likely position among them is tried first.
  func index(
    of property: ContentPlaces.Property, in places: ContentPlaces,
    among properties: EntryRange<ObjectRule.Property>, near hint: Int
  ) -> EntryIndex<ObjectRule.Property>? {
    let names = properties.numbers
    return program.objects.names.index(
      of: property.outline, ofTextAt: property.key, in: places, among: names,
      near: names.lowerBound + hint
    ).map { EntryIndex($0) }
  }

  /// Returns `true` if the string at a place is among some of the program's texts.
  func isText(at place: Int, in places: ContentPlaces, among texts: Range<Int>) -> Bool {
    let outline = places.outline(at: place)
    return program.rules.texts.index(of: outline, ofTextAt: place, in: places, among: texts) != nil
  }
}
