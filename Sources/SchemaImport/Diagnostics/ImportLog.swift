import IndexedTables
import SchemaDocuments

/// The problems that an import found, each once.
struct ImportLog {
  /// One problem, or several of one kind.
  private struct Finding {
    let rule: ImportRule
    let keyword: String
    let problem: String
    var unstated: UnstatedConstraint?
    let remedy: String?
    /// The value with the keyword.
    ///
    /// For a counted keyword, the values at all places.
    var nodes: [ValueID]
  }

  private struct Key: Hashable {
    let rule: ImportRule
    /// The value with the keyword; `nil` for a keyword that is counted.
    let node: ValueID?
    let keyword: String
  }

  private var findings: [Finding] = []
  private var indices: [Key: Int] = [:]
  /// The values of counted keywords, by rule.
  private var counted: [ImportRule: Set<ValueID>] = [:]

  /// Records a problem at a value of the document.
  mutating func note(
    _ rule: ImportRule, at node: ValueID, _ keyword: String, _ problem: String,
    remedy: String? = nil
  ) {
    add(Finding(rule: rule, keyword: keyword, problem: problem, remedy: remedy, nodes: [node]))
  }

  /// Records a constraint at a value of the document that the schema does not state.
  mutating func note(
    _ rule: ImportRule, at node: ValueID, _ constraint: UnstatedConstraint, remedy: String
  ) {
    add(
      Finding(
        rule: rule, keyword: constraint.keyword, problem: constraint.problem(.leftToValidator),
        unstated: constraint, remedy: remedy, nodes: [node]))
  }

  /// Adds a problem at one value, unless the value has the problem already.
  private mutating func add(_ finding: Finding) {
    let key = Key(rule: finding.rule, node: finding.nodes.first, keyword: finding.keyword)
    guard indices[key] == nil else { return }
    indices[key] = findings.count
    findings.append(finding)
  }

  /// Records a keyword that is left out, at its first place, and counts the further places.
  mutating func count(
    _ rule: ImportRule, at node: ValueID, _ keyword: String, _ problem: @autoclosure () -> String
  ) {
    guard counted[rule, default: []].insert(node).inserted else { return }
    let key = Key(rule: rule, node: nil, keyword: keyword)
    if let index = indices[key] {
      findings[index].nodes.append(node)
    } else {
      indices[key] = findings.count
      findings.append(
        Finding(rule: rule, keyword: keyword, problem: problem(), remedy: nil, nodes: [node]))
    }
  }

  /// The diagnostics in the order of the document, with positions if there is a text.
  func diagnostics(in document: DocumentTree, text: [UInt8]?) -> [ImportDiagnostic] {
    guard !findings.isEmpty else { return [] }
    let order = document.textOrder()
    let sorted = findings.enumerated().sorted {
      (order[$0.element.nodes[0]], $0.offset) < (order[$1.element.nodes[0]], $1.offset)
    }.map(\.element)
    let places = ImportedPlaces(document)
    var result = sorted.map { finding in
      let count = finding.nodes.count
      let others = count == 1 ? "" : " This is the first of \(count) places."
      return ImportDiagnostic(
        rule: finding.rule, keyword: finding.keyword, problem: finding.problem + others,
        unstated: finding.unstated, remedy: finding.remedy, nodes: finding.nodes, places: places)
    }
    guard let text else { return result }
    var numbers: [Int] = []
    for finding in sorted where !document.isSupplied(finding.nodes[0]) {
      let number = order[finding.nodes[0]]
      if numbers.last != number { numbers.append(number) }
    }
    let positions = JSONScanner.positions(ofValues: numbers, in: text)
    let table = Dictionary(uniqueKeysWithValues: zip(numbers, positions))
    for (index, finding) in sorted.enumerated() where !document.isSupplied(finding.nodes[0]) {
      result[index].position = table[order[finding.nodes[0]]]
    }
    return result
  }
}
