extension [Finding] {
  /// The findings for people to read; the same one at several places once, with all of these.
  ///
  /// - Parameters:
  ///   - display: The display.
  ///   - word: A word for each severity.
  /// - Returns: The lines, indented.
  func lines(on display: Display, word: (Finding.Severity) -> String = \.rawValue) -> [String] {
    var groups: [(finding: Finding, places: [String])] = []
    for finding in self {
      let index = groups.firstIndex {
        $0.finding.problem == finding.problem && $0.finding.remedy == finding.remedy
          && $0.finding.severity == finding.severity
      }
      if let index {
        groups[index].places.append(finding.place)
      } else {
        groups.append((finding, [finding.place]))
      }
    }
    var lines: [String] = []
    for (finding, places) in groups {
      let shown = places.count > 12 ? 10 : places.count
      for place in places.prefix(shown) {
        lines += place.paragraph(columns: display.textColumns, indentation: 2).map {
          display.styled($0, .link)
        }
      }
      if shown < places.count { lines.append("  and \(places.count - shown) more places") }
      lines += "\(word(finding.severity)): \(finding.problem)"
        .paragraph(columns: display.textColumns, indentation: 4).map {
          display.styled($0, finding.severity.style)
        }
      if let remedy = finding.remedy {
        lines += remedy.paragraph(columns: display.textColumns, indentation: 4)
      }
    }
    return lines
  }
}

extension Finding.Severity {
  /// The style.
  fileprivate var style: TextStyle {
    switch self {
    case .note: .faint
    case .warning: .warning
    case .error: .bad
    }
  }
}
