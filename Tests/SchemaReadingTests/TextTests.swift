import SchemaReading
import Testing

/// The texts of the collection.
struct TextTests {
  @Test func `L4, L5: each text is read as a person reads it`() throws {
    let collection = try TextCollection()
    for policy in [ReadingPolicy.clear, .guessing] {
      let readers = try collection.readers(policy: policy)
      for sample in collection.texts where sample.policy == policy {
        guard let value = sample.value, let reader = readers[sample.schema] else { continue }
        do {
          let reading = try reader.read(sample.text)
          #expect(reading.content == value, "\(sample)")
        } catch {
          Issue.record("\(sample): \(error)")
        }
      }
    }
  }

  @Test func `L3: texts without one meaning are refused`() throws {
    let collection = try TextCollection()
    let readers = try collection.readers(policy: .clear)
    for sample in collection.texts where sample.value == nil {
      let reader = try #require(readers[sample.schema])
      #expect(throws: ReadingError.self, "\(sample)") { try reader.read(sample.text) }
    }
  }

  @Test func `L5: words that change a value are no guesses`() throws {
    let collection = try TextCollection()
    let readers = try collection.readers(policy: .guessing)
    for sample in collection.texts where sample.value == nil && sample.policy == .guessing {
      let reader = try #require(readers[sample.schema])
      #expect(throws: ReadingError.self, "\(sample)") { try reader.read(sample.text) }
    }
  }

  @Test func `L5: guesses are only made by the policy for them, and marked`() throws {
    let collection = try TextCollection()
    let (clear, guessing) = (
      try collection.readers(policy: .clear), try collection.readers(policy: .guessing)
    )
    for sample in collection.texts where sample.kind.hasPrefix("guess") {
      let careful = try #require(clear[sample.schema])
      let reader = try #require(guessing[sample.schema])
      // A text that has a clear meaning is no guess.
      if let reading = try? careful.read(sample.text) {
        #expect(reading.mends.allSatisfy { !$0.kind.isGuess }, "\(sample)")
        continue
      }
      let reading = try reader.read(sample.text)
      #expect(reading.mends.contains { $0.kind.isGuess }, "\(sample)")
    }
  }

  @Test func `L2: the strict policy mends nothing`() throws {
    let collection = try TextCollection()
    let (strict, clear) = (
      try collection.readers(policy: .strict), try collection.readers(policy: .clear)
    )
    for sample in collection.texts where sample.policy == .clear {
      guard let value = sample.value else { continue }
      let (reader, careful) = (
        try #require(strict[sample.schema]), try #require(clear[sample.schema])
      )
      guard let mended = try? careful.read(sample.text) else { continue }
      if mended.mends.isEmpty {
        #expect(try reader.read(sample.text).content == value, "\(sample)")
      } else {
        #expect(throws: ReadingError.self, "\(sample)") { try reader.read(sample.text) }
      }
    }
  }
}
