/// The arguments of a program, which select its action.
struct SnapshotArguments: Sendable {
  /// The path of the folder with the stored schemas.
  var folder: String

  /// `true` if the schemas are only compared and no file is written.
  var isCheck = false

  /// `true` if only the names of the schemas are printed.
  var isListing = false

  /// The names of the schemas whose incompatible change or removal is accepted.
  var accepted: Set<String> = []

  /// Creates arguments that store the schemas in a folder.
  init(folder: String) { self.folder = folder }

  /// Reads arguments.
  init(_ arguments: [String]) throws(SnapshotError) {
    var folder: String?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--check": isCheck = true
      case "--names": isListing = true
      case "--folder": folder = try Self.value(of: argument, &rest)
      case "--accept": accepted.insert(try Self.value(of: argument, &rest))
      default:
        throw SnapshotError(
          "'\(argument)' is not an option.",
          remedy: "The options are --folder PATH, --names, --check and --accept NAME; the command "
            + "plug-in adds --target NAME.")
      }
    }
    guard let folder, !folder.isEmpty else {
      throw SnapshotError(
        "The folder of the stored schemas is missing.",
        remedy: "Run 'swift package schema-snapshot', or add --folder PATH.")
    }
    self.folder = folder
    guard !isListing || (!isCheck && accepted.isEmpty) else {
      throw SnapshotError(
        "--names only prints names, so --check and --accept have no effect with it.",
        remedy: "Remove --names.")
    }
    guard !isCheck || accepted.isEmpty else {
      throw SnapshotError(
        "--check stores nothing, so --accept has no effect with it.",
        remedy: "Remove one of the two options.")
    }
  }

  private static func value(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(SnapshotError) -> String {
    guard let value = rest.popFirst(), !value.hasPrefix("--") else {
      throw SnapshotError(
        "The option \(option) needs a value.", remedy: "Write it after the option.")
    }
    return value
  }
}
