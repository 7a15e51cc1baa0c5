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

/// What one engine reached.
struct MaskResult: Codable {
  /// The engine, and the language from which its functions are called.
  var name: String
  /// From a schema to the first mask.
  var first: MaskFigures
  /// Each mask, with nothing kept from other answers.
  var cold: MaskFigures
  /// Each mask, with what other answers of the same schema left.
  var warm: MaskFigures
  /// The time of a call that does nothing, in the same way; it is part of the times of masks.
  var emptyCall: Double
  /// The schemas that the engine does not take.
  var refusedSchemas: Int
  /// The valid answers to others that it does not take.
  var refusedAnswers: Int
}
