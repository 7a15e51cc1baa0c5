/// A part of a source of this test target that a document shows.
///
/// It stands between two comments, and compiles because the source does:
///
///     // README.md: encode
///     let schema = try encoder.encode(Recipe.self)
///     // README.md: end
struct Region {
  /// The path of the document.
  let document: String

  /// What it is called, in this target only.
  let name: String

  /// The lines, without the indentation that all of them share.
  let text: String

  /// The regions of a document in all sources of this target.
  ///
  /// - Parameter document: The path of the document.
  /// - Returns: The regions, source by source.
  /// - Throws: An error of Foundation if a source cannot be read.
  static func all(of document: String) throws -> [Region] {
    try Repository.ownSources().flatMap { path in
      regions(of: document, in: try Repository.text(of: path))
    }
  }

  static func regions(of document: String, in source: String) -> [Region] {
    var regions: [Region] = []
    var open: (name: String, lines: [Substring])?
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let code = line.drop { $0 == " " }
      guard code.hasPrefix("// \(document): ") else {
        open?.lines.append(line)
        continue
      }
      if let region = open {
        regions.append(Region(document: document, name: region.name, text: text(region.lines)))
        open = nil
      } else {
        open = (String(code.dropFirst(document.count + 5)), [])
      }
    }
    return regions
  }

  private static func text(_ lines: [Substring]) -> String {
    let indentation =
      lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    let trimmed = lines.map { $0.dropFirst(indentation) }
    let start = trimmed.drop { $0.isEmpty }
    let end = start.reversed().drop { $0.isEmpty }
    return end.reversed().joined(separator: "\n")
  }
}
