import AutomergeDocument
import Foundation

/// A replica that another program edits and syncs by lines of text, for tests with other
/// implementations.
///
/// Each line is a command with its arguments, and each answer is one line. Bytes are hexadecimal.
@main
enum AutomergePeer {
  static func main() {
    var peer = Peer()
    while let line = readLine() {
      let answer: String
      do {
        answer = try peer.answer(line.split(separator: " ").map(String.init))
      } catch {
        answer = "error \(error)"
      }
      FileHandle.standardOutput.write(Data("\(answer)\n".utf8))
    }
  }
}

/// The document and the state of its one connection.
private struct Peer {
  private var document = Document()
  private var state = SyncState()

  /// Carries out a command, and returns its answer.
  mutating func answer(_ words: [String]) throws -> String {
    switch (words.first ?? "", words.dropFirst().first ?? "") {
    case ("load", let bytes):
      document = try Document(Self.bytes(bytes))
      state = SyncState()
    case ("put", let key):
      try document.put(obj: .ROOT, key: key, value: .Int(Int64(words.last ?? "") ?? 0))
    case ("insert", let text):
      guard case .Object(let object, _)? = try document.get(obj: .ROOT, key: "text") else { break }
      let index = min(UInt64(words.last ?? "") ?? 0, document.length(obj: object))
      try document.spliceText(obj: object, start: index, delete: 0, value: text)
    case ("commit", _): try document.commitWith()
    case ("generate", _):
      return try document.generateSyncMessage(state: state).map { Self.text($0) } ?? "none"
    case ("receive", let bytes):
      try document.receiveSyncMessage(state: state, message: Self.bytes(bytes))
    case ("restart", _):
      // The next connection is that of a new process, with what the last one has stored.
      document = try Document(document.save())
      state = try SyncState(bytes: state.encode())
    case ("heads", _): return document.heads().map(\.description).sorted().joined(separator: " ")
    case ("json", _): return try document.json()
    default: return "error: an unknown command"
    }
    return "done"
  }

  private static func text(_ bytes: Data) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func bytes(_ text: String) -> [UInt8] {
    let digits = text.compactMap { $0.hexDigitValue.map(UInt8.init) }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
