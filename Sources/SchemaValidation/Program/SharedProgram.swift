import IndexedTables
import SchemaDocuments

/// A program for evaluations.
///
/// It is a class, since a copy of its many tables would take as long as a short evaluation.
final class SharedProgram: Sendable {
  let program: SchemaProgram
  /// The parts of the schema that are never checked.
  let diagnostics: [SchemaDiagnostic]

  init(_ program: SchemaProgram) {
    self.program = program
    diagnostics = program.diagnostics(of: program.notes)
  }

  /// Returns the index of a property among the properties of a rule.
  ///
  /// A likely position is compared first.
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

  /// Returns `true` if the string at a place is in a range of the program's texts.
  func isText(at place: ContentPlace, in places: ContentPlaces, among texts: Range<Int>) -> Bool {
    let outline = places.outline(at: place)
    return program.rules.texts.index(of: outline, ofTextAt: place, in: places, among: texts) != nil
  }
}
