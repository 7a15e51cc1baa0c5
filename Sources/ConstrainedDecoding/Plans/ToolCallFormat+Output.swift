import SchemaEncoding
import SchemaPatterns
import SchemaText

/// The plan of an output.
extension ToolCallFormat {
  /// Returns the part for the whole output of a model, up to its end token.
  ///
  /// No text follows after calls. Free text does not contain the markers of calls and of thinking.
  /// If a marker is a special token, its name is allowed as text.
  ///
  /// If arguments are written one by one, they come in the order of the schema. The text of an
  /// argument does not contain the marker that ends it. ``TokenPlan/unenforced`` lists the
  /// constraints that are not enforced for texts, such as a length of more than 400 characters.
  ///
  /// - Parameters:
  ///   - tools: The tools.
  ///   - choice: The tools that the model may call.
  ///   - allowsSeveralCalls: `true` if the output may have several calls. It has no effect for a
  ///     format with one call.
  ///   - mode: The model's thinking before the answer.
  ///   - answer: The form of the answer, such as a value; `nil` for free text.
  /// - Returns: The part for a ``TokenPlan``.
  /// - Throws: ``PlanError`` if the name of a tool is invalid or used twice; if the chosen tool is
  ///   missing; if a tool's schema cannot be written in the format; or if the format has no
  ///   thinking.
  public func output(
    tools: [PlanTool], choice: ToolChoice = .automatic, allowsSeveralCalls: Bool = true,
    thinking mode: ThinkingMode = .none, answer: PlanPart? = nil
  ) throws(PlanError) -> PlanPart {
    var names: Set<String> = []
    for tool in tools {
      guard !tool.name.isEmpty,
        tool.name.utf8.allSatisfy({ $0.isASCIIAlphanumeric || "_-.".utf8.contains($0) }),
        names.insert(tool.name).inserted
      else {
        throw PlanError(
          .invalid, at: "tool '\(tool.name.excerpt)'",
          problem:
            "The name is not unique, or not only of ASCII letters, digits, '_', '-' and '.'.",
          remedy: "Give each tool a valid and unique name.")
      }
    }
    var chosen = tools
    if case .named(let name) = choice { chosen = tools.filter { $0.name == name } }
    switch choice {
    case .required, .named:
      guard !chosen.isEmpty else {
        throw PlanError(
          .invalid, at: "choice", problem: "The choice requires a call, but its tool is missing.",
          remedy: "Add the tool, or let the choice be automatic.")
      }
    case .automatic, .none: break
    }
    switch layout {
    case .harmony:
      return try HarmonyOutput(tools: chosen, choice: choice, mode: mode, answer: answer).part()
    case .sections(let sections):
      let several =
        allowsSeveralCalls && sections.allowsSeveral && choice.allowsSeveral
      let writer = SectionWriter(
        format: self, sections: sections, tools: chosen, allowsSeveral: several)
      return .sequence([
        try thinkingPart(mode), try writer.part(choice, answer: answer, excluding: excluded(mode)),
      ])
    }
  }

  private func excluded(_ mode: ThinkingMode) -> [String] {
    guard let thinking else { return [] }
    return [thinking.start, thinking.end]
  }

  private func thinkingPart(_ mode: ThinkingMode) throws(PlanError) -> PlanPart {
    if mode == .none { return .sequence([]) }
    guard let thinking else {
      throw PlanError(
        .invalid, at: "thinking", problem: "Models with the format '\(name)' do not think.",
        remedy: "Do not request thinking.")
    }
    func whole(_ limit: Int?) -> PlanPart {
      let opening =
        thinking.opening.isEmpty ? [] : [PlanPart.optional(.literal(thinking.opening))]
      return .sequence(opening + [.marker(thinking.start)] + rest(limit))
    }
    func rest(_ limit: Int?) -> [PlanPart] {
      [
        .text(until: [thinking.end], excluding: [thinking.start], role: .reasoning, limit: limit),
        .one(of: ([thinking.separator] + thinking.otherSeparators).map { .literal($0) }),
      ]
    }
    switch mode {
    case .none: return .sequence([])
    case .optional(let limit): return .optional(whole(limit))
    case .required(let limit): return whole(limit)
    case .started(let limit): return .sequence(rest(limit))
    }
  }
}

extension ToolCallFormat.ToolChoice {
  fileprivate var allowsSeveral: Bool {
    if case .named = self { return false }
    return true
  }
}

/// Builds the part of text that is followed by calls.
private struct SectionWriter {
  let format: ToolCallFormat
  let sections: ToolCallFormat.Sections
  let tools: [PlanTool]
  let allowsSeveral: Bool

  func part(
    _ choice: ToolCallFormat.ToolChoice, answer: PlanPart?, excluding excluded: [String]
  ) throws(PlanError) -> PlanPart {
    switch choice {
    case .required, .named: return try section(droppingFirst: false)
    case .automatic where !tools.isEmpty:
      if let answer { return .one(of: [try section(droppingFirst: false), answer]) }
      if let marker {
        let section = try section(droppingFirst: true)
        return .text(
          branches: [.init(marker: marker, part: section)], excluding: excluded, repeats: false)
      }
      return .one(of: [
        try section(droppingFirst: false), try textWithoutStart(excluded),
      ])
    case .automatic, .none:
      if let answer { return answer }
      // The text must also not contain the marker that begins a call.
      return .text(excluding: excluded + (marker.map { [$0] } ?? []))
    }
  }

  /// The marker that distinguishes calls from text; `nil` if the format has none.
  private var marker: String? {
    guard case .marker(let name)? = (sections.start + sections.call).first else { return nil }
    return name
  }

  /// Returns text that does not begin with the first character of a call.
  private func textWithoutStart(_ excluded: [String]) throws(PlanError) -> PlanPart {
    let firsts = try firstCharacters(of: sections.start + sections.call).characters.sorted()
    guard !firsts.isEmpty else { return .text(excluding: excluded) }
    let range = firsts.map { "\\u{\(String($0.value, radix: 16))}" }.joined()
    return .one(of: [
      .sequence([
        .value(try pattern("^[^\(range)]$"), role: .text), .text(excluding: excluded),
      ]), .end(),
    ])
  }

  /// The first characters of texts of some pieces.
  ///
  /// - Throws: `PlanError` if an identifier can be first, which can begin as text does.
  private func firstCharacters(
    of pieces: [ToolCallFormat.Piece]
  ) throws(PlanError) -> (characters: Set<Unicode.Scalar>, canBeEmpty: Bool) {
    var characters: Set<Unicode.Scalar> = []
    for piece in pieces {
      var canBeEmpty = false
      switch piece {
      case .literal(let text), .marker(let text):
        canBeEmpty = text.isEmpty
        characters.formUnion(text.unicodeScalars.prefix(1))
      case .optionalMarker: canBeEmpty = true
      case .name: characters.formUnion(tools.flatMap { $0.name.unicodeScalars.prefix(1) })
      case .arguments: characters.insert("{")
      case .parameters(let parameters):
        canBeEmpty = true
        characters.formUnion(try firstCharacters(of: parameters.opening).characters)
      case .alternatives(let lists):
        for list in lists {
          let firsts = try firstCharacters(of: list)
          characters.formUnion(firsts.characters)
          canBeEmpty = canBeEmpty || firsts.canBeEmpty
        }
      case .end: break
      case .identifier:
        throw PlanError(
          .invalid, at: "format '\(format.name)'",
          problem: "A call can begin with an identifier, so text is not told apart from calls.",
          remedy: "Put a marker or a literal before the identifier.")
      }
      if !canBeEmpty { return (characters, false) }
    }
    return (characters, true)
  }

  /// Returns the part of all calls, with the pieces around them.
  private func section(droppingFirst: Bool) throws(PlanError) -> PlanPart {
    var (start, call, separator) = (sections.start, sections.call, sections.separator)
    if droppingFirst, !start.isEmpty {
      start.removeFirst()
    } else if droppingFirst {
      separator.append(call.removeFirst())
    }
    return .sequence(
      try parts(start) + [
        .repeated(
          try calls(call), minimum: 1, maximum: allowsSeveral ? nil : 1,
          separator: .sequence(try parts(separator)))
      ] + parts(sections.end))
  }

  /// Returns the part of a call of one of the tools; all tools share the pieces before the name and
  /// before an identifier.
  private func calls(_ pieces: [ToolCallFormat.Piece]) throws(PlanError) -> PlanPart {
    guard pieces.contains(where: \.hasName),
      let first = pieces.firstIndex(where: { $0.hasName || $0.hasIdentifier })
    else {
      throw PlanError(
        .invalid, at: "format '\(format.name)'", problem: "A call has no name.",
        remedy: "Put one piece 'name' into the call.")
    }
    var alternatives: [PlanPart] = []
    for tool in tools {
      let call = PlanPart.sequence(try parts(Array(pieces[first...]), tool))
      alternatives.append(call.role(.call(name: tool.name)))
    }
    return .sequence(try parts(Array(pieces[..<first])) + [.one(of: alternatives)])
  }

  private func parts(
    _ pieces: [ToolCallFormat.Piece], _ tool: PlanTool? = nil
  ) throws(PlanError) -> [PlanPart] {
    var parts: [PlanPart] = []
    for piece in pieces { parts.append(try part(piece, tool)) }
    return parts
  }

  private func part(
    _ piece: ToolCallFormat.Piece, _ tool: PlanTool?
  ) throws(PlanError) -> PlanPart {
    switch (piece, tool) {
    case (.literal(let text), _): return .literal(text)
    case (.marker(let name), _): return .marker(name)
    case (.optionalMarker(let name), _): return .optionalToken(name)
    case (.end(let names), _): return .end(besides: names)
    case (.name, let tool?): return .literal(tool.name)
    case (.alternatives(let lists), _):
      var alternatives: [PlanPart] = []
      for list in lists { alternatives.append(.sequence(try parts(list, tool))) }
      return .one(of: alternatives)
    case (.identifier(let source), _):
      return .value(try pattern(source), role: .callIdentifier)
    case (.arguments, let tool?):
      return tool.arguments
    case (.parameters(let style), let tool?):
      let parameters = try ToolParameters(of: tool, closing: style.closing)
      var list: [PlanPart] = []
      for parameter in parameters.list {
        let value = try self.parameter(parameter, of: tool, style)
        list.append(parameter.isRequired ? value : .optional(value))
      }
      return PlanPart.sequence(list).listing(tool.losses + parameters.unenforced)
    case (.name, nil), (.arguments, nil), (.parameters, nil):
      throw PlanError(
        .invalid, at: "format '\(format.name)'",
        problem: "A name or arguments are outside a call.",
        remedy: "Move the piece into the call, after the name.")
    }
  }

  private func pattern(_ source: String) throws(PlanError) -> PlanPart.Value {
    do {
      return .pattern(try SchemaPattern(ecma: source))
    } catch {
      throw PlanError(
        .invalid, at: "format '\(format.name)'", problem: "\(error)",
        remedy: "Correct the pattern.")
    }
  }

  private func parameter(
    _ parameter: ToolParameter, of tool: PlanTool, _ style: ToolCallFormat.Parameters
  ) throws(PlanError) -> PlanPart {
    var alternatives: [PlanPart] = []
    // A marker as one token would be read behind the bytes of a text that ends with it, so that the
    // text would be reported.
    let closing = PlanPart.marker(style.closing, isOneToken: !parameter.mayBeText)
    if style.allowsPython, !parameter.constants.isEmpty {
      let words = parameter.constants.map(\.inPython)
      let role = PlanPart.Role.parameter(name: parameter.name, isText: false)
      alternatives.append(.sequence([.value(.choices(words), role: role), closing]))
    }
    for value in parameter.values {
      let role = PlanPart.Role.parameter(name: parameter.name, isText: value.isText)
      let allowed: PlanPart.Value
      switch value {
      case .text:
        alternatives.append(.text(until: [style.closing], role: role))
        continue
      case .choices(let texts): allowed = .choices(texts)
      case .matching(let text): allowed = .automaton(text.automaton)
      case .json(let node):
        allowed = .node(node, of: tool.parameters, includesStrings: !parameter.mayBeText)
      }
      alternatives.append(.sequence([.value(allowed, role: role), closing]))
    }
    return .sequence(
      try parts(style.opening) + [.literal(parameter.name)] + parts(style.naming) + [
        alternatives.count == 1 ? alternatives[0] : .one(of: alternatives)
      ] + parts(style.separator))
  }
}

/// Builds the part of the messages of the harmony format.
private struct HarmonyOutput {
  let tools: [PlanTool]
  let choice: ToolCallFormat.ToolChoice
  let mode: ToolCallFormat.ThinkingMode
  let answer: PlanPart?

  func part() throws(PlanError) -> PlanPart {
    var last: [PlanPart] = []
    let mustCall: Bool
    switch choice {
    case .required, .named: mustCall = true
    case .automatic, .none: mustCall = false
    }
    if choice != .none, !tools.isEmpty {
      last.append(.sequence([.one(of: tools.map(call)), .end(["<|call|>"])]))
    }
    if !mustCall {
      last.append(.sequence([header("final"), answer ?? .text(), .end(["<|return|>"])]))
    }
    var parts: [PlanPart] = []
    switch mode {
    case .none: break
    case .optional(let limit): parts.append(.optional(analysis(limit)))
    case .required(let limit): parts.append(analysis(limit))
    case .started(let limit): parts.append(rest(limit))
    }
    if !mustCall, answer == nil, !tools.isEmpty, choice != .none {
      // The optional text of the model before its calls.
      parts.append(
        .optional(
          .sequence([
            header("commentary"), .text(until: ["<|end|>"]), .marker("<|start|>"),
            .literal("assistant"),
          ])))
    }
    return .sequence(parts + [.one(of: last)])
  }

  private func header(_ channel: String) -> PlanPart {
    .sequence([.marker("<|channel|>"), .literal(channel), .marker("<|message|>")])
  }

  private func analysis(_ limit: Int?) -> PlanPart { .sequence([header("analysis"), rest(limit)]) }

  private func rest(_ limit: Int?) -> PlanPart {
    .sequence([
      .text(until: ["<|end|>"], role: .reasoning, limit: limit), .marker("<|start|>"),
      .literal("assistant"),
    ])
  }

  /// Returns the part of a call; the recipient can be before or after the channel.
  private func call(_ tool: PlanTool) -> PlanPart {
    let recipient = PlanPart.literal(" to=functions.\(tool.name)")
    let format = PlanPart.one(of: [
      .sequence([]), .literal(" json"),
      .sequence([.literal(" "), .marker("<|constrain|>"), .literal("json")]),
    ])
    return .sequence([
      .one(of: [
        .sequence([.marker("<|channel|>"), .literal("commentary"), recipient]),
        .sequence([recipient, .marker("<|channel|>"), .literal("commentary")]),
      ]), format, .marker("<|message|>"), tool.arguments,
    ]).role(.call(name: tool.name))
  }
}

extension ToolCallFormat.Piece {
  fileprivate var hasName: Bool {
    switch self {
    case .name: true
    case .alternatives(let lists): lists.contains { $0.contains(where: \.hasName) }
    default: false
    }
  }

  fileprivate var hasIdentifier: Bool {
    switch self {
    case .identifier: true
    case .alternatives(let lists): lists.contains { $0.contains(where: \.hasIdentifier) }
    default: false
    }
  }
}

extension PlanTool {
  /// The part of the tool's arguments as JSON.
  fileprivate var arguments: PlanPart {
    PlanPart.value(.schema(parameters), role: .arguments).listing(losses)
  }
}
