import SchemaKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The schema that a command works on: a sample, or a document.
enum SchemaSource: Sendable, Hashable {
  /// A sample that is part of the command.
  case sample(Sample)

  /// The file at a path.
  case file(path: String)

  /// Standard input.
  case standardInput

  /// A word that is neither a sample's name nor a path; using it is an error.
  case unknown(String)

  /// Finds the source that an argument names.
  ///
  /// 1. `-` is standard input.
  /// 2. The name of a sample is that sample; a file of that name has to be given as `./recipe`.
  /// 3. What contains a slash, ends in `.json` or names a file that exists is a file.
  ///
  /// - Parameter argument: The argument.
  init(_ argument: String) {
    if argument == "-" {
      self = .standardInput
    } else if let sample = Sample(rawValue: argument) {
      self = .sample(sample)
    } else if argument.contains("/") || argument.lowercased().hasSuffix(".json")
      || FileManager.default.fileExists(atPath: argument)
    {
      self = .file(path: argument)
    } else {
      self = .unknown(argument)
    }
  }

  /// The name of the source in a picture, if the schema has no title.
  var name: String {
    switch self {
    case .sample(let sample): sample.rawValue
    case .file(let path): path
    case .standardInput: "standard input"
    case .unknown(let word): word
    }
  }

  /// Reads the schema.
  ///
  /// - Parameters:
  ///   - pointer: The place of the schema in a file, as a JSON Pointer; the empty one is the whole.
  ///   - console: The console with the standard input.
  /// - Returns: The schema with the findings of reading it.
  /// - Throws: ``CommandError`` if there is no such schema or it cannot be read, `SchemaError` or
  ///   `SchemaImportError` if it has a fault.
  func read(at pointer: String = "", from console: inout some Console) throws -> SchemaReading {
    switch self {
    case .sample(let sample):
      guard pointer.isEmpty else { throw CommandError.pointerIntoSample(sample.rawValue) }
      return SchemaReading(graph: try SchemaGraph(sample.type))
    case .unknown(let word): throw CommandError.unknownSample(word)
    case .file, .standardInput:
      let bytes: [UInt8]
      do throws(ReadFailure) {
        if case .file(let path) = self {
          bytes = try InputFile.read(path: path)
        } else {
          bytes = try InputFile.collect { () throws(ReadFailure) in try console.read() }
        }
      } catch {
        throw CommandError.unreadable(source: description, reason: error.reason)
      }
      return try SchemaReading(text: bytes, at: pointer)
    }
  }

  /// A description for errors.
  private var description: String {
    switch self {
    case .sample(let sample): "the sample '\(sample.rawValue)'"
    case .file(let path): "the file '\(path)'"
    case .standardInput: "standard input"
    case .unknown(let word): "'\(word)'"
    }
  }
}
