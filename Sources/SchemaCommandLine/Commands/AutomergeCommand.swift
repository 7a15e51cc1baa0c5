#if CommandLine && Automerge
import ArgumentParser
import AutomergeDocument

/// `schema automerge`: shows Automerge documents.
struct AutomergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "automerge",
    abstract: "Shows an Automerge document, its history, or the differences of two versions.",
    subcommands: [Show.self, JSON.self, History.self, Difference.self])

  /// The common arguments.
  struct Options: ParsableArguments {
    @Argument(help: fileHelp)
    var file: String

    @Argument(
      help: ArgumentHelp(
        "A version: \(versionForm); by default, it is the current version.", valueName: "at"))
    var version: String?
  }

  private static let fileHelp = ArgumentHelp(
    "A file with a document or changes.", valueName: "file")

  /// The form of a version in an argument.
  private static let versionForm = "first digits of change hashes, separated by commas"
}

extension AutomergeCommand {
  /// `schema automerge show`: prints an outline.
  struct Show: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Prints the document as an outline, with conflicts marked.")

    @OptionGroup var options: Options

    func run(on console: inout some Console) throws {
      let file = try DocumentFile(path: options.file)
      let heads = try file.heads(options.version)
      try console.write(DocumentOutline(file.document, heads: heads).text)
    }
  }

  /// `schema automerge json`: prints JSON.
  struct JSON: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "json", abstract: "Prints the document as JSON.")

    @OptionGroup var options: Options

    @OptionGroup var json: JSONOptions

    var color: ColorChoice { json.colors.color }

    func run(on console: inout some Console) throws {
      let file = try DocumentFile(path: options.file)
      let heads = try file.heads(options.version)
      try console.write(json: try file.document.json(heads: heads), json.layout)
    }
  }

  /// `schema automerge history`: lists the changes.
  struct History: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "history",
      abstract: "Lists the changes: hash, actor, time, number of operations, message.")

    @OptionGroup var options: Options

    func run(on console: inout some Console) throws {
      let file = try DocumentFile(path: options.file)
      let heads = try file.heads(options.version)
      var shown = try file.document.changes()
      if options.version != nil {
        let covered = Set(try file.document.forkAt(heads: heads).getHistory())
        shown.removeAll { !covered.contains($0.hash) }
      }
      for change in shown {
        let mark = heads.contains(change.hash) ? "*" : " "
        let message = change.message.map { "  \($0.debugDescription)" } ?? ""
        try console.write(
          """
          \(mark) \(change.hash)  \(change.actorId) #\(change.sequence)  \
          \(change.timestamp.automergeText)  \(change.operationCount) operations\(message)
          """)
      }
    }
  }

  /// `schema automerge diff`: compares two versions.
  struct Difference: ConsoleCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff", abstract: "Prints the differences of two versions of the document.")

    @Argument(help: fileHelp)
    var file: String

    @Argument(
      help: ArgumentHelp(
        "The old version: \(versionForm); by default, it is the empty document.",
        valueName: "from"))
    var oldVersion: String?

    @Argument(
      help: ArgumentHelp(
        "The new version; by default, it is the current version.", valueName: "to"))
    var newVersion: String?

    func run(on console: inout some Console) throws {
      let file = try DocumentFile(path: file)
      let from = oldVersion == nil ? [] : try file.heads(oldVersion)
      let old = try DocumentOutline(file.document, heads: from)
      let new = try DocumentOutline(file.document, heads: try file.heads(newVersion))
      let removed = old.lines(missingFrom: new, mark: "-")
      let added = new.lines(missingFrom: old, mark: "+")
      // By path, with removed values before new ones.
      let all = (removed + added).enumerated().sorted {
        $0.element.path == $1.element.path
          ? $0.offset < $1.offset : $0.element.path < $1.element.path
      }
      try console.write(all.map { StyledLine($0.element.text) })
    }
  }
}
#endif
