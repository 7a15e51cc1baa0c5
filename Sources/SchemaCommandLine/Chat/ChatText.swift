#if CommandLine
import SchemaKit
import SchemaProviders

/// The text of an answer as far as it is shown.
///
/// The content of snapshots begins anew after the model has called tools. Its text before them
/// stays, and the new text follows on its own line.
struct ChatText {
  /// The number of times that the content began anew before the shown content.
  private var renewalCount = 0
  /// The length of the content that is shown.
  private var length = 0
  /// The length of all texts before the shown content.
  private var earlierLength = 0
  /// `true` if the next text begins on a new line.
  private var beginsLine = false

  /// `true` if nothing is shown.
  private(set) var isEmpty = true

  /// Returns the part of a snapshot's text that earlier snapshots have not shown.
  mutating func newPart(
    of snapshot: LanguageModelSession.ResponseStream<String>.Snapshot
  ) -> String {
    let content = snapshot.content
    var part = ""
    if snapshot.renewalCount != renewalCount {
      renewalCount = snapshot.renewalCount
      addEarlierTexts(of: snapshot, to: &part)
    }
    add(content, from: length, to: &part)
    length = content.utf8.count
    return part
  }

  /// Adds the parts of the texts before the content that no snapshot has shown.
  private mutating func addEarlierTexts(
    of snapshot: LanguageModelSession.ResponseStream<String>.Snapshot, to part: inout String
  ) {
    let texts = snapshot.transcriptEntries.compactMap(\.response).map { response in
      response.segments.compactMap(\.text).joined()
    }
    let end = texts.reduce(0) { $0 + $1.utf8.count } - snapshot.content.utf8.count
    let shown = earlierLength + length
    var start = 0
    for text in texts where start < end {
      beginsLine = !isEmpty && shown <= start
      add(text, from: max(0, shown - start), to: &part)
      start += text.utf8.count
    }
    earlierLength = max(start, earlierLength)
    beginsLine = !isEmpty
    length = 0
  }

  private mutating func add(_ text: String, from start: Int, to part: inout String) {
    let added = Substring(text.utf8.dropFirst(start))
    guard !added.isEmpty else { return }
    if beginsLine { part += "\n" }
    part += added
    beginsLine = false
    isEmpty = false
  }
}
#endif
