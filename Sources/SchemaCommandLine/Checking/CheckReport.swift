/// Writes checks as tables and paragraphs for people.
struct CheckReport {
  /// The display.
  let display: Display

  /// The lines written so far.
  private(set) var lines: [String] = []

  init(on display: Display) {
    self.display = display
  }

  /// The whole report.
  var text: String { lines.map { $0 + "\n" }.joined() }

  // MARK: One schema

  /// Writes the check of one schema.
  ///
  /// - Parameter check: The check.
  mutating func write(_ check: SchemaCheck) {
    lines.append(display.styled(check.name.visible, .strong))
    if check.imported != .failed {
      lines.append("")
      var table = TextTable([("DIALECT", .left), ("RESULT", .left), ("WEAKENED", .right)])
      for dialect in check.dialects {
        table.append([
          TextTable.Cell(dialect.dialect),
          TextTable.Cell(dialect.outcome.rawValue, dialect.outcome.style),
          TextTable.Cell(dialect.weakenings == 0 ? "-" : "\(dialect.weakenings)"),
        ])
      }
      lines += table.lines(on: display)
    }
    write(check.findings, under: check.imported == .failed ? "not usable" : "reading it")
    for dialect in check.dialects where !dialect.findings.isEmpty {
      write(dialect.findings, under: dialect.dialect)
    }
  }

  private mutating func write(_ findings: [Finding], under title: String) {
    guard !findings.isEmpty else { return }
    lines += ["", display.styled("\(title):", .strong)] + findings.lines(on: display)
  }

  // MARK: Many schemas

  /// Writes the check of many schemas.
  ///
  /// - Parameters:
  ///   - folder: The check.
  ///   - dialects: The names of the dialects.
  mutating func write(_ folder: FolderCheck, dialects: [String]) {
    let count = folder.schemas.count
    let noun = count == 1 ? "schema" : "schemas"
    lines.append(display.styled("\(count) \(noun) in \(folder.name.visible)", .strong))
    lines.append("")
    var imports = TextTable([("READ", .left), ("SCHEMAS", .right), ("SHARE", .right)])
    for (outcome, number) in folder.imports {
      imports.append([
        TextTable.Cell(outcome.words), TextTable.Cell("\(number)"),
        TextTable.Cell(share(number, of: count)),
      ])
    }
    lines += imports.lines(on: display)
    lines.append("")
    var table = TextTable([
      ("DIALECT", .left), ("OK", .right), ("WEAKENED", .right), ("REJECTED", .right),
      ("NOT READ", .right),
    ])
    for tally in folder.tallies(of: dialects) {
      table.append(
        [TextTable.Cell(tally.dialect)]
          + [tally.ok, tally.weakened, tally.rejected, tally.failed].map {
            TextTable.Cell(share($0, of: count))
          })
    }
    lines += table.lines(on: display)
    write(folder.reasons { $0.findings }, of: folder, under: "most frequent when reading")
    for (index, dialect) in dialects.enumerated() {
      let reasons = folder.reasons {
        $0.dialects.indices.contains(index) ? $0.dialects[index].findings : []
      }
      write(reasons, of: folder, under: "most frequent in \(dialect)")
    }
  }

  private mutating func write(
    _ reasons: [FolderCheck.Reason], of folder: FolderCheck, under title: String
  ) {
    guard !reasons.isEmpty else { return }
    lines += ["", display.styled("\(title):", .strong)]
    let width = "\(folder.schemas.count)".count
    for reason in reasons.prefix(5) {
      let number = "\(reason.schemas)"
      let paragraph = reason.problem.paragraph(
        columns: display.textColumns, indentation: width + 4)
      let start = String(repeating: " ", count: 2 + width - number.count) + number + "  "
      for (index, line) in paragraph.enumerated() {
        lines.append(index == 0 ? start + line.dropFirst(width + 4) : line)
      }
    }
    if reasons.count > 5 {
      lines.append(
        String(repeating: " ", count: width + 4) + "and \(reasons.count - 5) more; --format json")
    }
  }

  /// A share in percent, rounded to a tenth.
  private func share(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "-" }
    let tenths = (part * 2000 / whole + 1) / 2
    return "\(tenths / 10).\(tenths % 10) %"
  }
}

extension DialectCheck.Outcome {
  /// The style.
  fileprivate var style: TextStyle {
    switch self {
    case .ok: .good
    case .weakened: .warning
    case .rejected: .bad
    }
  }
}

extension SchemaCheck.Import {
  /// The text in a table.
  fileprivate var words: String {
    switch self {
    case .exact: "without loss"
    case .lossy: "with losses"
    case .failed: "not usable"
    }
  }
}
