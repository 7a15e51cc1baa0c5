/// A part of a source that a document shows.
///
/// It is delimited by two comments, and compiles because the source does:
///
///     // example: encode
///     let schema = try encoder.encode(Recipe.self)
///     // example: end
struct Region {
  /// The name, unlike any other.
  let name: String

  /// The lines, without the indentation that all of them share.
  let text: String

  /// The regions of all sources.
  static let all: [Region] = {
    Repository.exampleSources.flatMap { path in
      regions(in: (try? Repository.text(of: path)) ?? "")
    }
  }()

  /// The regions of one source, in order.
  static func regions(in source: String) -> [Region] {
    var regions: [Region] = []
    var open: (name: String, lines: [Substring])?
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let code = line.drop { $0 == " " }
      guard code.hasPrefix("// example: ") else {
        open?.lines.append(line)
        continue
      }
      if let region = open {
        regions.append(Region(name: region.name, text: text(region.lines)))
        open = nil
      } else {
        open = (String(code.dropFirst(12)), [])
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
