import Foundation
import Testing

@testable import ConstrainedDecoding

/// The page with the end tokens of families (rule K12).
struct EndTokenPageTests {
  /// The cells of each row with a family.
  private static func rows() throws -> [[String]] {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../../Sources/ConstrainedDecoding/ConstrainedDecoding.docc/EndTokensOfFamilies.md")
    // A bar in a name has a backslash in front of it.
    return try String(contentsOf: page, encoding: .utf8).replacing("\\|", with: "\u{0}")
      .split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
      .map { line in
        line.split(separator: "|").map {
          $0.replacing("\u{0}", with: "|").trimmingCharacters(in: .whitespaces)
        }
      }
  }

  /// The texts in backticks.
  private static func names(_ cell: String) -> [String] {
    cell.matches(of: /`([^`]+)`/).map { String($0.1) }
  }

  @Test func `K12: the page lists the families with their tokens, and a source of each`() throws {
    let rows = try Self.rows()
    #expect(rows.map(\.first) == EndTokens.families.map(\.name))
    for (row, family) in zip(rows, EndTokens.families) {
      try #require(row.count == 4, "\(family.name)")
      #expect(Self.names(row[1]) == family.marks, "\(family.name)")
      #expect(Self.names(row[2]) == family.ends, "\(family.name)")
      #expect(!row[3].isEmpty, "\(family.name)")
    }
  }

  @Test func `K12: each family of the page is found by the names that it is known by`() throws {
    for row in try Self.rows() {
      let names = Self.names(row[1]) + Self.names(row[2])
      let tokens = names.map { Vocabulary.Token.special($0) }
      let found = EndTokens(among: tokens, stated: nil)
      #expect(Set(found.numbers.map { names[$0] }) == Set(Self.names(row[2])), "\(row[0])")
      #expect(found.diagnostics.isEmpty, "\(row[0])")
    }
  }
}
