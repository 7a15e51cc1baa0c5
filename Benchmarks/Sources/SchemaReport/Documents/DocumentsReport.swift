import Foundation
import SchemaContent
import SchemaEncoding
import SchemaImport
import SchemaValidation

/// The report on the growth of costs with the size of documents.
enum DocumentsReport {
  /// The task of a child process.
  static let name = "document"

  /// The work on a document.
  enum Work: String, CaseIterable {
    /// Importing and resolving the document.
    case `import`
    /// Compiling the document, and checking its value with and without a report.
    case validate

    func perform(_ text: String, value: GeneratedContent) throws {
      switch self {
      case .import: _ = try SchemaGraph(SchemaImporter().import(text).schema)
      case .validate:
        let validator = try ContentValidator(document: text)
        guard validator.report(on: value).isValid == validator.isValid(value) else {
          throw ReportError("Two verdicts differ.")
        }
      }
    }
  }

  /// The time in milliseconds and the memory in bytes for a document of one size.
  private struct Cost {
    let size: Int
    let milliseconds: Double
    let peak: Int
  }

  /// Measures each document at an eighth, a fourth, a half and the whole of its size.
  static func run(_ options: Options) throws -> [Budget] {
    var budgets: [Budget] = []
    for work in Work.allCases {
      var table = Table(
        "Documents, doubled three times (\(work.rawValue); a process each)",
        ["", "parts", "time", "growth a doubling", "peak memory"])
      for document in DocumentCase.allCases {
        let costs = try [8, 4, 2, 1].map { try cost(work, document, document.size / $0) }
        guard let first = costs.first, let last = costs.last else { continue }
        let growth = zip(costs.dropFirst(), costs).map { $0.milliseconds / $1.milliseconds }
        table.add([
          document.title, last.size.grouped, "\(last.milliseconds.figures(3)) ms",
          growth.map { $0.figures(2) }.joined(separator: ", "), last.peak.bytes,
        ])
        let mean = pow(last.milliseconds / max(first.milliseconds, 0.01), 1 / 3.0)
        budgets += [
          Budget(
            title: "\(work.rawValue): \(document.title)", figure: last.milliseconds,
            limit: .atMost(2000), unit: .milliseconds),
          Budget(
            title: "\(work.rawValue): \(document.title), growth a doubling", figure: mean,
            limit: .atMost(3)),
          Budget(
            title: "\(work.rawValue): \(document.title), memory", figure: Double(last.peak),
            limit: .atMost(500_000_000), unit: .bytes),
        ]
      }
      say(table.text(options.format))
    }
    return budgets
  }

  private static func cost(_ work: Work, _ document: DocumentCase, _ size: Int) throws -> Cost {
    let words = try ChildProcess.words([name, work.rawValue, document.rawValue, "\(size)"])
    guard words.count == 2, let time = Double(words[0]), let peak = Int(words[1]) else {
      throw ReportError("The child process printed \(words).")
    }
    return Cost(size: size, milliseconds: time, peak: peak)
  }

  /// Does the work of a child process, and prints its time and memory.
  static func answer(_ arguments: ArraySlice<String>) throws {
    let words = Array(arguments)
    guard words.count == 3, let work = Work(rawValue: words[0]),
      let document = DocumentCase(rawValue: words[1]), let size = Int(words[2])
    else { throw ReportError("Unknown document: \(words)") }
    let text = document.document(size)
    let options = GeneratedContentParser.Options(maximumDepth: .max)
    let value = try GeneratedContent(json: document.value(size), options: options)
    Platform.resetPeakMemory()
    let start = Platform.threadTime()
    try work.perform(text, value: value)
    let time = Double(Platform.threadTime() - start) / 1_000_000
    print(time, Platform.peakMemory())
  }
}
