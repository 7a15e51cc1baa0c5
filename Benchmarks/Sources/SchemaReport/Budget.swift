/// A figure that SchemaKit keeps to.
struct Budget {
  /// What is measured.
  let title: String

  /// What was found.
  let figure: Double

  let limit: Limit

  /// What the figure counts.
  var unit = Unit.times

  enum Unit {
    case times
    case milliseconds

    func text(_ value: Double) -> String {
      switch self {
      case .times: value.times
      case .milliseconds: "\(value.figures(3)) ms"
      }
    }
  }

  /// Which side of the budget is the good one.
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

  /// The budgets of encoding, with what was measured.
  static func all(_ shallow: [ShallowResult], _ deep: [DeepResult]) -> [Budget] {
    let warm = shallow.map { result in
      Budget(
        title: "\(result.sample.title), type to bytes", figure: result.encodeRatio,
        limit: .atLeast(result.sample == .graph ? 25 : 50))
    }
    let kept = shallow.map { result in
      Budget(
        title: "\(result.sample.title), kept graph", figure: result.keptRatio,
        limit: .atLeast(100))
    }
    let cold = shallow.map { result in
      Budget(
        title: "\(result.sample.title), first call", figure: result.coldRatio,
        limit: .atLeast(20))
    }
    let growth = deep.map { result in
      Budget(
        title: "\(result.chain.title), \(result.stack.title), growth", figure: result.growth,
        limit: .atMost(1.5))
    }
    return warm + kept + cold + growth
  }

  /// All budgets of a report.
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
