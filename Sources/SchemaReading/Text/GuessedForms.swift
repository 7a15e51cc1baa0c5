/// Forms of text that only guesses read.
enum GuessedForms {
  /// Returns the text of an object for lines or elements with names and values, or for a call.
  static func object(in text: String, names: Set<String>) -> (json: String, kind: MendKind)? {
    if let json = call(text.trimmed) { return (json, .call) }
    if let json = elements(text, names) { return (json, .lines) }
    var members: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let line = String(line.drop { " \t-*•".contains($0) }).trimmed
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = String(line[..<colon]).filter { !"*_`\"".contains($0) || $0 == "_" }
      guard names.contains(FoldedName.of(name)) else { continue }
      let value = String(line[line.index(after: colon)...]).filter { $0 != "*" }.trimmed
      guard !value.isEmpty else { return nil }
      members.append(member(name, value))
    }
    return members.isEmpty ? nil : ("{\(members.joined(separator: ", "))}", .lines)
  }

  /// Returns the object of elements with known names that hold text only, as in XML.
  private static func elements(_ text: String, _ names: Set<String>) -> String? {
    var members: [String] = []
    var name: Substring?
    for part in text.split(separator: "<").prefix(10_000) {
      guard let border = part.firstIndex(of: ">") else { return nil }
      let tag = part[..<border]
      let value = String(part[part.index(after: border)...]).trimmed
      if let open = name, tag == "/" + open, value.isEmpty {
        name = nil
      } else if !value.isEmpty, names.contains(FoldedName.of(String(tag))) {
        guard name == nil else { return nil }
        name = tag
        members.append(member(String(tag), value))
      } else if !value.isEmpty {
        return nil
      }
    }
    return members.isEmpty || name != nil ? nil : "{\(members.joined(separator: ", "))}"
  }

  private static func member(_ name: String, _ value: String) -> String {
    let isPlain =
      NumberForms.number(value, isInteger: false) != nil || value.hasPrefix("[")
      || value.hasPrefix("{") || value.hasPrefix("\"")
    return "\(quoted(name)): \(isPlain ? value : quoted(value))"
  }

  private static func call(_ text: String) -> String? {
    guard text.hasSuffix(")"), let bracket = text.firstIndex(of: "("),
      text[..<bracket].allSatisfy({ $0.isLetter || $0.isNumber || "_.".contains($0) }),
      bracket > text.startIndex
    else { return nil }
    return "{\(text[text.index(after: bracket)...].dropLast())}"
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}
