import SchemaKit

/// The findings that a report lists, and the number of the others.
///
/// The place of a finding can be as long as the source. So not all findings on a large source are
/// listed: only the most severe ones, in their order. The limits hold for each source;
/// ``append(_:)`` adds a list of another source.
struct FindingList: Sendable, Hashable {
  /// The largest number of findings, and of the bytes of their texts; the first may be longer.
  static let limits = (findings: 1_000, bytes: 1 << 20)

  /// The listed findings, in order.
  private(set) var listed: [Finding]

  /// The number of findings that are not listed.
  private(set) var omitted: Int

  /// Lists findings.
  ///
  /// - Parameters:
  ///   - findings: The findings.
  ///   - omitted: The number of further findings.
  init(_ findings: [Finding] = [], omitted: Int = 0) {
    listed = findings
    self.omitted = omitted
    let isShort =
      findings.count <= Self.limits.findings
      && findings.reduce(0) { $0 + $1.length } <= Self.limits.bytes
    if !isShort { shorten() }
  }

  private mutating func shorten() {
    var isListed = [Bool](repeating: false, count: listed.count)
    var (count, bytes) = (0, 0)
    for severity in [SchemaDiagnostic.Severity.error, .warning, .note] {
      for index in listed.indices where listed[index].severity == severity {
        bytes += listed[index].length
        guard count == 0 || count < Self.limits.findings && bytes <= Self.limits.bytes else {
          break
        }
        isListed[index] = true
        count += 1
      }
    }
    omitted += listed.count - count
    listed = listed.indices.filter { isListed[$0] }.map { listed[$0] }
  }

  /// `true` if there is no finding.
  var isEmpty: Bool { listed.isEmpty && omitted == 0 }

  /// The sentence on the findings that are not listed; `nil` if all are listed.
  var rest: StyledLine? {
    switch omitted {
    case 0: nil
    case 1: "And 1 more finding is not listed."
    default: "And \(omitted) more findings are not listed."
    }
  }

  /// Adds the findings on another source.
  mutating func append(_ other: FindingList) {
    listed += other.listed
    omitted += other.omitted
  }

  /// Changes each listed finding.
  mutating func update(_ change: (inout Finding) -> Void) {
    for index in listed.indices { change(&listed[index]) }
  }
}

extension Finding {
  /// The approximate number of bytes of its texts.
  fileprivate var length: Int {
    place.length + problem.utf8.count + (remedy?.utf8.count ?? 0)
  }
}
