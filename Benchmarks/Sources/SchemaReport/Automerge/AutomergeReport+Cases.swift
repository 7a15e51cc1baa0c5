import AutomergeDocument

/// The measurements.
extension AutomergeReport {
  static func paper(_ trace: PaperTrace, isQuick: Bool) throws -> [Measurement] {
    let count = isQuick ? 20_000 : trace.edits.count
    let document = try trace.replay(count, commits: false)
    let change = try Document(trace.file).encodeChangesSince(heads: [])
    if !isQuick {
      let original = try Document(trace.file)
      guard try document.json() == original.json() else {
        throw ReportError("The replayed paper has a wrong text.")
      }
    }
    return [
      Measurement(
        title: "paper, \(count.grouped) edits in one change",
        milliseconds: try best { _ = try trace.replay(count, commits: false) },
        rust: "442 to 572 ms (+ 79 to 100 for the commit)", budget: isQuick ? nil : 250),
      Measurement(
        title: "paper, \(count.grouped) edits, each a change",
        milliseconds: try best(isQuick ? 3 : 1) { _ = try trace.replay(count, commits: true) },
        rust: "6 543 ms (wall, loaded machine)"),
      Measurement(
        title: "paper, loaded without verifying",
        milliseconds: try best { _ = try Document(trace.file, verify: false) }, rust: "–",
        budget: 60),
      Measurement(
        title: "paper, loaded and verified",
        milliseconds: try best { _ = try Document(trace.file) }, rust: "568 to 943 ms",
        budget: 250),
      Measurement(
        title: "paper, applied as another replica's change",
        milliseconds: try best { try Document().applyEncodedChanges(encoded: change) },
        rust: "37 ms (a prototype in Swift)"),
      Measurement(
        title: "paper, saved", milliseconds: try best { _ = try document.save() },
        rust: "36 to 46 ms", budget: 60),
    ]
  }

  static func synthetic(isQuick: Bool) throws -> [Measurement] {
    try texts(isQuick ? 10_000 : 100_000) + maps(isQuick ? 10_000 : 100_000)
      + histories(isQuick ? 5_000 : 50_000)
  }

  private static func texts(_ count: Int) throws -> [Measurement] {
    let document = try typed(count)
    let bytes = try document.save()
    return [
      Measurement(
        title: "\(count.grouped) characters appended",
        milliseconds: try best { _ = try typed(count) }, rust: "273 ms for 100 000",
        budget: Double(count) / 1000),
      Measurement(
        title: "\(count.grouped) characters saved",
        milliseconds: try best { _ = try document.save() },
        rust: "14 ms for 100 000"),
      Measurement(
        title: "\(count.grouped) characters loaded",
        milliseconds: try best { _ = try Document(bytes) },
        rust: "318 ms for 100 000"),
      Measurement(
        title: "\(count.grouped) characters at random places",
        milliseconds: try best { _ = try typed(count, isScattered: true) },
        rust: "518 ms for 100 000"),
      Measurement(
        title: "\(count.grouped) characters pasted at once",
        milliseconds: try best {
          let document = Document()
          let text = try document.putObject(obj: .ROOT, key: "text", ty: .Text)
          let pasted = String(repeating: "x", count: count)
          try document.spliceText(obj: text, start: 0, delete: 0, value: pasted)
        }, rust: "209 ms for 100 000"),
    ]
  }

  private static func maps(_ count: Int) throws -> [Measurement] {
    let keys = (0..<count).map { "key \($0)" }
    func filled() throws -> Document {
      let document = Document()
      for (number, key) in keys.enumerated() {
        try document.put(obj: .ROOT, key: key, value: .Int(Int64(number)))
      }
      return document
    }
    let map = try filled()
    let bytes = try map.save()
    return [
      Measurement(
        title: "\(count.grouped) keys put", milliseconds: try best { _ = try filled() },
        rust: "786 ms for 100 000", budget: count < 100_000 ? nil : 200),
      Measurement(
        title: "\(count.grouped) keys read",
        milliseconds: try best { for key in keys { _ = try map.get(obj: .ROOT, key: key) } },
        rust: "250 ms for 100 000", budget: count < 100_000 ? nil : 30),
      Measurement(
        title: "\(count.grouped) keys saved", milliseconds: try best { _ = try map.save() },
        rust: "191 ms for 100 000, with the commit"),
      Measurement(
        title: "\(count.grouped) keys loaded", milliseconds: try best { _ = try Document(bytes) },
        rust: "439 ms for 100 000"),
    ]
  }

  private static func histories(_ count: Int) throws -> [Measurement] {
    let one = Document()
    let text = try one.putObject(obj: .ROOT, key: "text", ty: .Text)
    let two = try one.fork()
    for (document, character) in [(one, "a"), (two, "b")] {
      for index in 0..<count {
        try document.spliceText(obj: text, start: UInt64(index), delete: 0, value: character)
        try document.commitWith()
      }
    }
    let heads = one.heads()
    let merged = try one.fork()
    try merged.merge(other: two)
    return [
      Measurement(
        title: "two histories of \(count.grouped) changes merged",
        milliseconds: try best { try one.fork().merge(other: two) }, rust: "–"),
      Measurement(
        title: "1 000 values read at heads in the middle of them",
        milliseconds: try best {
          for _ in 0..<1_000 { _ = try merged.getAt(obj: .ROOT, key: "text", heads: heads) }
        }, rust: "–"),
    ]
  }

  // MARK: Growth

  static func growth(isQuick: Bool) throws -> [Table] {
    let counts = isQuick ? [1_000, 10_000, 100_000] : [10_000, 100_000, 1_000_000]
    var texts = Table(
      "Growth with the number of characters", ["", "append", "save", "load", "µs a character"])
    var registers = Table(
      "Growth with the number of times that one key is set, or one counter incremented",
      ["", "set", "load", "increment and read", "load", "µs an edit"])
    // A million edits of one key take less than a byte each in a file.
    let limits = LoadLimits(fileMemory: 1 << 30)
    for count in counts {
      let document = try typed(count)
      let bytes = try document.save()
      let times = [
        try best { _ = try typed(count) }, try best { _ = try document.save() },
        try best { _ = try Document(bytes, limits: limits) },
      ]
      texts.add(row(count, times))
      let (set, counted) = (try assigned(count), try counted(count))
      let (setBytes, countedBytes) = (try set.save(), try counted.save())
      registers.add(
        row(
          count,
          [
            try best { _ = try assigned(count) },
            try best { _ = try Document(setBytes, limits: limits) },
            try best { _ = try self.counted(count) },
            try best { _ = try Document(countedBytes, limits: limits) },
          ]))
    }
    return [texts, registers]
  }

  private static func row(_ count: Int, _ times: [Double]) -> [String] {
    [count.grouped] + times.map { "\($0.figures(3)) ms" }
      + [(times.reduce(0, +) * 1000 / Double(count)).figures(3)]
  }

  /// Returns a text of `count` characters.
  ///
  /// Each is inserted by one edit, at the end or at a scattered place.
  private static func typed(_ count: Int, isScattered: Bool = false) throws -> Document {
    let document = Document()
    let text = try document.putObject(obj: .ROOT, key: "text", ty: .Text)
    for index in 0..<count {
      // The multiplier has no common factor with most lengths, so it gives all places.
      let start = isScattered ? index &* 7919 % (index + 1) : index
      try document.spliceText(
        obj: text, start: UInt64(start), delete: 0, value: index % 7 == 0 ? " " : "x")
    }
    try document.commitWith()
    return document
  }

  private static func assigned(_ count: Int) throws -> Document {
    let document = Document()
    for number in 0..<count {
      try document.put(obj: .ROOT, key: "key", value: .Int(Int64(number)))
    }
    try document.commitWith()
    return document
  }

  private static func counted(_ count: Int) throws -> Document {
    let document = Document()
    try document.put(obj: .ROOT, key: "key", value: .Counter(0))
    for number in 0..<count {
      try document.increment(obj: .ROOT, key: "key", by: 1)
      let value = try document.get(obj: .ROOT, key: "key")
      guard value == .Scalar(.Counter(Int64(number + 1))) else {
        throw ReportError("The counter has a wrong value.")
      }
    }
    try document.commitWith()
    return document
  }

  /// Returns the shortest time of several rounds, in milliseconds.
  static func best(_ rounds: Int = 3, _ body: () throws -> Void) rethrows -> Double {
    var shortest = Double.infinity
    for _ in 0..<rounds {
      let start = Platform.threadTime()
      try body()
      shortest = min(shortest, Double(Platform.threadTime() - start) / 1_000_000)
    }
    return shortest
  }
}
