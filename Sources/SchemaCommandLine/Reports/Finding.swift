import ConstrainedDecoding
import SchemaKit
import SchemaText

/// A problem that a command reports: its rule, its place, a description and a remedy.
struct Finding: Sendable, Hashable {
  let severity: SchemaDiagnostic.Severity

  /// The code of the rule, which `schema explain` explains.
  fileprivate(set) var code: String

  /// The name of the file or the other source; `nil` if there is none.
  fileprivate(set) var source: String?

  /// The place in the text of the source, if it has a text.
  fileprivate(set) var position: TextPosition?

  /// The place in the value or the schema.
  fileprivate(set) var place: SchemaPath

  /// The place as a JSON Pointer.
  var pointer: String { place.pointer }

  /// `true` if the problem is that of the elements of the array that the pointer leads to.
  fileprivate(set) var isOfElements: Bool

  /// The problem, as a sentence.
  fileprivate(set) var problem: String

  /// The remedy, as a sentence.
  fileprivate(set) var remedy: String?

  /// The names of the dialects that it is about; empty if it is about the schema or the value
  /// itself.
  fileprivate(set) var dialects: [String]

  /// The constraint that a schema does not state, if this is the problem.
  fileprivate(set) var unstated: Unstated?

  /// A constraint of a document that the schema does not state.
  struct Unstated: Sendable, Hashable {
    let constraint: UnstatedConstraint

    /// The path of the schema with the constraint.
    let schema: SchemaPath
  }

  init(
    severity: SchemaDiagnostic.Severity, code: String, source: String? = nil,
    position: TextPosition? = nil, place: SchemaPath, problem: String, remedy: String? = nil,
    dialects: [String] = [], unstated: Unstated? = nil, isOfElements: Bool = false
  ) {
    self.severity = severity
    self.code = code
    self.source = source
    self.position = position
    self.isOfElements = isOfElements
    self.place = place
    self.problem = problem
    self.remedy = remedy
    self.dialects = dialects
    self.unstated = unstated
  }

  /// The largest number of scalars of a place in lines; the pointer of other reports is complete.
  ///
  /// Each of many findings in deep values has a path as long as the value is deep.
  private static let longestPlace = 240

  /// The finding for people and for editors: `path:line:column: severity: at pointer: problem
  /// [code]`, and a second line with the remedy.
  var lines: [StyledLine] { lines(besides: []) }

  /// Returns the lines of findings that only differ in their places.
  ///
  /// - Parameter others: The other findings. The first few are named, with their lines in the text
  ///   if these are not the line of this finding.
  /// - Returns: The lines.
  fileprivate func lines(besides others: [Finding]) -> [StyledLine] {
    var names = ([self] + others.prefix(4)).map { finding in
      let value = finding.place.description(atMost: Self.longestPlace)
      let name = finding.isOfElements ? "the elements of \(value)" : value
      guard let line = finding.position?.line, line != position?.line else { return name }
      return "\(name) (line \(line))"
    }
    let more = 1 + others.count - names.count
    if more > 0 { names.append("\(more) more \(more == 1 ? "place" : "places")") }
    let scope = unnamedDialects.isEmpty ? "" : " for \(unnamedDialects.enumeration())"
    let label: StyledLine = "\(start, .strong)\(severity.rawValue, severity.style)"
    let place = "at \(names.enumeration())\(scope)"
    let first: StyledLine = "\(label): \(place): \(problem) \("[\(code)]", .faint)"
    return remedy.map { [first, "  \($0)"] } ?? [first]
  }

  /// The problem as a self-contained text, which names the dialects.
  var completeProblem: String {
    unnamedDialects.isEmpty ? problem : "For \(unnamedDialects.enumeration()): \(problem)"
  }

  /// The dialects; empty if the problem names the only one.
  private var unnamedDialects: [String] {
    dialects.count == 1 && problem.contains("'\(dialects[0])'") ? [] : dialects
  }

  /// The finding with a problem that is the same for each dialect, with "the dialect" in place of
  /// its name.
  fileprivate var withoutDialectName: Finding {
    var finding = self
    for name in dialects {
      finding.problem = finding.problem.replacingBytes(of: "dialect '\(name)'", with: "dialect")
    }
    return finding
  }

  /// The finding in the words for masks, which know only the schema and have no validator.
  fileprivate var inWordsForMasks: Finding {
    unstated.map { replacing(problem: $0.constraint.problem(.notEnforced), remedy: remedy) } ?? self
  }

  /// Returns the finding on a schema with keywords that masks do not enforce, without the place in
  /// the text.
  fileprivate func onSchema(_ schema: SchemaPath) -> Finding {
    var finding = self
    finding.code = TokenGrammar.notEnforcedCode
    finding.place = schema
    finding.position = nil
    finding.unstated = nil
    return finding
  }

  /// Adds dialects that it is also about.
  mutating func add(dialects names: [String]) { dialects += names }

  /// Adds sentences to the problem, each with a space before it.
  mutating func add(sentences: String) { problem += sentences }

  /// Returns the finding with another problem and another remedy.
  func replacing(problem: String, remedy: String?) -> Finding {
    var finding = self
    finding.problem = problem
    finding.unstated = nil
    finding.remedy = remedy
    return finding
  }

  /// Sets the place in the text of the source.
  mutating func setPosition(_ position: TextPosition?) { self.position = position }

  /// Sets the place in the value, and the remedy.
  mutating func set(place: SchemaPath, remedy: String) {
    self.place = place
    self.remedy = remedy
  }

  /// The source and the position, in the form that editors read.
  private var start: String {
    guard let source else { return "" }
    return position.map { "\(source):\($0.line):\($0.column): " } ?? "\(source): "
  }

  /// The finding for programs.
  var json: GeneratedContent {
    GeneratedContent(
      properties: [
        "severity": severity.rawValue, "code": code, "source": source, "line": position?.line,
        "column": position?.column, "pointer": pointer,
        "dialects": dialects.isEmpty ? nil : dialects, "problem": problem, "remedy": remedy,
      ], omittingNil: true)
  }
}

extension [Finding] {
  /// The lines of the findings; those that only differ in their places have one entry.
  ///
  /// Equal ones, which may have been found at several positions, count once.
  var groupedLines: [StyledLine] {
    var order: [Finding] = []
    var groups: [Finding: [Finding]] = [:]
    var met: Set<Finding> = []
    for finding in self {
      var key = finding
      key.position = nil
      guard met.insert(key).inserted else { continue }
      key.place = SchemaPath()
      key.isOfElements = false
      key.unstated = nil
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(finding)
    }
    return order.flatMap { key in
      let group = groups[key] ?? []
      return group.first?.lines(besides: Array(group.dropFirst())) ?? []
    }
  }

  /// Returns the findings in the words for masks, with one finding for all keywords of one schema
  /// that masks do not enforce, if their remedies are equal.
  ///
  /// - Parameter text: The text of the document, in UTF-8. A finding on several keywords is at the
  ///   place of their schema.
  /// - Returns: The findings.
  func forMasks(in text: [UInt8]) -> [Finding] {
    var groups: [(first: Finding, schema: SchemaPath, keywords: [String])] = []
    var indices: [Finding: Int] = [:]
    for finding in self {
      guard let unstated = finding.unstated, unstated.constraint.reason == .noForm else {
        groups.append((finding, SchemaPath(), []))
        continue
      }
      var key = finding.onSchema(unstated.schema)
      key.problem = ""
      let keyword = "'\(unstated.constraint.keyword)'"
      if let index = indices[key] {
        groups[index].keywords.append(keyword)
      } else {
        indices[key] = groups.count
        groups.append((finding, unstated.schema, [keyword]))
      }
    }
    let schemas = Set(groups.filter { $0.keywords.count > 1 }.map(\.schema))
    let positions = ValueLocator.positions(of: schemas, in: text)
    return groups.map { first, schema, keywords in
      if keywords.count < 2 { return first.inWordsForMasks }
      var merged = first.onSchema(schema)
      merged.problem =
        "\(keywords.enumeration()) are \(UnstatedConstraint.Handling.notEnforced.clause)."
      // A finding without a position is in another document than the text.
      merged.position = first.position.flatMap { _ in positions[schema] }
      return merged
    }
  }

}

/// Findings of which those that only differ in their dialects are one.
///
/// Of each severity, only as many are kept as a report lists.
struct MergedFindings {
  /// The findings, in the order of the first of each.
  var list: FindingList { FindingList(findings, omitted: omitted.count) }

  private var findings: [Finding] = []
  private var indices: [Finding: Int] = [:]
  private var counts: [SchemaDiagnostic.Severity: Int] = [:]

  /// The hash values of the findings that are not kept, which are only counted.
  private var omitted: Set<Int> = []

  /// The places, which dialects without references have as paths of their own.
  private var places = SchemaPath.Pool()

  /// Adds findings.
  mutating func add(_ others: [Finding]) {
    for finding in others { add(finding) }
  }

  /// Adds a finding.
  mutating func add(_ finding: Finding) {
    var finding = finding
    finding.place = places.path(equalTo: finding.place)
    var key = finding.withoutDialectName
    key.dialects = []
    if let index = indices[key] {
      for name in finding.dialects where !findings[index].dialects.contains(name) {
        findings[index].problem = key.problem
        findings[index].dialects.append(name)
      }
    } else if counts[finding.severity, default: 0] < FindingList.limits.findings {
      indices[key] = findings.count
      findings.append(finding)
      counts[finding.severity, default: 0] += 1
    } else {
      omitted.insert(key.hashValue)
    }
  }
}

extension String {
  /// Returns the text with another text in place of each occurrence of a part.
  ///
  /// `replacing` compares characters, which takes a seventh of the time of a check with many
  /// findings.
  fileprivate func replacingBytes(of part: String, with other: String) -> String {
    let (bytes, part) = (Array(utf8), Array(part.utf8))
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == part.first, bytes[index...].starts(with: part) {
        result += other.utf8
        index += part.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension SchemaDiagnostic.Severity {
  fileprivate var style: TextStyle {
    switch self {
    case .note: .faint
    case .warning: .warning
    case .error: .bad
    }
  }
}
