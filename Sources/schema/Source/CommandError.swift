#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Why a command did not do what it was asked to.
enum CommandError: Error, Hashable {
  /// No sample has this name.
  case unknownSample(String)

  /// No dialect has this name; `known` are those there are.
  case unknownDialect(String, known: [String])

  /// A schema would have to be read, which this version does not do.
  case unreadable(source: String)

  /// Strict encoding was asked for, and this many things are weaker than declared.
  case weakened(count: Int, dialect: String)

  /// The result cannot be written.
  case unwritable(path: String?, reason: String)
}

extension CommandError: LocalizedError {
  /// What is wrong, as a sentence or two.
  var errorDescription: String? {
    switch self {
    case .unknownSample(let name):
      "There is no sample named '\(name)'."
        + Self.guess(name, among: Sample.allCases.map(\.rawValue))
    case .unknownDialect(let name, let known):
      "There is no dialect named '\(name)'." + Self.guess(name, among: known)
    case .unreadable(let source):
      "This version of schema cannot read \(source): it encodes the built-in samples only."
    case .weakened(1, let dialect):
      "The dialect '\(dialect)' cannot state one thing that the schema declares."
    case .weakened(let count, let dialect):
      "The dialect '\(dialect)' cannot state \(count) things that the schema declares."
    case .unwritable(let path, let reason):
      "The result cannot be written to \(path.map { "'\($0)'" } ?? "standard output"): \(reason)."
    }
  }

  /// What to do about it, as a sentence or two.
  var recoverySuggestion: String? {
    switch self {
    case .unknownSample, .unreadable:
      "The samples are \(Self.list(Sample.allCases.map(\.rawValue)))."
    case .unknownDialect(_, let known): "The dialects are \(Self.list(known))."
    case .weakened: "Leave out --strict to accept that, or encode in another dialect."
    case .unwritable: nil
    }
  }

  private static func guess(_ name: String, among names: [String]) -> String {
    let guesses = NearMisses.of(name, among: names)
    return guesses.isEmpty ? "" : " Did you mean \(list(guesses, conjunction: "or"))?"
  }

  private static func list(_ names: [String], conjunction: String = "and") -> String {
    let names = names.map { "'\($0)'" }
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}
