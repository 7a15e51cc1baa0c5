/// The entries of the schema that is being made, each with what it describes.
struct EntryTable {
  /// One entry.
  struct Entry {
    var plan = Plan.nothing
    /// What the values are for.
    var summary: String?
    /// The name by which it is referenced.
    var name: String?
    /// The value of the document that it comes from.
    let node: Int
  }

  var entries: [Entry] = []

  subscript(number: Int) -> Entry {
    get { entries[number] }
    set { entries[number] = newValue }
  }

  var count: Int { entries.count }

  mutating func append(_ plan: Plan, node: Int, summary: String? = nil) -> Int {
    entries.append(Entry(plan: plan, summary: summary, name: nil, node: node))
    return entries.count - 1
  }
}
