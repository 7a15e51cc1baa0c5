#if CommandLine && Automerge
import AutomergeDocument
import Foundation
import Testing

@testable import SchemaCommandLine

struct AutomergeCommandTests {
  private let folder: TemporaryFolder
  private let file: String
  /// The hashes of the changes, in their order.
  private let hashes: [ChangeHash]

  init() throws {
    folder = try TemporaryFolder()
    let document = Document(actor: ActorId(bytes: [1]))
    try document.put(obj: .ROOT, key: "title", value: .String("Soup"))
    try document.put(obj: .ROOT, key: "a.b\u{1B}", value: .Null)
    let steps = try document.putObject(obj: .ROOT, key: "steps", ty: .List)
    let step = try document.insertObject(obj: steps, index: 0, ty: .Map)
    let text = try document.putObject(obj: step, key: "text", ty: .Text)
    try document.spliceText(obj: text, start: 0, delete: 0, value: "Chop \"it\"\n")
    try document.commitWith(message: "first", timestamp: Date(timeIntervalSince1970: 1_700_000_000))
    let other = try document.fork(actor: ActorId(bytes: [2]))
    try document.put(obj: .ROOT, key: "title", value: .String("Tomato soup"))
    try document.put(obj: .ROOT, key: "likes", value: .Counter(2))
    try document.commitWith()
    try other.put(obj: .ROOT, key: "title", value: .F64(1.5))
    try other.spliceText(obj: text, start: 0, delete: 4, value: "Cut")
    try other.insert(obj: steps, index: 1, value: .Bytes(Data([1, 2])))
    try other.commitWith(message: "other")
    try document.merge(other: other)
    hashes = document.getHistory()
    file = try folder.write(Array(try document.save()), to: "recipe.automerge")
  }

  private func run(_ arguments: String...) -> CommandRun {
    CommandRun(["automerge"] + arguments)
  }

  @Test func `an outline shows values with their types, and marks conflicts`() throws {
    let run = run("show", file)
    #expect(run.status == 0)
    #expect(
      run.output == #"""
        ["a.b\u001b"]: null
        likes: counter 2
        steps: list of 2
          [0]: map of 1
            text: text "Cut \"it\"\n"
          [1]: bytes AQI=
        title: "Tomato soup"  ! conflict
        title: 1.5  ! wins

        """#)
  }

  @Test func `an earlier version is named by the first digits of its hash`() throws {
    let run = run("show", file, String(hashes[0].description.prefix(8)))
    #expect(
      run.output == #"""
        ["a.b\u001b"]: null
        steps: list of 1
          [0]: map of 1
            text: text "Chop \"it\"\n"
        title: "Soup"

        """#)
    let both = hashes[1...].map(\.description).joined(separator: ",")
    #expect(self.run("show", file, both).output == self.run("show", file).output)
  }

  @Test func `the content as JSON is one line`() throws {
    #expect(
      run("json", file).output == #"""
        {"a.b\u001b":null,"likes":2,"steps":[{"text":"Cut \"it\"\n"},"AQI="],"title":1.5}

        """#)
    #expect(
      run("json", file, hashes[0].description).output == #"""
        {"a.b\u001b":null,"steps":[{"text":"Chop \"it\"\n"}],"title":"Soup"}

        """#)
  }

  @Test func `the history lists changes, and marks the heads of the version`() throws {
    #expect(
      run("history", file).output == """
          \(hashes[0])  01 #1  2023-11-14T22:13:20.000Z  15 operations  "first"
        * \(hashes[1])  01 #2  1970-01-01T00:00:00.000Z  2 operations
        * \(hashes[2])  02 #1  1970-01-01T00:00:00.000Z  9 operations  "other"

        """)
    #expect(
      run("history", file, hashes[1].description).output == """
          \(hashes[0])  01 #1  2023-11-14T22:13:20.000Z  15 operations  "first"
        * \(hashes[1])  01 #2  1970-01-01T00:00:00.000Z  2 operations

        """)
  }

  @Test func `the help names the version that a difference has by default`() {
    let help = CommandRun("automerge", "diff", "--help").output.split { $0.isWhitespace }
      .joined(separator: " ")
    #expect(help.contains("by default, it is the empty document."), "\(help)")
    #expect(help.contains("by default, it is the current version."), "\(help)")
  }

  @Test func `texts that differ only in their Unicode form are a difference`() throws {
    let document = Document(actor: ActorId(bytes: [1]))
    for text in ["\u{E9}", "e\u{301}"] {
      try document.put(obj: .ROOT, key: "a", value: .String(text))
      try document.commitWith()
    }
    let hashes = document.getHistory()
    let file = try folder.write(Array(try document.save()), to: "accents.automerge")
    let run = run("diff", file, hashes[0].description, hashes[1].description)
    #expect(run.output.split(separator: "\n").count == 2, "\(run.output)\(run.messages)")
  }

  @Test func `a difference has removed values before new ones, by path`() throws {
    let run = run("diff", file, hashes[0].description, hashes[2].description)
    #expect(
      run.output == #"""
        - .steps.[0].text: text "Chop \"it\"\n"
        + .steps.[0].text: text "Cut \"it\"\n"
        + .steps.[1]: bytes AQI=
        - .title: "Soup"
        + .title: 1.5

        """#)
    #expect(self.run("diff", file, hashes[2].description, hashes[2].description).output == "")
    let all = self.run("diff", file)
    #expect(all.output.split(separator: "\n").allSatisfy { $0.hasPrefix("+ ") })
    #expect(all.output.contains("+ .likes: counter 2\n"))
  }

  @Test(arguments: ["show", "json", "history", "diff"])
  func `an unreadable input is an error with a remedy`(command: String) throws {
    let missing = run(command, folder.path("missing"))
    #expect(missing.status == 2)
    #expect(missing.messages.contains("cannot be read"))
    let broken = try folder.write([1, 2, 3, 4], to: "broken")
    let run = run(command, broken)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(
      run.messages == """
        error: There is no Automerge document at byte 0 of the file '\(broken)'. The data don't \
        begin with the mark of an Automerge chunk.

        """)
  }

  @Test(arguments: ["show", "json", "history", "diff"])
  func `a version that no change has is an error`(command: String) throws {
    for version in ["0000", "xyz", "\(hashes[0]),0000"] {
      let run = run(command, file, version)
      #expect(run.status == 2)
      #expect(run.messages.contains("No change begins with"), "\(run.messages)")
      #expect(run.messages.contains("'schema automerge history' lists the changes"))
      #expect(!run.messages.contains("more digits"))
    }
  }

  @Test(arguments: ["show", "json", "history", "diff"])
  func `an empty version is an error`(command: String) throws {
    for version in ["", ",", "\(hashes[0]),", " "] {
      let run = run(command, file, version)
      #expect(run.status == 2, "'\(version)'")
      #expect(run.output.isEmpty)
    }
    #expect(run(command, file, "").messages.contains("The version is empty."))
  }

  @Test func `digits with which several changes begin are an error`() throws {
    let document = Document(actor: ActorId(bytes: [1]))
    // Two of 17 hashes begin with the same digit.
    for number in 0..<17 {
      try document.put(obj: .ROOT, key: "number", value: .Int(Int64(number)))
      try document.commitWith()
    }
    let file = try folder.write(Array(try document.save()), to: "numbers.automerge")
    let digits = document.getHistory().compactMap(\.description.first)
    let digit = try #require(digits.first { digit in digits.count { $0 == digit } > 1 })
    let run = run("show", file, String(digit))
    #expect(run.status == 2)
    #expect(run.messages.contains("changes begin with '\(digit)'."), "\(run.messages)")
    #expect(run.messages.contains("more digits"), "\(run.messages)")
  }

  @Test func `a folder is an error with its reason alone`() throws {
    let run = run("show", folder.path(""))
    #expect(run.messages.hasSuffix(" cannot be read: it is a folder.\n"), "\(run.messages)")
  }
}
#endif
