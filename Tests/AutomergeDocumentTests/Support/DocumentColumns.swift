@testable import AutomergeDocument

/// The inflated parts of a file's only document chunk.
struct DocumentColumns: Equatable {
  typealias Column = ColumnSpecification.Operation
  typealias ChangeColumn = ColumnSpecification.Change

  let actors: [ActorId]
  var heads: [ChangeHash]
  var changeColumns: [UInt64: [UInt8]]
  var operationColumns: [UInt64: [UInt8]]
  /// The bytes behind the columns: the index of each head's change.
  var headPlaces: [UInt8]

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
    headPlaces = try body.array(UInt64(body.remaining))
  }

  /// A file of the parts.
  var file: [UInt8] {
    var body: [UInt8] = []
    body.appendULEB(UInt64(actors.count))
    for actor in actors { body.appendPrefixed(actor.bytes) }
    body.appendHashes(heads)
    let written = [changeColumns, operationColumns].map { columns in
      var writer = ColumnWriter()
      for (specification, bytes) in columns { writer.add(specification, bytes) }
      return writer.finish(deflating: false)
    }
    body += written.flatMap(\.metadata) + written.flatMap(\.data) + headPlaces
    var bytes: [UInt8] = []
    Chunk.write(.document, body, to: &bytes)
    return bytes
  }

  // MARK: Entries

  /// The entries of a column of numbers or truth values.
  private static func numbers(_ column: UInt64, _ bytes: [UInt8]) throws -> [Int64?] {
    var numbers: [Int64?] = []
    switch column & 7 {
    case 3:
      var decoder = DeltaDecoder(ByteReader(bytes))
      while !decoder.isAtEnd { numbers.append(try decoder.next()) }
    case 4:
      var decoder = BooleanDecoder(ByteReader(bytes))
      while !decoder.isAtEnd { numbers.append(try decoder.next() ? 1 : 0) }
    default:
      var decoder = UnsignedDecoder(ByteReader(bytes))
      while !decoder.isAtEnd { numbers.append(try decoder.next().map { Int64($0) }) }
    }
    return numbers
  }

  private static func bytes(_ column: UInt64, _ numbers: [Int64?]) -> [UInt8] {
    switch column & 7 {
    case 3:
      var encoder = DeltaEncoder()
      for number in numbers { encoder.append(number) }
      return encoder.finish()
    case 4:
      var encoder = BooleanEncoder()
      for number in numbers { encoder.append(number == 1) }
      return encoder.finish()
    default:
      var encoder = RunEncoder<UInt64>()
      for number in numbers { encoder.append(number.map { UInt64($0) }) }
      return encoder.finish()
    }
  }

  /// Changes the entries of a column of changes.
  mutating func editChanges(_ column: UInt64, _ edit: (inout [Int64?]) -> Void) throws {
    var numbers = try Self.numbers(column, changeColumns[column] ?? [])
    edit(&numbers)
    changeColumns[column] = Self.bytes(column, numbers)
  }

  /// Changes the entries of a column of operations.
  mutating func editOperations(_ column: UInt64, _ edit: (inout [Int64?]) -> Void) throws {
    var numbers = try Self.numbers(column, operationColumns[column] ?? [])
    edit(&numbers)
    operationColumns[column] = Self.bytes(column, numbers)
  }

  /// Removes an operation that has no value and that no other replaces.
  mutating func removeOperation(_ row: Int) throws {
    for column in operationColumns.keys
    where ![Column.keyString, Column.value, Column.successorActor, Column.successorCounter]
      .contains(column)
    {
      try editOperations(column) { if row < $0.count { $0.remove(at: row) } }
    }
    try editKeys { if row < $0.count { $0.remove(at: row) } }
  }

  /// Changes the entries of the column of keys.
  mutating func editKeys(_ edit: (inout [String?]) -> Void) throws {
    var decoder = StringDecoder(ByteReader(operationColumns[Column.keyString] ?? []))
    var budget = LoadBudget(LoadLimits())
    var keys: [String?] = []
    while !decoder.isAtEnd {
      let range = try decoder.next(charging: &budget)
      keys.append(range.map { String(decoding: decoder.bytes[$0], as: UTF8.self) })
    }
    edit(&keys)
    var encoder = RunEncoder<RunString>()
    for key in keys { encoder.append(key.map { RunString(bytes: Array($0.utf8)) }) }
    operationColumns[Column.keyString] = encoder.finish()
  }
}
