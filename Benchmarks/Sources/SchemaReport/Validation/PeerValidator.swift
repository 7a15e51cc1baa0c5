import Foundation

/// jsonschema-rs, a validator in Rust, through its package for Python.
enum PeerValidator {
  /// Prints nanoseconds an instance: the median of nine rounds over all instances.
  private static let program = """
    import glob, json, statistics, sys, time
    import jsonschema_rs
    items = []
    for path in sorted(glob.glob(sys.argv[1] + "/*.json")):
        item = json.load(open(path, encoding="utf-8"))
        try:
            validator = jsonschema_rs.validator_for(item["schema"])
        except Exception:
            continue
        items.append((validator, [test["data"] for test in item["tests"]]))
    count = sum(len(instances) for _, instances in items)
    rounds = []
    for _ in range(9):
        start = time.thread_time_ns()
        for validator, instances in items:
            for instance in instances:
                validator.is_valid(instance)
        rounds.append((time.thread_time_ns() - start) / count)
    print(statistics.median(rounds))
    """

  /// Nanoseconds an instance, or `nil` if there is no Python that has the package.
  static func measure() throws -> Double? {
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
    return Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
