#if CommandLine
import SchemaKit
import SchemaProviders

/// The text of an answer as far as it is shown.
///
/// The content of snapshots begins anew after the model has called tools. Its text before them
/// stays, and the new text follows on its own line.
struct ChatText {
  /// The number of times that the shown content had begun anew.
  private var renewalCount = 0
  /// The length of the content that is shown.
  private var length = 0
  /// The length of all texts before the content.
  private var earlierLength = 0
  /// `true` if the next text begins on a new line.
  private var endsLine = false

  /// `true` if nothing is shown.
  private(set) var isEmpty = true

  /// Returns the text to show after that of the snapshots before.
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

  /// Adds what no snapshot has shown of the texts before the content.
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
      endsLine = !isEmpty && shown <= start
      add(text, from: max(0, shown - start), to: &part)
      start += text.utf8.count
    }
    earlierLength = max(start, earlierLength)
    endsLine = !isEmpty
    length = 0
  }

  private mutating func add(_ text: String, from start: Int, to part: inout String) {
    let added = Substring(text.utf8.dropFirst(start))
    guard !added.isEmpty else { return }
    if endsLine { part += "\n" }
    part += added
    endsLine = false
    isEmpty = false
  }
}
#endif
