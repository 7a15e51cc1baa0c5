import Foundation

/// The validator jsonschema-rs in Rust, which is called by its package for Python.
enum PeerValidator {
  /// The average time for an instance and for a schema in nanoseconds, and the number of valid
  /// instances.
  struct Times {
    let validation: Double
    let compilation: Double
    let valid: Int
  }

  /// Prints the medians of nine rounds for an instance and for a schema, in nanoseconds, and the
  /// number of valid instances.
  ///
  /// The validation of formats is turned off: jsonschema-rs validates formats in drafts 4 to 7 by
  /// default, which these drafts don't require.
  private static let program = """
    import glob, json, statistics, sys, time
    import jsonschema_rs
    def make(schema):
        return jsonschema_rs.validator_for(schema, validate_formats=False)
    items = []
    for path in sorted(glob.glob(sys.argv[1] + "/*.json")):
        item = json.load(open(path, encoding="utf-8"))
        try:
            validator = make(item["schema"])
        except Exception:
            continue
        items.append((item["schema"], validator, [test["data"] for test in item["tests"]]))
    count = sum(len(instances) for _, _, instances in items)
    def measure(work):
        rounds = []
        for _ in range(9):
            start = time.thread_time_ns()
            work()
            rounds.append(time.thread_time_ns() - start)
        return statistics.median(rounds)
    def validate():
        for _, validator, instances in items:
            for instance in instances:
                validator.is_valid(instance)
    def compile_all():
        for schema, _, _ in items:
            make(schema)
    valid = sum(validator.is_valid(data) for _, validator, tests in items for data in tests)
    print(measure(validate) / count, measure(compile_all) / len(items), valid)
    """

  /// Returns the times; `nil` if there is no Python with the package.
  static func measure() throws -> Times? {
    let python = ProcessInfo.processInfo.environment["SCHEMAKIT_PYTHON"] ?? ""
    guard !python.isEmpty else { return nil }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["-c", program, SchemaCorpus.folder.path]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let times = text.split { $0.isWhitespace }.compactMap { Double($0) }
    guard times.count == 3 else { return nil }
    return Times(validation: times[0], compilation: times[1], valid: Int(times[2]))
  }
}
