/// What is told of the changes of a document's content.
struct DocumentObservers: Sendable {
  private var streams: [Int: AsyncStream<[Patch]>.Continuation] = [:]
  private var nextStream = 0

  var count: Int { streams.count }

  /// `true` if the patches of each change are needed.
  var needPatches: Bool { !streams.isEmpty }

  mutating func add(_ stream: AsyncStream<[Patch]>.Continuation) -> Int {
    nextStream += 1
    streams[nextStream] = stream
    return nextStream
  }

  mutating func remove(_ stream: Int) { streams[stream] = nil }

  func send(_ patches: [Patch]) {
    guard !patches.isEmpty else { return }
    for stream in streams.values { stream.yield(patches) }
  }

  /// Ends all streams.
  func finish() {
    for stream in streams.values { stream.finish() }
  }
}
