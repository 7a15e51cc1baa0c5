import Foundation
import Testing

extension MarkdownDocument {
  /// Examples run side by side, and several belong to one file.
  private static let lock = NSLock()

  /// Replaces the block that shows what a block prints.
  ///
  /// - Parameters:
  ///   - text: What the example prints.
  ///   - example: The block of code.
  /// - Throws: An error of Foundation if the file cannot be read or written.
  func record(_ text: String, asOutputOf example: Block) throws {
    try Self.lock.withLock {
      // Another example may have been recorded since this document was read.
      let current = try MarkdownDocument(path)
      let block = try #require(
        current.blocks.first { $0.language == "swift" && $0.text == example.text })
      guard let output = current.output(of: block) else { return }
      var lines = try Repository.text(of: path).components(separatedBy: "\n")
      let first = output.line - 1
      let count = output.text.components(separatedBy: "\n").count
      lines.replaceSubrange(first..<first + count, with: text.components(separatedBy: "\n"))
      try lines.joined(separator: "\n")
        .write(to: Repository.root.appending(path: path), atomically: true, encoding: .utf8)
    }
  }
}
