import Foundation
import Testing

@testable import SchemaCommandLine

struct FilePatternTests {
  @Test(arguments: [
    ("*.json", ["a.json", "b.json"]), ("?.json", ["a.json", "b.json"]), ("[b-z].json", ["b.json"]),
    ("**/*.json", ["a.json", "b.json", "in/c.json", "in/deep/a.json"]),
    ("in/*.json", ["in/c.json"]), ("**/a.json", ["a.json", "in/deep/a.json"]),
    ("in/**/a.json", ["in/deep/a.json"]), ("*/*/*", ["in/deep/a.json"]), ("x*", []),
    ("**/.hidden.json", [".hidden.json"]), ("**/**/b.json", ["b.json"]),
  ])
  func `a pattern stands for the files that fit it`(pattern: String, files: [String]) throws {
    let folder = try TemporaryFolder()
    for name in ["a.json", "b.json", "c.txt", ".hidden.json", "in/c.json", "in/deep/a.json"] {
      try folder.write("{}", to: name)
    }
    let found = try #require(FilePattern("\(folder.url.path)/\(pattern)")).files()
    #expect(found == files.map { "\(folder.url.path)/\($0)" })
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
