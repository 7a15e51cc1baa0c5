#if Automerge
import AutomergeDocument
import Foundation

/// An Automerge document with keys, values and a message that act on a terminal.
enum HostileDocument {
  /// The document as it is saved.
  static var bytes: [UInt8] {
    get throws {
      let document = Document()
      try document.put(
        obj: .ROOT, key: "a\u{1B}[31m\nb\u{0}\u{202E}", value: .String("x\u{1B}[2J\u{2028}"))
      try document.commitWith(
        message: "m\u{1B}]0;t\u{7}\n", timestamp: Date(timeIntervalSince1970: 0))
      return Array(try document.save())
    }
  }
}
#endif
