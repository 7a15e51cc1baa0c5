import SchemaConcurrency
package import SchemaModel

/// A store of values that are made once for each schema and used in each request.
///
/// The key of a schema is its subject and its declaration. The subject is a type, or a table that
/// was made at run time. The store assumes that the schemas of referenced types do not change.
package final class PreparedSchemas<Prepared: Sendable>: Sendable {
  private struct Entry: Sendable {
    let declaration: GenerationSchema.Declaration
    let prepared: Prepared
  }

  /// The largest number of schemas in the store.
  ///
  /// A full store is emptied before a schema is added.
  private static var maximumCount: Int { 1_024 }

  private let entries = Locked<[ObjectIdentifier: [Entry]]>([:])

  package init() {}

  /// Returns the value for a schema.
  ///
  /// - Throws: The error of `prepare`, which is called again the next time.
  package func value(
    for schema: GenerationSchema, prepare: (GenerationSchema) throws -> Prepared
  ) rethrows -> Prepared {
    let declaration = schema.declaration
    let subject = Self.subject(of: declaration)
    // Compared outside of the lock, since guides may be long.
    let candidates = entries.withLock { $0[subject] ?? [] }
    if let known = candidates.first(where: { $0.declaration == declaration }) {
      return known.prepared
    }
    // Two concurrent requests may both make the value, with equal results.
    let prepared = try prepare(schema)
    entries.withLock { entries in
      if entries.values.reduce(0, { $0 + $1.count }) >= Self.maximumCount { entries.removeAll() }
      entries[subject, default: []].append(Entry(declaration: declaration, prepared: prepared))
    }
    return prepared
  }

  private static func subject(of declaration: GenerationSchema.Declaration) -> ObjectIdentifier {
    if let table = declaration.table { return ObjectIdentifier(table) }
    return switch declaration.subject {
    case .type(let type): ObjectIdentifier(type)
    // Entries without a table share a key. Their declarations are compared in any case.
    case .entry: ObjectIdentifier(DynamicSchemaTable.self)
    }
  }
}
