import SchemaEncoding
import SchemaGuides
import SchemaModel

/// Replaces a dictionary by an array of objects with a key and a value.
///
/// Constraints on the number of properties become constraints on the number of elements, and a
/// pattern of names becomes a pattern of keys.
struct DictionaryPass: FittingPass {
  func isNeeded(for rules: DialectRules) -> Bool { rules.objects.mayLackUnnamedProperties }

  func run(on editor: inout GraphEditor) {
    editor.change(editor.graph.objectsWithUnstatedProperties(asOneDictionary: true), by: fit)
  }

  private func fit(_ object: NodeID, in editor: inout GraphEditor) {
    let constraints = editor.graph.constraints(of: object)
    let kinds = editor.graph.entryKinds(of: object)
    guard let kind = kinds.first else { return }
    let writer = EntryWriter(object: object, kinds: kinds)
    let keys = writer.forbiddenKeys(in: &editor) + writer.statedKeys(in: editor)
    let entry = writer.newEntry(of: kind, keys: keys, in: &editor)
    editor.note(
      .dictionary, at: object,
      "A dictionary is written as an array of entries, each with a 'key' and a 'value'.",
      remedy: "\(SwiftAdvice.Declaration.ownEntries.text).")
    editor.replace(
      object,
      by: .array(
        of: entry, description: editor.graph[object].description,
        minimum: constraints?.minimumPropertyCount, maximum: constraints?.maximumPropertyCount,
        inverse: Inverse(EntriesForm(), parts: [[0, 1]])))
  }
}
