/// Times of masks, in microseconds.
struct MaskFigures: Codable {
  var p50 = 0.0
  var p90 = 0.0
  var p99 = 0.0
  var mean = 0.0
  var greatest = 0.0
  var count = 0

  init(_ times: [Double]) {
    let sorted = times.sorted()
    guard !sorted.isEmpty else { return }
    func percentile(_ share: Double) -> Double {
      sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
    p50 = percentile(0.5)
    p90 = percentile(0.9)
    p99 = percentile(0.99)
    mean = sorted.reduce(0, +) / Double(sorted.count)
    greatest = sorted[sorted.count - 1]
    count = sorted.count
  }
}

/// The results of one engine.
struct MaskResult: Codable {
  /// The engine, and the language from which its functions are called.
  var name: String
  /// The times from a schema to the first mask.
  var first: MaskFigures
  /// The times of each mask, without masks of other answers in the cache.
  var cold: MaskFigures
  /// The times of each mask, with the masks of other answers to the same schema in the cache.
  var warm: MaskFigures
  /// The time of a call without work in the same language.
  ///
  /// It is part of the times of masks.
  var emptyCall: Double
  /// The time of a copy of a mask's words in the same language, with an empty call.
  var copy: Double
  /// The number of schemas that the engine rejects.
  var refusedSchemas: Int
  /// The number of valid answers to other schemas that the engine rejects.
  var refusedAnswers: Int
}
