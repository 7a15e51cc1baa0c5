import SchemaContent
package import SchemaModel
package import SchemaTemplates

/// The outputs of a model as its chat template writes them, for plans to be compared with.
package struct TemplateProbe {
  /// A call of a tool.
  package struct Call {
    let name: String
    let arguments: GeneratedContent

    package init(name: String, arguments: GeneratedContent) {
      self.name = name
      self.arguments = arguments
    }
  }

  private let template: Template
  private let variables: [String: TemplateValue]
  /// The texts before an answer: the prompt, and the text before a plain answer.
  private let starts: [String]
  /// The marker after a plain answer; empty if there is none.
  private let end: String

  private static let answer = "All is well."

  /// Reads a template, and writes conversations without calls.
  ///
  /// - Parameters:
  ///   - text: The template.
  ///   - variables: The variables other than the conversation, such as `bos_token`.
  ///   - tools: The tools, in the form of OpenAI's Chat Completions.
  /// - Throws: `TemplateError` if the template cannot be read, or rejects such a conversation.
  package init(
    _ text: String, variables: [String: String], tools: [GeneratedContent]
  ) throws(TemplateError) {
    template = try Template(text)
    self.variables = variables.mapValues { .string($0) }
      .merging(["tools": .list(tools.map { TemplateValue($0) })]) { $1 }
    let prompt = try Self.render(template, self.variables, [Self.user], isPrompt: true)
    let text = try Self.render(
      template, self.variables, [Self.user, Self.message("assistant", Self.answer), Self.user])
    guard let place = text.ranges(of: Self.answer).last else {
      (starts, end) = ([prompt], "")
      return
    }
    let before = String(text[..<place.lowerBound])
    // Some templates end the prompt with a line break that they do not write before calls. Others
    // end it within the model's thinking, which belongs to the output.
    starts = [
      before, prompt, before.withoutTrailingSpace, prompt.withoutTrailingSpace,
      prompt.withoutStartOfThinking,
    ]
    end = text[place.upperBound...].firstMarker
  }

  private static func render(
    _ template: Template, _ variables: [String: TemplateValue], _ messages: [TemplateValue],
    isPrompt: Bool = false
  ) throws(TemplateError) -> String {
    var variables = variables
    variables["messages"] = .list(messages)
    variables["add_generation_prompt"] = .bool(isPrompt)
    return try template.render(variables).map(\.text).joined()
  }

  private static var user: TemplateValue { message("user", "What is there?") }

  private static func message(
    _ role: String, _ content: String, _ members: [TemplateValue.Member] = []
  ) -> TemplateValue {
    .object([.init("role", .string(role)), .init("content", .string(content))] + members)
  }

  /// Returns the texts that the template may have written for calls, and what follows them.
  ///
  /// `format`: The format whose identifiers the calls have; `nil` for nine letters and digits,
  /// which most templates accept.
  ///
  /// - Throws: `TemplateError` if the template rejects the calls.
  package func outputs(
    of calls: [Call], content: String = "", reasoning: String? = nil,
    format: ToolCallFormat? = nil
  ) throws(TemplateError) -> [String] {
    func identifier(_ index: Int) -> TemplateValue {
      let identifier = format?.identifier(ofCall: index, tool: calls[index].name)
      return .string(identifier ?? "abcdefgh\(index)")
    }
    let list = calls.enumerated().map { index, call in
      TemplateValue.object([
        .init("id", identifier(index)), .init("type", .string("function")),
        .init(
          "function",
          .object([
            .init("name", .string(call.name)), .init("arguments", TemplateValue(call.arguments)),
          ])),
      ])
    }
    var members = [TemplateValue.Member("tool_calls", .list(list))]
    if let reasoning { members.append(.init("reasoning_content", .string(reasoning))) }
    let results = calls.enumerated().map { index, call in
      Self.message(
        "tool", "There is dal.",
        [.init("tool_call_id", identifier(index)), .init("name", .string(call.name))])
    }
    let text = try Self.render(
      template, variables, [Self.user, Self.message("assistant", content, members)] + results)
    var outputs: [String] = []
    // Some templates indent their markup in each branch in another way. No model writes that.
    let texts = [(text, starts), (text.withoutIndents, starts.map(\.withoutIndents))]
    for (text, starts) in texts {
      for start in starts where text.utf8.starts(with: start.utf8) {
        let output = String(decoding: text.utf8.dropFirst(start.utf8.count), as: UTF8.self)
        if !outputs.contains(output) { outputs.append(output) }
      }
    }
    return outputs
  }

  /// The result of reading an output by a plan.
  package struct Reading {
    /// The calls as the plan reports them, with arguments as JSON.
    package fileprivate(set) var calls: [(name: String, arguments: String)] = []
    /// Indicates whether the plan reads the output up to the end of the model's turn.
    package fileprivate(set) var isComplete = false
  }

  /// Returns a vocabulary for plans that read outputs: the bytes, an end token, and special tokens.
  package static func vocabulary(specialTokens names: [String]) throws -> Vocabulary {
    let bytes = (0...255 as ClosedRange<UInt8>).map { Vocabulary.Token.bytes([$0]) }
    return try Vocabulary(
      tokens: bytes + [.special("")] + names.map { .special($0) }, endTokens: [bytes.count])
  }

  /// Reads an output by a plan with a vocabulary of ``vocabulary(specialTokens:)``.
  ///
  /// `count`: The number of calls after which the output can end. Names of special tokens are read
  /// as these tokens if the plan allows it.
  package func reading(_ output: String, by plan: TokenPlan, count: Int) -> Reading {
    let bytes = Array(output.utf8)
    let specials = plan.vocabulary.specialTokens.filter { !$0.key.isEmpty }
      .map { (Array($0.key.utf8), $0.value) }
    var matcher = PlanMatcher(plan)
    var result = Reading()
    var openCount = 0
    var position = 0
    while true {
      if matcher.canEnd, result.calls.count == count, openCount == 0 {
        result.isComplete = isEnd(bytes[position...])
      }
      guard position < bytes.count else { return result }
      let special = specials.first { bytes[position...].starts(with: $0.0) }
      if let special, (try? matcher.commit(special.1)) != nil {
        position += special.0.count
      } else if (try? matcher.commit(Int(bytes[position]))) != nil {
        position += 1
      } else {
        return result
      }
      for event in matcher.takeEvents() {
        switch event {
        case .callBegan(let name):
          result.calls.append((name, ""))
          openCount += 1
        case .arguments(let more):
          if !result.calls.isEmpty { result.calls[result.calls.count - 1].arguments += more }
        case .callEnded: openCount -= 1
        default: break
        }
      }
      if matcher.isFinished {
        result.isComplete = result.calls.count == count && openCount == 0
        return result
      }
    }
  }

  /// Indicates whether the rest of an output begins with the end of the model's turn: with the
  /// marker after an answer, or with the marker of the next message.
  ///
  /// A closing tag belongs to the calls.
  private func isEnd(_ rest: ArraySlice<UInt8>) -> Bool {
    let marker = String(decoding: rest, as: UTF8.self)[...].firstMarker
    return end.isEmpty || marker == end || (!marker.isEmpty && marker.dropFirst().first != "/")
  }
}

extension String {
  fileprivate var withoutTrailingSpace: String {
    var text = self[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The text without its runs of several blanks.
  fileprivate var withoutIndents: String {
    var text = ""
    var blankCount = 0
    for character in self {
      if character == " " {
        blankCount += 1
      } else {
        if blankCount == 1 { text.append(" ") }
        blankCount = 0
        text.append(character)
      }
    }
    return blankCount == 1 ? text + " " : text
  }

  /// The text without the marker of thinking with which it ends.
  fileprivate var withoutStartOfThinking: String {
    let text = withoutTrailingSpace
    let markers = ToolCallFormat.builtIn.compactMap(\.thinking?.start)
    guard let marker = markers.first(where: text.hasSuffix) else { return text }
    return String(text.dropLast(marker.count))
  }
}

extension Substring {
  /// The marker with which a text begins, such as `<|im_end|>` or `[INST]`, after white space;
  /// empty if there is none.
  fileprivate var firstMarker: String {
    let text = drop(while: \.isWhitespace)
    guard let first = text.first,
      let close = (["<": ">", "[": "]"] as [Character: Character])[first],
      let end = text.firstIndex(of: close), !text[..<end].contains(where: \.isWhitespace)
    else { return "" }
    return String(text[...end])
  }
}

extension TemplateValue {
  fileprivate init(_ content: GeneratedContent, depth: Int = 0) {
    guard depth <= GeneratedContent.maximumDepth else {
      self = .none
      return
    }
    switch content.shape {
    case .object:
      self = .object(
        content.properties.map { Member($0.name, TemplateValue($0.content, depth: depth + 1)) })
    case .array: self = .list(content.elements.map { TemplateValue($0, depth: depth + 1) })
    case .string: self = .string((try? String(content)) ?? "")
    case .bool: self = .bool((try? Bool(content)) ?? false)
    case .number:
      let text = content.numberText ?? ""
      self = Int(text).map { .integer($0) } ?? Double(text).map { .number($0) } ?? .numeral(text)
    default: self = .none
    }
  }
}
