#if CommandLine
import ArgumentParser
import SchemaKit

/// `schema diff`: reports whether answers to one schema are valid under another.
struct DiffCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Reports whether answers stored under an old schema are valid under a new one.",
    usage: """
      schema diff <old> <new> [--at <pointer>] [--references <path> ...]
                  [--closed] [--allow-unknown]
                  [--format <format>] [--pretty | --compact] [--quiet]
                  [--color <when>]
      """,
    discussion: """
      The verdict is compatible if every value that the old schema allows is allowed by the new \
      one; breaking, with each reason, if some value is not; unknown if neither can be shown, as \
      for two patterns with lookaheads. Descriptions, titles and the order of properties have no \
      effect. Equal schemas are compatible. Undecided differences are listed after proven ones.

        schema diff v1/order.json v2/order.json
        git show HEAD~1:order.json | schema diff - order.json

      The exit status is 0 if the change is compatible, 1 if it is breaking or unknown, and 2 if a \
      schema cannot be used. With --allow-unknown, the status is 1 only for a change that is \
      proven to be breaking.
      """)

  @Argument(help: ArgumentHelp("The old schema: a file, - or a sample.", valueName: "old"))
  var old: SchemaSource

  @Argument(help: ArgumentHelp("The new schema.", valueName: "new"))
  var new: SchemaSource

  @OptionGroup var part: PartOptions

  @Flag(
    help: """
      Counts an optional property that is added to an open object as breaking, since stored \
      answers may have a property of that name with another value.
      """)
  var closed = false

  @Flag(help: "Fails only for changes that are proven to be breaking.")
  var allowUnknown = false

  @OptionGroup var report: ReportOptions

  var color: ColorChoice { report.json.colors.color }

  func validate() throws {
    if old == .standardInput, new == .standardInput {
      throw ValidationError("Only one of the two schemas can come from standard input.")
    }
  }

  func run(on console: inout some Console) throws {
    let oldReading = try old.reporting(on: &console) { try old.read(part.part, from: &$0) }
    let newReading = try new.reporting(on: &console) { try new.read(part.part, from: &$0) }
    var options = SchemaCompatibility.Options()
    options.assumesAddedNamesAreUnused = !closed
    var unstated = UnstatedKeywords(old: oldReading, new: newReading)
    var compatibility =
      unstated.areDocumentsEqual
      ? .ofEqualDocuments
      : SchemaCompatibility(from: oldReading.graph, to: newReading.graph, options: options)
        .ofDocuments(compatibilityDoubt: unstated.compatibilityDoubt) { unstated.doubt(about: $0) }
    let isLossy = compatibility.reasons.contains { $0.rule == .lossySchema }
    var losses = isLossy ? unstated.reasons(in: newReading) : []
    if compatibility.verdict == .unknown {
      // Where the comparison does not decide, a value may.
      let places = compatibility.reasons.map(\.path) + unstated.valuePlaces
      if let lost = LostAnswer(at: places, from: oldReading, to: newReading) {
        let others = losses.filter { !lost.isRejected(at: $0.place) }
        compatibility = compatibility.broken(
          byExample: lost.problem, at: lost.violation.path,
          provingLosses: others.isEmpty && !losses.isEmpty)
        losses = others
      }
    }
    let notes = unstated.findings(
      old: oldReading, new: newReading, verdict: compatibility.verdict, besides: losses)
    let status: ExitStatus =
      switch compatibility.verdict {
      case .compatible: .success
      case .unknown: allowUnknown ? .success : .failure
      case .breaking: .failure
      }
    try status.end(afterWriting: {
      try report.write(
        Report(compatibility, newReading, named: new.name, losses: losses), notes: notes,
        on: &console)
    })
  }
}
#endif
