/// A limit on a measured figure.
struct Budget {
  /// The name of the measurement.
  let title: String

  /// The measured figure.
  let figure: Double

  let limit: Limit

  /// The unit of the figure.
  var unit = Unit.times

  enum Unit {
    case times
    case milliseconds
    case microseconds
    case bytes
    case count
    case percent

    func text(_ value: Double) -> String {
      switch self {
      case .times: value.times
      case .milliseconds: "\(value.figures(3)) ms"
      case .microseconds: "\(value.figures(3)) µs"
      case .bytes: "\(value.figures(3)) B"
      case .count: "\(value.figures(3))"
      case .percent: "\(value.figures(3)) %"
      }
    }
  }

  /// An upper or a lower limit.
  enum Limit {
    case atLeast(Double)
    case atMost(Double)
  }

  var isMet: Bool {
    switch limit {
    case .atLeast(let limit): figure >= limit
    case .atMost(let limit): figure <= limit
    }
  }

  /// Returns the budgets of encoding, with the measured figures.
  static func all(_ shallow: [ShallowResult], _ deep: [DeepResult]) -> [Budget] {
    let warm = shallow.map { result in
      Budget(
        title: "\(result.sample.title), type to bytes", figure: result.encodeRatio,
        limit: .atLeast(5.5))
    }
    let kept = shallow.map { result in
      Budget(
        title: "\(result.sample.title), kept graph", figure: result.keptRatio, limit: .atLeast(15))
    }
    let growth = deep.map { result in
      Budget(
        title: "\(result.chain.title), \(result.stack.title), growth", figure: result.growth,
        limit: .atMost(2.5))
    }
    let peaks = deep.compactMap { result in
      result.depths.last.map { deepest in
        Budget(
          title: "\(result.chain.title), \(result.stack.title), peak a level",
          figure: Double(deepest.peak) / Double(deepest.depth), limit: .atMost(1100), unit: .bytes)
      }
    }
    return warm + kept + growth + peaks
  }

  /// Returns the table of all budgets of a report.
  static func table(_ budgets: [Budget]) -> Table {
    var table = Table("Budgets", ["", "found", "budget", ""])
    for budget in budgets {
      let limit =
        switch budget.limit {
        case .atLeast(let limit): "at least \(budget.unit.text(limit))"
        case .atMost(let limit): "at most \(budget.unit.text(limit))"
        }
      table.add([
        budget.title, budget.unit.text(budget.figure), limit, budget.isMet ? "met" : "NOT MET",
      ])
    }
    return table
  }
}
