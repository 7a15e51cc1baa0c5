import AutomergeDocument

/// Encodes a value that is one plain value, or that passes the work on to another value.
struct AutomergeSingleValueEncodingContainer: SingleValueEncodingContainer, PlainValueEncoding {
  private let session: EncodingSession
  private let target: CodingPlace?
  private let path: [AnyCodingKey]

  init(_ session: EncodingSession, _ place: CodingPlace?, path: [AnyCodingKey]) {
    self.session = session
    target = place
    self.path = path
  }

  var codingPath: [any CodingKey] { path }

  private func place() throws -> CodingPlace {
    guard let target else { throw CodingPlace.noPlace }
    return target
  }

  func nextPath() throws -> [AnyCodingKey] {
    _ = try place()
    return path
  }

  mutating func write(_ value: ScalarValue) throws {
    try session.write(value, at: place(), path: path)
  }

  mutating func encode(_ value: some Encodable) throws {
    try session.encode(value, at: target, path: path)
  }
}
