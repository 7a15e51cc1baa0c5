package import IndexedTables

/// The schemas that one dynamic schema consists of.
///
/// Each occurs once, and they refer to each other by index.
package final class DynamicSchemaTable: Sendable {
  /// The name of the root.
  package let name: String

  /// The schemas; there is at least the root.
  package let entries: IndexedTable<GenerationSchema.EntryID, GenerationSchema>

  init(name: String, entries: IndexedTable<GenerationSchema.EntryID, GenerationSchema>) {
    (self.name, self.entries) = (name, entries)
  }
}

extension GenerationSchema {
  /// The index of a schema in a table.
  @usableFromInline
  package struct EntryID: Hashable, Strideable, Sendable, BitwiseCopyable {
    @usableFromInline let position: UInt32

    @inlinable
    init(position: UInt32) { self.position = position }

    /// The root of each table.
    @inlinable package static var root: EntryID { EntryID(position: 0) }

    /// The number of entries from this entry to another.
    @inlinable
    package func distance(to other: EntryID) -> Int { Int(other.position) - Int(position) }

    /// The entry at a distance from this entry.
    @inlinable
    package func advanced(by count: Int) -> EntryID {
      EntryID(position: UInt32(Int(position) + count))
    }
  }

  init(rootOf table: DynamicSchemaTable) {
    let root = table.entries[.root].declaration
    self.init(
      subject: .entry, title: root.title, summary: root.summary, kind: root.kind,
      guides: root.guides, table: table)
  }

  /// Creates a schema from dynamic schemas, and checks their references.
  ///
  /// A schema inside another one is defined there. It may also be listed among the dependencies.
  ///
  /// - Throws: ``SchemaError/duplicateType(schema:type:context:)`` if two different schemas have
  ///   one name, or if `root` and `dependencies` have a name twice;
  ///   ``SchemaError/duplicateProperty(schema:property:context:)``,
  ///   ``SchemaError/emptyTypeChoices(schema:context:)`` or
  ///   ``SchemaError/undefinedReferences(schema:references:context:)`` if a schema has this fault.
  /// - Complexity: Linear in the number of schemas, without recursion.
  public init(
    root: DynamicGenerationSchema, dependencies: [DynamicGenerationSchema]
  ) throws {
    self.init(rootOf: try DynamicSchemaLinker.link(root: root, dependencies: dependencies))
  }
}
