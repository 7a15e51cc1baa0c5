/// A keyword whose schemas may fail while it holds, as it is being evaluated.
struct Choice {
  let goal: Evaluation.Goal
  let applicator: Applicator
  let kind: ContentShape
  /// What is wanted of the frame around it.
  let mode: Evaluation.Mode
  /// The numbers of the alternatives that are left, if not all are.
  var candidates: [Int]?
  /// How many of the alternatives, or of the elements, have been begun.
  var position = 0
  /// The schema and the value that are being evaluated.
  var current = (schema: -1, place: -1)
  /// How many hold, and for how many that is open.
  var matches = 0
  var openCount = 0
  /// How many had been begun when the last was found open.
  var openPosition = 0
  /// The alternative with the fewest violations, and their number.
  var best = (number: -1, cost: Int.max)
  /// How many alternatives fit the kind of the value, and the number of the last of them.
  var fitting = (count: 0, last: -1)
  /// The elements still to be evaluated, of `contains`.
  var elements = ContentPlaces.Children()
}
