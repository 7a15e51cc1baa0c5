extension Transcript {
  /// The entries of a transcript after its leading instructions.
  ///
  ///     session.transcript.history.removeAll { entry in
  ///       if case .reasoning = entry { true } else { false }
  ///     }
  public struct HistoryView: Sendable, Equatable {
    private var entries: ArraySlice<Entry>

    init(_ entries: ArraySlice<Entry>) {
      self.entries = entries
    }

    /// Creates a history without entries.
    public init() { entries = [] }
  }
}

extension Transcript.HistoryView: RandomAccessCollection, MutableCollection,
  RangeReplaceableCollection
{
  /// The position of an entry in the transcript.
  public typealias Index = Int

  /// The position of the first entry.
  public var startIndex: Int { entries.startIndex }

  /// The position after the last entry.
  public var endIndex: Int { entries.endIndex }

  /// Returns the position after another position.
  public func index(after index: Int) -> Int { index + 1 }

  /// Returns the position before another position.
  public func index(before index: Int) -> Int { index - 1 }

  /// The entry at a position.
  ///
  /// - Parameter position: The position, from ``startIndex`` up to, but not including,
  ///   ``endIndex``.
  public subscript(position: Int) -> Transcript.Entry {
    get { entries[position] }
    set { entries[position] = newValue }
  }

  /// The entries in a range of positions.
  public subscript(bounds: Range<Int>) -> Transcript.HistoryView {
    get { Transcript.HistoryView(entries[bounds]) }
    set { entries[bounds] = newValue.entries }
  }

  /// Adds an entry at the end.
  public mutating func append(_ newElement: Transcript.Entry) {
    entries.append(newElement)
  }

  /// Adds entries at the end.
  public mutating func append(contentsOf newElements: some Sequence<Transcript.Entry>) {
    entries.append(contentsOf: newElements)
  }

  /// Replaces entries.
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Transcript.Entry>
  ) {
    entries.replaceSubrange(subrange, with: newElements)
  }
}
