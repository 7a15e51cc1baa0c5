import Foundation

/// The report on the cost of a session itself, without the model and the network.
enum SessionsReport {
  private static let requests = 500
  private static let events = 10_000
  /// The ratio of the lengths of the longest and the shortest answer.
  private static let growthFactor = 16

  static func run(_ options: Options) throws -> [Budget] {
    let costs = try costs(options)
    let open = try openStreams()
    return costs + open
  }

  private static func costs(_ options: Options) throws -> [Budget] {
    var budgets: [Budget] = []
    var table = Table(
      "Sessions (processor time of the process; a scripted model)",
      ["", "each", "each, \(growthFactor) times as many"])
    for item in SessionCase.allCases {
      let count = item.isOfEvents ? events : requests
      let each = try microseconds(item, count, options.rounds)
      let longer =
        item.isOfEvents
        ? try microseconds(item, count * growthFactor, max(1, options.rounds / 8)) : nil
      table.add([item.title, each.microseconds, longer?.microseconds ?? "–"])
      if let budget = item.budget {
        budgets.append(
          Budget(title: item.title, figure: each, limit: .atMost(budget), unit: .microseconds))
      }
      // A snapshot is a copy of the whole text, so its cost grows with the text.
      if let longer, item != .readEvents, item != .handWrittenLoop {
        budgets.append(
          Budget(
            title: "\(item.title), growth of an answer \(growthFactor) times as long",
            figure: longer / each, limit: .atMost(1.5)))
      }
    }
    say(table.text(options.format))
    return budgets
  }

  /// Returns the median of some rounds.
  private static func microseconds(
    _ item: SessionCase, _ count: Int, _ rounds: Int
  ) throws -> Double {
    try (0..<rounds).map { _ in
      let work = try item.prepare(count)
      let start = Platform.processTime()
      let size = try Blocking.run(work)
      let time = Platform.processTime() - start
      guard size > 0 else { throw ReportError("\(item.title): the answer is empty.") }
      return Double(time) / 1_000 / Double(count)
    }.median
  }

  private static func openStreams() throws -> [Budget] {
    let words = try ChildProcess.words([OpenStreams.name])
    guard words.count == 2, let bytes = Double(words[0]), let time = Double(words[1]) else {
      throw ReportError("The child process printed \(words).")
    }
    let title = "\(OpenStreams.count) streams at once"
    return [
      Budget(
        title: "\(title), memory each", figure: bytes, limit: .atMost(65_536), unit: .bytes),
      Budget(
        title: "\(title), all cancelled and ended", figure: time, limit: .atMost(100),
        unit: .milliseconds),
    ]
  }
}
