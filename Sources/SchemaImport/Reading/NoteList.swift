/// Keywords that do not affect which values are valid, each once, with its number of occurrences.
struct NoteList {
  /// Why a keyword has no effect.
  enum Reason: Hashable {
    case withoutMeaning, notInDraft, besideReference, nullable
  }

  /// One keyword, for one reason.
  struct Note {
    let keyword: String
    let reason: Reason
    let node: Int
    var count = 1
  }

  private struct Key: Hashable {
    let keyword: String
    let reason: Reason
  }

  private(set) var notes: [Note] = []
  private var indices: [Key: Int] = [:]

  mutating func add(_ keyword: String, _ reason: Reason, at node: Int) {
    let key = Key(keyword: keyword, reason: reason)
    if let index = indices[key] {
      notes[index].count += 1
    } else {
      indices[key] = notes.count
      notes.append(Note(keyword: keyword, reason: reason, node: node))
    }
  }
}
