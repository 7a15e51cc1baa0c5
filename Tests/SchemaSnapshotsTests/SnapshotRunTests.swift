import Foundation
import SchemaModel
import Testing

@testable import SchemaSnapshots

/// Stored schemas follow their types, and never silently past stored answers.
struct SnapshotRunTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent(UUID().uuidString)

  /// Stores or checks the schemas of two types in a folder that the body prepares from their files.
  private func run(
    _ types: [any Generable.Type] = [Parcel.self, Parcel.Label.self],
    _ adapt: (inout SnapshotArguments) -> Void = { _ in }
  ) throws -> [SnapshotResult] {
    var options = SnapshotArguments(folder: folder.path)
    adapt(&options)
    return try SnapshotRun(types: types, options: options).perform()
  }

  private func file(_ name: String) -> URL { folder.appendingPathComponent("\(name).json") }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: file(name), encoding: .utf8)
  }

  /// Replaces a part of a stored schema, so that the type differs from it.
  private func edit(_ name: String, _ part: String, _ other: String) throws {
    let before = try text(name)
    #expect(before.contains(part))
    try before.replacingOccurrences(of: part, with: other)
      .write(to: file(name), atomically: true, encoding: .utf8)
  }

  @Test func `new schemas are stored under the names of their types, and then unchanged`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let stored = try run()
    #expect(stored.flatMap(\.lines) == ["Parcel: stored", "Parcel.Label: stored"])
    #expect(try text("Parcel").hasSuffix("}\n"))
    #expect(try text("Parcel").contains(#""maximum": 30"#))
    let again = try run { $0.isCheck = true }
    #expect(again.flatMap(\.lines) == ["Parcel: unchanged", "Parcel.Label: unchanged"])
    #expect(!again.contains { $0.isFailure })
  }

  @Test func `a check stores nothing, and fails for schemas that are not stored`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let results = try run { $0.isCheck = true }
    #expect(results.allSatisfy { $0.isFailure })
    #expect(results[0].lines[0] == "error: Parcel: The schema is not stored.")
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func `a compatible change is stored, and a check fails until then`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try run()
    let now = try text("Parcel")
    try edit("Parcel", #""maximum": 30"#, #""maximum": 20"#)
    let checked = try run { $0.isCheck = true }
    #expect(checked[0].isFailure)
    #expect(checked[0].lines[0].contains("changed compatibly, but the change is not stored"))
    #expect(try text("Parcel") != now)
    let stored = try run()
    #expect(stored[0].lines == ["Parcel: changed compatibly, stored"])
    #expect(try text("Parcel") == now)
  }

  @Test func `an incompatible change fails with its reasons until it is accepted by name`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try run()
    let now = try text("Parcel")
    try edit("Parcel", #""maximum": 30"#, #""maximum": 40"#)
    let edited = try text("Parcel")
    let refused = try run()
    #expect(refused.map(\.isFailure) == [true, false])
    let lines = refused[0].lines
    #expect(lines[0] == "error: Parcel: The change breaks stored answers.")
    #expect(lines[1].hasPrefix("  at /grams: "))
    #expect(lines[1].hasSuffix("[compare.range]"))
    #expect(lines.last == "  If the change is intended, store it with --accept 'Parcel'.")
    #expect(try text("Parcel") == edited)
    let accepted = try run { $0.accepted = ["Parcel"] }
    #expect(accepted[0].lines == ["Parcel: changed incompatibly, accepted and stored"])
    #expect(try text("Parcel") == now)
  }

  @Test func `a check stores nothing, whichever changes are accepted`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try run()
    try edit("Parcel", #""maximum": 30"#, #""maximum": 40"#)
    let edited = try text("Parcel")
    let checked = try run([Parcel.self]) {
      $0.isCheck = true
      $0.accepted = ["Parcel", "Parcel.Label"]
    }
    #expect(checked.map(\.isFailure) == [true, true])
    #expect(try text("Parcel") == edited)
    #expect(FileManager.default.fileExists(atPath: file("Parcel.Label").path))
  }

  @Test func `a change of unknown compatibility is not stored`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try run()
    // The comparison cannot know the values that `not` excludes.
    try edit("Parcel", #""maximum": 30"#, #""maximum": 40, "not": {"minimum": 30.5}"#)
    let results = try run()
    #expect(results[0].isFailure)
    #expect(results[0].lines[0].contains("It is not known whether"))
  }

  @Test func `a stored schema without a type fails until its removal is accepted`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try run()
    let results = try run([Parcel.self])
    #expect(results.map(\.isFailure) == [false, true])
    #expect(results[1].lines[0].hasPrefix("error: Parcel.Label: The schema is stored, but no"))
    let removed = try run([Parcel.self]) { $0.accepted = ["Parcel.Label"] }
    #expect(removed.flatMap(\.lines) == ["Parcel: unchanged", "Parcel.Label: removed"])
    #expect(!FileManager.default.fileExists(atPath: file("Parcel.Label").path))
  }

  @Test func `a stored file whose name differs from a type's only in case is an error`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try run([Parcel.Label.self])
    try FileManager.default.copyItem(at: file("Parcel.Label"), to: file("parcel"))
    try FileManager.default.removeItem(at: file("Parcel.Label"))
    let before = try text("parcel")
    let error = #expect(throws: SnapshotError.self) { try run { $0.accepted = ["parcel"] } }
    #expect(
      error?.problem
        == "The file \(file("parcel").path) differs only in case from the name of the type Parcel.")
    #expect(error?.remedy == "Give the file the exact name of the type, or remove it.")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["parcel.json"])
    #expect(try text("parcel") == before)
  }

  @Test func `a stored file that is not a schema is an error that names it`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try run()
    try "{".write(to: file("Parcel"), atomically: true, encoding: .utf8)
    let error = #expect(throws: SnapshotError.self) { try run() }
    #expect(error?.problem.contains("Parcel.json is not a schema") == true)
  }

  @Test func `a stored file that is not a schema leaves the other files unchanged`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try run()
    try edit("Parcel", #""maximum": 30"#, #""maximum": 20"#)
    let edited = try text("Parcel")
    try "{".write(to: file("Parcel.Label"), atomically: true, encoding: .utf8)
    let error = #expect(throws: SnapshotError.self) { try run() }
    #expect(error?.problem.contains("Parcel.Label.json is not a schema") == true)
    #expect(try text("Parcel") == edited)
    #expect(try text("Parcel.Label") == "{")
  }

  @Test func `two types of one name, a private type and an unknown name are errors`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let twice = #expect(throws: SnapshotError.self) { try run([Parcel.self, Parcel.self]) }
    #expect(
      twice?.problem
        == "Two of the listed types have the name 'Parcel'. "
        + "Both schemas would be stored in one file.")
    let sameButForCase = #expect(throws: SnapshotError.self) {
      try run([Parcel.Label.self, Parcel.LABEL.self])
    }
    #expect(
      sameButForCase?.problem
        == "The names of the listed types Parcel.Label and Parcel.LABEL differ only in case. Some "
        + "file systems would store both schemas in one file.")
    let hidden = #expect(throws: SnapshotError.self) { try run([Self.privateType]) }
    #expect(hidden?.problem.contains("is private") == true)
    let unknown = #expect(throws: SnapshotError.self) { try run { $0.accepted = ["Crate"] } }
    #expect(unknown?.remedy == "The names are: Parcel, Parcel.Label.")
  }

  @Test(arguments: [
    (["--check"], "The folder of the stored schemas is missing."),
    (["--folder"], "The option --folder needs a value."),
    (["--folder", "Schemas", "--cheque"], "'--cheque' is not an option."),
    (
      ["--folder", "Schemas", "--check", "--accept", "Parcel"],
      "--check stores nothing, so --accept has no effect with it."
    ),
  ])
  func `invalid arguments are errors`(arguments: [String], problem: String) {
    let error = #expect(throws: SnapshotError.self) { try SnapshotArguments(arguments) }
    #expect(error?.problem == problem)
  }

  @Test func `the names are those of the types, and of stored schemas without a type`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try run()
    #expect(throws: SnapshotError.self) {
      try SnapshotArguments(["--folder", folder.path, "--names", "--check"])
    }
    let options = try SnapshotArguments(["--folder", folder.path, "--names"])
    #expect(options.isListing)
    let names = try SnapshotRun(types: [Parcel.Label.self], options: options).names
    #expect(names == ["Parcel.Label", "Parcel"])
  }

  @Test func `the error for an unknown option lists the options of the command`() {
    let error = #expect(throws: SnapshotError.self) { try SnapshotArguments(["--cheque"]) }
    #expect(
      error?.remedy
        == "The options are --folder PATH, --names, --check and --accept NAME; the command plug-in "
        + "adds --target NAME.")
  }

  @Test func `the options are read`() throws {
    let options = try SnapshotArguments(["--accept", "A", "--folder", "Schemas", "--accept", "B"])
    #expect(options.folder == "Schemas")
    #expect(options.accepted == ["A", "B"])
    #expect(!options.isCheck)
  }
}
