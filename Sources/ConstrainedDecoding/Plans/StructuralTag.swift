import SchemaContent
import SchemaPatterns
import SchemaText

/// A plan in the JSON format of structural tags, which servers with xgrammar accept.
///
///     let tag = try StructuralTag(json: request.structuralTag)
///     let plan = try TokenPlan(tag.part, vocabulary: vocabulary)
///
/// These formats are supported: `const_string`, `json_schema` in JSON, `regex`, `any_text`,
/// `sequence`, `or`, `optional`, `star`, `plus`, `repeat`, `tag`, `triggered_tags`,
/// `tags_with_separator` and `token`. The older form with `structures` and `triggers` is also
/// supported. Other formats are an error. A member that a format does not have is also an error,
/// unless it is `null`.
///
/// - Free text in a tag ends with the tag's `end`. Free text at the end of the output ends with an
///   end token.
/// - The tags of a trigger begin with the trigger. After the trigger, the rest of one of these tags
///   must follow.
/// - A string in `begin`, `end`, `triggers` and `excludes` that is the name of a special token
///   stands for that token. Other strings may be in any tokens.
/// - Free text is reported as text. Schemas and patterns are reported as values.
public struct StructuralTag: Sendable {
  /// The deepest nesting of formats.
  private static let maximumDepth = 64

  /// The members of each format except `type`.
  private static let members = [
    "const_string": ["value"], "json_schema": ["json_schema", "style"], "regex": ["pattern"],
    "any_text": ["excludes", "max_tokens"], "token": ["token"], "sequence": ["elements"],
    "or": ["elements"], "optional": ["content"], "star": ["content"], "plus": ["content"],
    "repeat": ["content", "min", "max"], "tag": ["begin", "content", "end"],
    "triggered_tags": ["triggers", "tags", "excludes", "at_least_one", "stop_after_first"],
    "tags_with_separator": ["tags", "separator", "at_least_one", "stop_after_first"],
  ]

  /// The whole output.
  public let part: PlanPart

  /// Reads a structural tag.
  ///
  /// - Parameter json: The text of the tag: `{"type": "structural_tag", "format": …}`, a format by
  ///   itself, or `{"structures": […], "triggers": […]}`.
  /// - Throws: ``PlanError`` with the code ``PlanError/Code/unsupportedTag`` and the path of the
  ///   format, if the text is not JSON, or if a format is malformed or not supported.
  public init(json: String) throws(PlanError) {
    let content: GeneratedContent
    do {
      content = try GeneratedContent(json: json)
    } catch {
      throw Self.fault("", "The text is not JSON: \(error)")
    }
    guard content.isComplete else { throw Self.fault("", "The JSON is not complete.") }
    let tag = try Members(content, "")
    if tag["structures"] != nil {
      try tag.check(["structures", "triggers"])
      part = try Self.structures(tag)
      return
    }
    if let format = tag["format"] {
      try tag.check(["format"])
      part = try Self.part(Members(format, "/format"), depth: 0)
    } else {
      part = try Self.part(tag, depth: 0)
    }
  }

  // MARK: Formats

  private static func part(_ format: Members, depth: Int) throws(PlanError) -> PlanPart {
    guard depth < maximumDepth else {
      throw fault(format.path, "Formats are nested deeper than \(maximumDepth).")
    }
    let type = try format.string("type")
    try check(format, as: type)
    switch type {
    case "const_string": return .literal(try format.string("value"))
    case "json_schema":
      if let style = try format.optionalString("style"), style != "json" {
        throw fault(format.path, "The style '\(style.excerpt)' is not supported.")
      }
      guard let schema = format["json_schema"] else {
        throw fault(format.path, "'json_schema' is missing.")
      }
      return .value(.jsonSchema(schema))
    case "regex":
      do {
        return .value(.pattern(try SchemaPattern(ecma: "^(?:\(try format.string("pattern")))$")))
      } catch let error as PlanError {
        throw error
      } catch {
        throw fault(format.path, "The pattern cannot be read: \(error)")
      }
    case "any_text":
      return .text(
        excluding: try format.strings("excludes"), limit: try format.count("max_tokens"))
    case "token": return .marker(try format.string("token"))
    case "sequence":
      return .sequence(try parts(of: format, depth))
    case "or": return .one(of: try parts(of: format, depth))
    case "optional": return .optional(try content(of: format, depth))
    case "star": return .repeated(try content(of: format, depth))
    case "plus": return .repeated(try content(of: format, depth), minimum: 1)
    case "repeat":
      let maximum = try format.count("max")
      return .repeated(
        try content(of: format, depth), minimum: try format.count("min") ?? 0, maximum: maximum)
    case "tag": return try tag(format, depth)
    case "triggered_tags": return try triggered(format, depth)
    case "tags_with_separator": return try separated(format, depth)
    default: throw fault(format.path, "The format '\(type.excerpt)' is not supported.")
    }
  }

  /// Throws if a format has a member that formats of its type do not have.
  private static func check(_ format: Members, as type: String) throws(PlanError) {
    if let actual = try format.optionalString("type"), actual != type {
      throw fault(format.path, "The format '\(actual.excerpt)' is not a '\(type)'.")
    }
    guard let names = members[type] else { return }
    try format.check(names)
  }

  private static func parts(of format: Members, _ depth: Int) throws(PlanError) -> [PlanPart] {
    var parts: [PlanPart] = []
    for element in try format.list("elements") { parts.append(try part(element, depth: depth + 1)) }
    return parts
  }

  private static func content(of format: Members, _ depth: Int) throws(PlanError) -> PlanPart {
    try part(format.member("content"), depth: depth + 1)
  }

  /// Returns the part of a tag without the first bytes of its beginning.
  private static func tag(
    _ tag: Members, _ depth: Int, dropping count: Int = 0
  ) throws(PlanError) -> PlanPart {
    try check(tag, as: "tag")
    let begin = try tag.markerName("begin")
    let ends = try tag.markerNames("end")
    let start: PlanPart
    if count == 0 {
      start = begin.isEmpty ? .sequence([]) : .marker(begin, isOneToken: false)
    } else {
      start = .literal(String(decoding: begin.utf8.dropFirst(count), as: UTF8.self))
    }
    let content = try tag.member("content")
    return .sequence([start, try body(content, ends, depth)])
  }

  /// Returns the part of a tag's content and its end.
  private static func body(
    _ content: Members, _ ends: [String], _ depth: Int
  ) throws(PlanError) -> PlanPart {
    let texts = ends.filter { !$0.isEmpty }
    let type = try content.string("type")
    // Text at the end of the content ends with the tag.
    if type == "any_text", !texts.isEmpty {
      try check(content, as: type)
      return .text(
        until: texts, excluding: try content.strings("excludes"),
        limit: try content.count("max_tokens"))
    }
    if type == "sequence", let last = try content.list("elements").last,
      try last.string("type") == "any_text", !texts.isEmpty
    {
      guard depth < maximumDepth else {
        throw fault(content.path, "Formats are nested deeper than \(maximumDepth).")
      }
      try check(content, as: type)
      var parts: [PlanPart] = []
      for element in try content.list("elements").dropLast() {
        parts.append(try part(element, depth: depth + 1))
      }
      return .sequence(parts + [try body(last, ends, depth + 1)])
    }
    let part = try part(content, depth: depth + 1)
    let end = ends.map { $0.isEmpty ? PlanPart.sequence([]) : .marker($0, isOneToken: false) }
    return .sequence([part, end.count == 1 ? end[0] : .one(of: end)])
  }

  /// Returns the part of text with tags; if a tag is required, the output begins with it.
  private static func triggered(_ format: Members, _ depth: Int) throws(PlanError) -> PlanPart {
    let branches = try branches(
      of: format.strings("triggers"), by: format.list("tags"), "tag", in: format
    ) { tag throws(PlanError) in
      try tag.markerName("begin")
    } part: { tag, count throws(PlanError) in
      try self.tag(tag, depth + 1, dropping: count)
    }
    let repeats = try !format.flag("stop_after_first")
    let text = PlanPart.text(
      branches: branches, excluding: try format.strings("excludes"), repeats: repeats)
    guard try format.flag("at_least_one") else { return text }
    let first = try oneTag(of: format, depth)
    return repeats ? .sequence([first, text]) : first
  }

  private static func oneTag(
    of format: Members, _ depth: Int
  ) throws(PlanError) -> PlanPart {
    var tags: [PlanPart] = []
    for tag in try format.list("tags") { tags.append(try self.tag(tag, depth + 1)) }
    return .one(of: tags)
  }

  private static func separated(_ format: Members, _ depth: Int) throws(PlanError) -> PlanPart {
    .repeated(
      try oneTag(of: format, depth), minimum: try format.flag("at_least_one") ? 1 : 0,
      maximum: try format.flag("stop_after_first") ? 1 : nil,
      separator: .literal(try format.string("separator")))
  }

  /// Returns the part of the older form: text in which a trigger is followed by one of the
  /// structures.
  private static func structures(_ tag: Members) throws(PlanError) -> PlanPart {
    let branches = try branches(
      of: tag.strings("triggers"), by: tag.list("structures"), "structure", in: tag
    ) { structure throws(PlanError) in
      try structure.string("begin")
    } part: { structure, count throws(PlanError) in
      try structure.check(["begin", "schema", "end"])
      guard let schema = structure["schema"] else {
        throw fault(structure.path, "'schema' is missing.")
      }
      let begin = try structure.string("begin").utf8.dropFirst(count)
      return .sequence([
        .literal(String(decoding: begin, as: UTF8.self)), .value(.jsonSchema(schema)),
        .literal(try structure.string("end")),
      ])
    }
    return .text(branches: branches)
  }

  /// Returns the branches of triggers.
  ///
  /// Each trigger is followed by the rest of one of the tags that begin with it.
  ///
  /// Each tag is read once, however the tags are nested.
  private static func branches(
    of triggers: [String], by tags: [Members], _ noun: String, in format: Members,
    begin: (Members) throws(PlanError) -> String,
    part: (_ tag: Members, _ triggerLength: Int) throws(PlanError) -> PlanPart
  ) throws(PlanError) -> [PlanPart.Branch] {
    guard !triggers.contains("") else { throw fault(format.path, "A trigger is empty.") }
    let index = TriggerIndex(triggers)
    var alternatives = Array(repeating: [PlanPart](), count: triggers.count)
    for tag in tags {
      let begin = try begin(tag)
      guard let trigger = index.onlyTrigger(beginning: begin) else {
        throw fault(format.path, "Each \(noun) has to begin with exactly one trigger.")
      }
      alternatives[trigger].append(try part(tag, triggers[trigger].utf8.count))
    }
    guard !tags.isEmpty else { throw fault(format.path, "There is no \(noun).") }
    var branches: [PlanPart.Branch] = []
    for (trigger, alternatives) in zip(triggers, alternatives) {
      guard !alternatives.isEmpty else {
        throw fault(format.path, "No \(noun) begins with the trigger '\(trigger.excerpt)'.")
      }
      branches.append(.init(marker: trigger, part: .one(of: alternatives)))
    }
    return branches
  }

  // MARK: Errors

  fileprivate static func fault(_ path: String, _ problem: String) -> PlanError {
    PlanError(
      .unsupportedTag, at: path.isEmpty ? "structural tag" : path, problem: problem,
      remedy: "Correct the tag, or build the plan from parts.")
  }

  /// The members of an object, and the path of the object.
  private struct Members {
    let path: String
    private let members: [String: GeneratedContent]
    private let names: [String]

    init(_ content: GeneratedContent, _ path: String) throws(PlanError) {
      guard case .structure(let members, let names) = content.kind else {
        throw StructuralTag.fault(path, "The value is not an object.")
      }
      self.members = members
      self.names = names
      self.path = path
    }

    subscript(name: String) -> GeneratedContent? {
      guard let member = members[name] else { return nil }
      if case .null = member.kind { return nil }
      return member
    }

    /// Throws if there is a member other than `type` and some known members.
    func check(_ known: [String]) throws(PlanError) {
      for name in names where name != "type" && !known.contains(name) && self[name] != nil {
        throw StructuralTag.fault(path, "The member '\(name.excerpt)' is not supported.")
      }
    }

    func member(_ name: String) throws(PlanError) -> Members {
      guard let member = self[name] else { throw fault(name, needing: "an object") }
      return try Members(member, "\(path)/\(name)")
    }

    func optionalString(_ name: String) throws(PlanError) -> String? {
      guard let member = self[name] else { return nil }
      guard case .string(let text) = member.kind else { throw fault(name, needing: "a string") }
      return text
    }

    func string(_ name: String) throws(PlanError) -> String {
      guard let text = try optionalString(name) else { throw fault(name, needing: "a string") }
      return text
    }

    func flag(_ name: String) throws(PlanError) -> Bool {
      guard let member = self[name] else { return false }
      guard case .bool(let value) = member.kind else { throw fault(name, needing: "true or false") }
      return value
    }

    /// Returns a number of at least 0; `nil` if it is missing or is -1, which stands for no limit.
    func count(_ name: String) throws(PlanError) -> Int? {
      guard let member = self[name] else { return nil }
      guard case .number(let number) = member.kind, let count = Int(exactly: number), count >= -1
      else { throw fault(name, needing: "a whole number of at least 0, or -1 for no limit") }
      return count < 0 ? nil : count
    }

    func strings(_ name: String) throws(PlanError) -> [String] {
      guard let member = self[name] else { return [] }
      guard case .array(let elements) = member.kind else {
        throw fault(name, needing: "an array of strings")
      }
      var strings: [String] = []
      for element in elements {
        guard case .string(let text) = element.kind else {
          throw fault(name, needing: "an array of strings")
        }
        strings.append(text)
      }
      return strings
    }

    func list(_ name: String) throws(PlanError) -> [Members] {
      guard let member = self[name], case .array(let elements) = member.kind else {
        throw fault(name, needing: "an array")
      }
      var list: [Members] = []
      for (index, element) in elements.enumerated() {
        list.append(try Members(element, "\(path)/\(name)/\(index)"))
      }
      return list
    }

    /// Returns a text, or the name of the token in `{"type": "token", "token": …}`.
    func markerName(_ name: String) throws(PlanError) -> String {
      guard let member = self[name] else { throw fault(name, needing: "a string or a token") }
      return try marker(member, name)
    }

    /// Returns one or several texts or names of tokens.
    func markerNames(_ name: String) throws(PlanError) -> [String] {
      guard let member = self[name] else {
        throw fault(name, needing: "a string, a token or an array")
      }
      guard case .array(let elements) = member.kind else { return [try marker(member, name)] }
      guard !elements.isEmpty else { throw fault(name, needing: "an array of at least one string") }
      var names: [String] = []
      for element in elements { names.append(try marker(element, name)) }
      return names
    }

    private func marker(_ content: GeneratedContent, _ name: String) throws(PlanError) -> String {
      if case .string(let text) = content.kind { return text }
      let token = try Members(content, "\(path)/\(name)")
      try StructuralTag.check(token, as: "token")
      return try token.string("token")
    }

    /// Returns the error for a member that is missing or of the wrong kind.
    private func fault(_ name: String, needing kind: String) -> PlanError {
      StructuralTag.fault(
        path,
        self[name] == nil
          ? "'\(name)' is missing; it has to be \(kind)." : "'\(name)' has to be \(kind).")
    }
  }
}
