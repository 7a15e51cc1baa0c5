import SchemaModel

/// A program that does one piece of work of a budget, so that its instructions can be counted.
///
///     CountedCases          prints the names of the cases
///     CountedCases NAME     runs a case
///
/// The cases read no file, no clock and no random number, so that each run of a build executes the
/// same instructions. `.ci/check-counts` compares their number with `counts.txt`.
@main
struct CountedCases {
  /// How often the work is done before it is counted.
  ///
  /// The runtime looks up types and conformances the first time, and tables grow to their size.
  private static let earlierCalls = 3

  static func main() throws {
    guard let name = CommandLine.arguments.dropFirst().first else {
      for counted in CountedCase.all { print(counted.name) }
      return
    }
    guard let counted = CountedCase.all.first(where: { $0.name == name }) else {
      throw CaseError(problem: "There is no case '\(name)'.")
    }
    let work = try counted.prepare()
    for _ in 0..<earlierCalls { _ = try work() }
    print(name, try countedCall(work))
  }
}

/// A piece of work whose instructions are counted.
struct CountedCase: Sendable {
  static let all = encoding + deepEncoding + reading + masking + validating + fitting

  let name: String

  /// Makes the inputs, which are not counted, and returns the work.
  ///
  /// The work returns a size of its output, which is the same each time.
  let prepare: @Sendable () throws -> () throws -> Int
}

/// The function whose instructions are counted, with all that it calls.
///
/// The counter finds it by its name, so it stays a function of its own.
@inline(never)
func countedCall(_ work: () throws -> Int) rethrows -> Int {
  try work()
}

/// An input that does not do what its case is for.
struct CaseError: Error {
  let problem: String
}
