import Foundation
import SchemaDialects
import SchemaEncoding
import SchemaImport

/// The results and times of importing documents.
struct ImportResult {
  /// The results of writing the documents in a dialect.
  struct Dialect {
    let name: String
    var whole = 0
    var weakened = 0
    var rejected = 0
  }

  let count: Int
  let bytes: Int

  /// The numbers of documents that were imported without loss, imported with loss, and not
  /// imported.
  let lossless, lossy, failed: Int
  let dialects: [Dialect]

  /// The total time of the slowest document in all dialects, in nanoseconds, and its name.
  let slowest: Double
  let slowestName: String

  /// Nanoseconds for all documents: for importing and encoding them, and for reading and writing
  /// trees.
  let time, treeTime: Double

  /// Nanoseconds for all documents: for importing them, and for reading trees.
  let importTime, parseTime: Double
}

extension ImportResult {
  /// Measures all documents.
  ///
  /// - Parameters:
  ///   - corpus: The documents.
  ///   - rounds: The number of rounds in which the contenders take turns.
  /// - Throws: The errors of the contenders.
  init(_ corpus: SchemaCorpus, rounds: Int) throws {
    var lossless = 0
    var lossy = 0
    var failed = 0
    var slowest = (time: 0.0, name: "")
    let registry = DialectRegistry.standard
    let known = registry.names.compactMap { registry.dialect(named: $0) }
    var dialects = known.map { Dialect(name: $0.name) }
    let importer = SchemaImporter()
    for document in corpus.documents {
      let start = Platform.threadTime()
      if let imported = try? importer.import(document.text) {
        if imported.isLossless { lossless += 1 } else { lossy += 1 }
        for (index, dialect) in known.enumerated() {
          dialects[index].note(
            Result { try SchemaEncoder(dialect: dialect).encode(imported.schema) })
        }
      } else {
        failed += 1
      }
      let time = Double(Platform.threadTime() - start)
      if time > slowest.time { slowest = (time, document.name) }
    }
    let texts = corpus.documents.map { ($0.text, Data($0.text)) }
    let times = try takeTurns(
      rounds: rounds,
      [
        {
          texts.reduce(0) { sum, text in
            guard let imported = try? importer.import(text.0),
              let encoded = try? SchemaEncoder().encode(imported.schema)
            else { return sum + 1 }
            return sum + encoded.utf8.count
          }
        },
        {
          texts.reduce(0) { sum, text in
            guard let tree = try? JSONSerialization.jsonObject(with: text.1),
              let written = try? JSONSerialization.data(withJSONObject: tree)
            else { return sum + 1 }
            return sum + written.count
          }
        },
        {
          texts.reduce(0) { sum, text in
            sum + ((try? importer.import(text.0)) == nil ? 1 : 2)
          }
        },
        {
          texts.reduce(0) { sum, text in
            sum + ((try? JSONSerialization.jsonObject(with: text.1)) == nil ? 1 : 2)
          }
        },
      ])
    count = corpus.documents.count
    bytes = corpus.documents.reduce(0) { $0 + $1.text.count }
    (self.lossless, self.lossy, self.failed) = (lossless, lossy, failed)
    self.dialects = dialects
    (self.slowest, slowestName) = slowest
    time = times.median(0)
    treeTime = times.median(1)
    importTime = times.median(2)
    parseTime = times.median(3)
  }
}

extension ImportResult.Dialect {
  mutating func note(_ result: Result<EncodedSchema, any Error>) {
    switch result {
    case .success(let schema):
      if schema.diagnostics.contains(where: { $0.severity == .warning }) {
        weakened += 1
      } else {
        whole += 1
      }
    case .failure: rejected += 1
    }
  }
}
