import SchemaText

extension SchemaDiagram {
  /// Returns the diagram as a class diagram of Mermaid.
  func mermaid() -> String {
    var lines = ["classDiagram", "  direction LR"]
    for (index, box) in boxes.enumerated() {
      lines.append("  class c\(index)[\"\(box.title.label.mermaidEscaped)\"] {")
      lines.append("    <<\(box.label)>>")
      lines += box.guides.map { "    \($0.label.mermaidEscaped)" }
      for row in box.rows {
        var words = row.type.label
        if let name = row.name { words += " \(name.label)\(row.isOptional ? "?" : "")" }
        let member = ([words] + row.guides.map(\.label)).joined(separator: " · ")
        lines.append("    \(member.mermaidEscaped)")
      }
      lines.append("  }")
    }
    for arrow in arrows {
      let row = boxes[arrow.source].rows[arrow.row]
      let line = "  c\(arrow.source) \(arrow.isRecursive ? "..>" : "-->") c\(arrow.target)"
      guard let name = row.name else {
        lines.append(line)
        continue
      }
      lines.append("\(line) : \(name.label.mermaidEscaped)")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension String {
  /// The text with numeric entities, such as `#40;`, in place of all characters that have a meaning
  /// in Mermaid or HTML.
  fileprivate var mermaidEscaped: String {
    var escaped = ""
    for scalar in unicodeScalars {
      let isPlain = scalar.isASCIIAlphanumeric || " _,.?[]".unicodeScalars.contains(scalar)
      if isPlain || !scalar.isASCII {
        escaped.unicodeScalars.append(scalar)
      } else {
        escaped += "#\(scalar.value);"
      }
    }
    return escaped
  }
}
