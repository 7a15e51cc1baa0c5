import IndexedTables
import Testing

struct WorkBudgetTests {
  @Test func `a budget is in proportion to the input`() {
    #expect(WorkBudget(inProportionTo: 0).remaining == 100_000)
    #expect(WorkBudget(inProportionTo: 1_000).remaining == 116_000)
    #expect(WorkBudget(inProportionTo: 10, factor: 64, least: 1).remaining == 641)
    #expect(WorkBudget(inProportionTo: .max) == .unlimited)
  }

  @Test func `work that is refused takes nothing, and work that was done takes all`() {
    var budget = WorkBudget(steps: 10)
    let isRefused = !budget.take(11)
    #expect(isRefused && budget.remaining == 10)
    let isTaken = budget.take(9)
    #expect(isTaken && budget.remaining == 1 && !budget.isSpent)
    budget.spend(5)
    #expect(budget.isSpent && budget.remaining == -4)
    budget.spend(.max)
    budget.spend(.max)
    let isSpent = !budget.take()
    #expect(isSpent && budget.remaining == .min)
  }
}
