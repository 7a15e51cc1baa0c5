/// A rule for properties that occur together, in words.
extension PresenceRule {
  /// The largest number of properties whose combinations are all tried.
  private static let mostTried = 6

  /// The properties that an object may have together, such as `exactly one of yaml, files and dir`.
  ///
  /// The words fit after "give" and after "expected".
  package var phrase: String {
    let names = names
    if cases.count == 1, let only = cases.first { return Self.phrase(only) }
    if let phrase = countPhrase(names) { return phrase }
    let common = PropertyPresence.common(to: cases)
    guard common.count == 0 else {
      let rest = PresenceRule(cases.map { $0.removing(common) })
      return "\(Self.phrase(common)), and \(rest.phrase)"
    }
    if cases.count == 2, let without = cases.first, let with = cases.last,
      without.present.isEmpty, without.absent.count == 1, with.absent.isEmpty
    {
      let others = with.present.filter { !without.absent.contains($0) }
      if !others.isEmpty { return Self.phrase(requiring: others, with: without.absent) }
    }
    return "either \(cases.map { Self.phrase($0) }.joined(separator: ", or "))"
  }

  /// The rule as an instruction to a model.
  package var instruction: String { "Give \(phrase)." }

  /// The instruction to give some properties if another one is given.
  package static func instruction(requiring names: [String], with name: String) -> String {
    "Give \(phrase(requiring: names.map(ExactText.init), with: [ExactText(name)]))."
  }

  private static func phrase(requiring names: [ExactText], with given: [ExactText]) -> String {
    "\(list(names)) if \(list(given)) is given"
  }

  /// The properties of the rule that an object has, in words.
  package func found(_ isPresent: (String) -> Bool) -> String {
    let known = names
    let found = known.filter { isPresent($0.text) }
    if !found.isEmpty { return Self.list(found) }
    return known.count == 1 ? "no \(Self.list(known))" : "none of them"
  }

  private static func phrase(_ presence: PropertyPresence) -> String {
    let absent = list(presence.absent, last: "or")
    if presence.present.isEmpty {
      return presence.absent.isEmpty
        ? "anything"
        : presence.absent.count == 1
          ? "no \(absent)"
          : "neither \(absent)"
            .replacing(" or ", with: " nor ")
    }
    let present = list(presence.present)
    return presence.absent.isEmpty ? present : "\(present) without \(absent)"
  }

  /// The rule as a number of properties, if only the number matters.
  private func countPhrase(_ names: [ExactText]) -> String? {
    guard names.count > 1 else { return nil }
    let list = Self.list(names)
    // Rules for many properties are found by the form of their cases.
    if cases.count == names.count {
      if cases.allSatisfy({ $0.present.count == 1 && $0.absent.isEmpty }) {
        return "at least one of \(list)"
      }
      if cases.allSatisfy({ $0.present.count == 1 && $0.absent.count == names.count - 1 }) {
        return "exactly one of \(list)"
      }
      if names.count > 2, cases.allSatisfy({ $0.present.isEmpty && $0.absent.count == 1 }) {
        return "not all of \(list)"
      }
    }
    guard names.count <= Self.mostTried else { return nil }
    var allowed: [Bool?] = Array(repeating: nil, count: names.count + 1)
    for mask in 0..<(1 << names.count) {
      let chosen = names.indices.filter { mask & (1 << $0) != 0 }
      let isAllowed = allows(Set(chosen.map { names[$0] }))
      if allowed[chosen.count] == !isAllowed { return nil }
      allowed[chosen.count] = isAllowed
    }
    let counts = allowed.indices.filter { allowed[$0] == true }
    guard let least = counts.first, let most = counts.last else { return nil }
    if counts == [0, names.count] {
      return names.count == 2 ? "both or none of \(list)" : "all or none of \(list)"
    }
    guard counts.count == most - least + 1 else { return nil }
    switch (least, most) {
    case (0, names.count - 1) where names.count > 2: return "not all of \(list)"
    case (0, _): return "at most \(Self.number(most)) of \(list)"
    case (_, names.count): return "at least \(Self.number(least)) of \(list)"
    case (_, least): return "exactly \(Self.number(least)) of \(list)"
    default: return "\(Self.number(least)) to \(Self.number(most)) of \(list)"
    }
  }

  private static func number(_ number: Int) -> String {
    let words = ["none", "one", "two", "three", "four", "five", "six"]
    return number < words.count ? words[number] : String(number)
  }

  private static func list(_ names: [ExactText], last: String = "and") -> String {
    names.map { name in
      let text = name.text.excerpt
      // A name with other characters could be taken for several words.
      let isWord = !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x80 || $0.isNamePart }
      return isWord ? text : "'\(text)'"
    }.enumeration(before: last)
  }
}

extension UInt8 {
  fileprivate var isNamePart: Bool {
    isASCIIAlphanumeric || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
      || self == UInt8(ascii: "$") || self == UInt8(ascii: "@")
  }
}
