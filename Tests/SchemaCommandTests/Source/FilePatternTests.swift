import Foundation
import Testing

@testable import SchemaCommandLine

struct FilePatternTests {
  @Test(arguments: [
    ("*.json", ["a.json", "b.json"]), ("?.json", ["a.json", "b.json"]), ("[b-z].json", ["b.json"]),
    ("**/*.json", ["a.json", "b.json", "in/c.json", "in/deep/a.json"]),
    ("in/*.json", ["in/c.json"]), ("**/a.json", ["a.json", "in/deep/a.json"]),
    ("in/**/a.json", ["in/deep/a.json"]), ("*/*/*", ["in/deep/a.json"]), ("x*", []),
    ("**/.hidden.json", [".hidden.json"]), ("**/**/b.json", ["b.json"]), ("in/*", ["in/c.json"]),
    (".*/*.json", [".git/d.json"]), ("*.[jJ]son", ["a.json", "b.json"]), ("**/deep", []),
    ("in/**", ["in/c.json", "in/deep/a.json"]),
  ])
  func `a pattern stands for the files that fit it`(pattern: String, files: [String]) throws {
    let folder = try TemporaryFolder()
    for name in [
      "a.json", "b.json", "c.txt", ".hidden.json", "in/c.json", "in/deep/a.json", ".git/d.json",
    ] {
      try folder.write("{}", to: name)
    }
    let found = try #require(FilePattern("\(folder.url.path)/\(pattern)")).files()
    #expect(found == files.map { "\(folder.url.path)/\($0)" })
  }

  @Test(arguments: [
    ("*.json", [""]), ("in/*.json", ["in/"]), ("*/*.json", ["", "in/"]),
    ("**/*.json", ["", "in/", "in/deep/"]), (".g*/*.json", ["", ".git/"]),
  ])
  func `only folders that may have a match are listed`(
    pattern: String, folders: [String]
  ) throws {
    let folder = try TemporaryFolder()
    for name in ["a.json", "in/c.json", "in/deep/a.json", ".git/d.json"] {
      try folder.write("{}", to: name)
    }
    let start = "\(folder.url.path)/"
    var listed: Set<String> = []
    _ = try FilePattern(start + pattern)?.files {
      listed.insert($0)
      return SchemaFolder.names(in: $0)
    }
    #expect(listed == Set(folders.map { start + $0 }))
  }

  @Test func `a link to a folder above does not repeat its files`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "in/a.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("in/up"), withDestinationPath: folder.url.path)
    let pattern = FilePattern(jsonFilesIn: folder.url.path)
    #expect(try pattern.files() == [folder.path("in/a.json")])
  }

  @Test(arguments: ["a.json", "./a/b.json", "", "-"])
  func `a path without a sign is no pattern`(path: String) {
    #expect(FilePattern(path) == nil)
  }

  @Test func `a folder that is not there is an error`() throws {
    let pattern = try #require(FilePattern("/nowhere/at/all/*.json"))
    #expect(throws: CommandError.self) { try pattern.files() }
  }
}
