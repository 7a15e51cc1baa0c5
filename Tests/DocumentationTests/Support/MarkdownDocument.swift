/// A Markdown file, as the blocks of code in it.
struct MarkdownDocument {
  /// A block of code between fences.
  struct Block {
    /// The word after the opening fence, empty if there is none.
    let language: String

    /// The number of the first line, counted from 1.
    let line: Int

    /// The lines, without the fences.
    let text: String
  }

  /// The path from the top of the repository.
  let path: String

  /// The blocks, in order.
  let blocks: [Block]

  /// Reads a file.
  ///
  /// - Parameter path: Its path from the top of the repository.
  /// - Throws: An error of Foundation if there is no such file.
  init(_ path: String) throws {
    self.path = path
    blocks = Self.blocks(of: try Repository.text(of: path))
  }

  /// All documents, as they are now.
  static func all() throws -> [MarkdownDocument] {
    try Repository.documents.map { try MarkdownDocument($0) }
  }

  static func blocks(of text: String) -> [Block] {
    var blocks: [Block] = []
    var open: (language: String, line: Int, lines: [Substring])?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if let block = open {
        if line == "```" {
          let text = block.lines.joined(separator: "\n")
          blocks.append(Block(language: block.language, line: block.line, text: text))
          open = nil
        } else {
          open?.lines.append(line)
        }
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), index + 2, [])
      }
    }
    return blocks
  }

  /// The block that shows what a block prints: the next one, if it contains text or JSON.
  func output(of block: Block) -> Block? {
    guard let index = blocks.firstIndex(where: { $0.line == block.line }),
      blocks.indices.contains(index + 1), ["json", "text"].contains(blocks[index + 1].language)
    else { return nil }
    return blocks[index + 1]
  }
}
