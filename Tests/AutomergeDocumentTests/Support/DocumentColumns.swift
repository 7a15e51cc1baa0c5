#if Automerge
@testable import AutomergeDocument

/// The inflated parts of a file's only document chunk.
struct DocumentColumns: Equatable {
  let actors: [ActorId]
  let heads: [ChangeHash]
  let changeColumns: [UInt64: [UInt8]]
  let operationColumns: [UInt64: [UInt8]]

  /// Reads a file; `nil` if it isn't one document chunk.
  init?(_ bytes: [UInt8]) throws {
    var reader = ByteReader(bytes)
    var budget = LoadBudget(LoadLimits())
    let chunk = try Chunk(&reader, inflating: &budget)
    guard chunk.kind == .document, reader.isAtEnd else { return nil }
    var body = ByteReader(chunk.body)
    actors = try body.actors()
    heads = try body.hashes()
    var changes = try ColumnReader(metadata: &body)
    var operations = try ColumnReader(metadata: &body)
    try changes.readData(&body, inflating: &budget)
    try operations.readData(&body, inflating: &budget)
    func contents(_ columns: ColumnReader) throws -> [UInt64: [UInt8]] {
      var all: [UInt64: [UInt8]] = [:]
      for specification in columns.specifications {
        var column = columns[specification]
        all[specification] = try column.array(UInt64(column.remaining))
      }
      return all
    }
    changeColumns = try contents(changes)
    operationColumns = try contents(operations)
  }
}
#endif
