/// The source of a character: the template, or a source of values by its number.
struct TextSource: Hashable {
  /// The source of the template's own text.
  static let template = TextSource(nil)

  /// The number, in one word, since each character of a text has a source.
  private let word: Int

  /// The number of a source of values; `nil` for the template.
  var number: Int? { word == .min ? nil : word }

  /// Creates a source; the smallest number of all stands for the template, too.
  init(_ number: Int?) { word = number ?? .min }
}

/// A text that records the source of each character.
struct MarkedText: Equatable {
  private(set) var scalars: [Unicode.Scalar]
  private(set) var sources: [TextSource]

  init(_ text: String = "", source: TextSource = .template) {
    scalars = Array(text.unicodeScalars)
    sources = Array(repeating: source, count: scalars.count)
  }

  private init(_ scalars: some Sequence<Unicode.Scalar>, _ sources: some Sequence<TextSource>) {
    self.scalars = Array(scalars)
    self.sources = Array(sources)
  }

  var text: String { String(String.UnicodeScalarView(scalars)) }

  var count: Int { scalars.count }

  var isEmpty: Bool { scalars.isEmpty }

  subscript(range: Range<Int>) -> MarkedText { MarkedText(scalars[range], sources[range]) }

  static func += (text: inout MarkedText, other: MarkedText) {
    text.scalars += other.scalars
    text.sources += other.sources
  }

  static func + (first: MarkedText, second: MarkedText) -> MarkedText {
    var text = first
    text += second
    return text
  }

  mutating func append(_ scalar: Unicode.Scalar, source: TextSource) {
    scalars.append(scalar)
    sources.append(source)
  }

  private mutating func append(_ text: String, source: TextSource) {
    for scalar in text.unicodeScalars { append(scalar, source: source) }
  }

  /// Returns the text with each character replaced.
  ///
  /// A replacement has the source of its original character.
  func mapped(_ change: (Unicode.Scalar) -> String) -> MarkedText {
    var result = MarkedText()
    for (scalar, source) in zip(scalars, sources) { result.append(change(scalar), source: source) }
    return result
  }

  var uppercased: MarkedText { mapped { $0.properties.uppercaseMapping } }

  /// The text in lower case.
  var lowercased: MarkedText {
    var result = MarkedText()
    for index in 0..<count { result.append(lowercase(at: index), source: sources[index]) }
    return result
  }

  /// The lower case of a character; as in Python, it differs for a sigma at the end of a word.
  private func lowercase(at index: Int) -> String {
    scalars[index] == "Σ" && endsWord(at: index) ? "ς" : scalars[index].properties.lowercaseMapping
  }

  /// Returns `true` if a letter precedes a character, and no letter follows it.
  private func endsWord(at index: Int) -> Bool {
    let before = scalars[..<index].last { !$0.properties.isCaseIgnorable }
    let after = scalars[(index + 1)...].first { !$0.properties.isCaseIgnorable }
    return before?.properties.isCased == true && after?.properties.isCased != true
  }

  /// The text with references in place of the characters that have a meaning in HTML.
  var escaped: MarkedText {
    mapped { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&#34;"
      case "'": "&#39;"
      default: String(scalar)
      }
    }
  }

  /// Returns the text with its bytes in hexadecimal digits, as in an address.
  ///
  /// `isQuery`: `true` for a part of a query, which has other rules for slashes and spaces.
  func percentEncoded(isQuery: Bool) -> MarkedText {
    mapped { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "-", "~": String(scalar)
      case "/" where !isQuery: "/"
      case " " where isQuery: "+"
      default:
        String(scalar).utf8.map { byte in
          let digits = String(byte, radix: 16, uppercase: true)
          return byte < 16 ? "%0" + digits : "%" + digits
        }.joined()
      }
    }
  }

  /// The text with capitals in place of small letters, and the reverse.
  var swappedCase: MarkedText {
    var result = MarkedText()
    for (index, scalar) in scalars.enumerated() {
      let other =
        scalar.properties.isUppercase
        ? lowercase(at: index)
        : scalar.properties.isLowercase
          ? scalar.properties.uppercaseMapping : String(scalar)
      result.append(other, source: sources[index])
    }
    return result
  }

  /// The number of words: letters, digits and underscores.
  var wordCount: Int {
    var (count, isInWord) = (0, false)
    for scalar in scalars {
      let isWord = scalar == "_" || scalar.isLetter || scalar.properties.numericType != nil
      if isWord, !isInWord { count += 1 }
      isInWord = isWord
    }
    return count
  }

  /// Indicates whether the text has letters of one case, and none of another.
  func isCased(_ isCase: (Unicode.Scalar.Properties) -> Bool) -> Bool {
    let letters = scalars.map(\.properties).filter(\.hasCase)
    return !letters.isEmpty && letters.allSatisfy(isCase)
  }

  /// Indicates whether each word begins with a capital, and goes on with small letters.
  var isTitle: Bool {
    var (hasLetters, isInWord) = (false, false)
    for properties in scalars.map(\.properties) {
      guard properties.hasCase else {
        isInWord = false
        continue
      }
      guard properties.isLowercase == isInWord else { return false }
      (hasLetters, isInWord) = (true, true)
    }
    return hasLetters
  }

  var reversed: MarkedText { MarkedText(scalars.reversed(), sources.reversed()) }

  func characters(at indices: some Sequence<Int>) -> MarkedText {
    var result = MarkedText()
    for index in indices { result.append(scalars[index], source: sources[index]) }
    return result
  }

  /// Returns the index of the first occurrence of another text, from a position on.
  func firstIndex(of other: MarkedText, from start: Int = 0) -> Int? {
    guard other.count > 0 else { return start <= count ? start : nil }
    guard count - start >= other.count else { return nil }
    // For each prefix of the other text: the length of its longest proper suffix that is also a
    // prefix.
    var borders: [Int] = []
    var matched = 0
    func advance(_ scalar: Unicode.Scalar) {
      while matched > 0, scalar != other.scalars[matched] { matched = borders[matched - 1] }
      if scalar == other.scalars[matched] { matched += 1 }
    }
    for (index, scalar) in other.scalars.enumerated() {
      if index > 0 { advance(scalar) }
      borders.append(matched)
    }
    matched = 0
    for index in start..<count {
      advance(scalars[index])
      if matched == other.count { return index + 1 - other.count }
    }
    return nil
  }

  /// `true` if the text has no point and no exponent, like the digits of a whole number.
  var isWhole: Bool { !scalars.contains { ".eE".unicodeScalars.contains($0) } }

  /// Returns the number of occurrences of another text, without overlaps.
  func occurrences(of other: MarkedText) -> Int {
    guard !other.isEmpty else { return count + 1 }
    var (occurrences, start) = (0, 0)
    while let index = firstIndex(of: other, from: start) {
      occurrences += 1
      start = index + other.count
    }
    return occurrences
  }

  func has(_ other: MarkedText, at index: Int) -> Bool {
    index >= 0 && index + other.count <= count
      && scalars[index..<index + other.count].elementsEqual(other.scalars)
  }

  /// Returns the text without characters of a set, or white space, at its ends.
  func stripped(
    _ characters: MarkedText?, atStart: Bool = true, atEnd: Bool = true
  ) -> MarkedText {
    let set = characters.map { Set($0.scalars) }
    func isDropped(_ scalar: Unicode.Scalar) -> Bool {
      set.map { $0.contains(scalar) } ?? scalar.isSpace
    }
    var (start, end) = (0, count)
    while atStart, start < end, isDropped(scalars[start]) { start += 1 }
    while atEnd, end > start, isDropped(scalars[end - 1]) { end -= 1 }
    return self[start..<end]
  }

  /// Returns the parts between separators, or between white space.
  func split(
    _ separator: MarkedText?, limit: Int, _ budget: RenderingBudget
  ) throws(TemplateError) -> [MarkedText] {
    var parts: [MarkedText] = []
    func add(_ part: Range<Int>) throws(TemplateError) {
      try budget.spend(RenderingBudget.costOfObject)
      parts.append(self[part])
    }
    var start = 0
    guard let separator else {
      var index = 0
      while true {
        while index < count, scalars[index].isSpace { index += 1 }
        guard index < count else { return parts }
        if limit >= 0, parts.count == limit {
          // The rest keeps the white space at its end.
          try add(index..<count)
          return parts
        }
        start = index
        while index < count, !scalars[index].isSpace { index += 1 }
        try add(start..<index)
      }
    }
    while limit < 0 || parts.count < limit, let index = firstIndex(of: separator, from: start) {
      try add(start..<index)
      start = index + separator.count
    }
    try add(start..<count)
    return parts
  }

  /// Returns the lines, which have the line ends of Python.
  func lines(
    keepingEnds: Bool = false, _ budget: RenderingBudget
  ) throws(TemplateError) -> [MarkedText] {
    var lines: [MarkedText] = []
    var (start, index) = (0, 0)
    while index < count {
      guard scalars[index].endsLine else {
        index += 1
        continue
      }
      try budget.spend(RenderingBudget.costOfObject)
      let end = index
      index += scalars[index] == "\r" && index + 1 < count && scalars[index + 1] == "\n" ? 2 : 1
      lines.append(self[start..<(keepingEnds ? index : end)])
      start = index
    }
    if start < count { lines.append(self[start..<count]) }
    return lines
  }

  /// Returns the text with the first character of each word in upper case, and all others in lower
  /// case.
  ///
  /// `endsWord`: Returns `true` for a character after which a word begins.
  func capitalized(_ endsWord: (Unicode.Scalar) -> Bool) -> MarkedText {
    var isStart = true
    var result = MarkedText()
    for index in 0..<count {
      let scalar = scalars[index]
      result.append(
        isStart ? scalar.properties.titlecaseMapping : lowercase(at: index),
        source: sources[index])
      isStart = endsWord(scalar)
    }
    return result
  }

  /// The text after the filter `title`: the first character of each word in upper case, and the
  /// rest of the word in lower case.
  var titled: MarkedText {
    var result = MarkedText()
    var start = 0
    for index in 0...count where index == count || scalars[index].endsTitledWord {
      if start < index {
        result += self[start..<start + 1].uppercased
        result += self[start + 1..<index].lowercased
      }
      if index < count { result.append(scalars[index], source: sources[index]) }
      start = index + 1
    }
    return result
  }

  func replacing(
    _ old: MarkedText, with new: MarkedText, limit: Int, _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    guard !old.isEmpty else { return try separated(by: new, limit: limit, budget) }
    var result = MarkedText()
    var start = 0
    var replaced = 0
    while limit < 0 || replaced < limit, let index = firstIndex(of: old, from: start) {
      result += self[start..<index]
      result += new
      try budget.check(result)
      start = index + old.count
      replaced += 1
    }
    result += self[start..<count]
    return result
  }

  /// Returns the text with another text before each character and at the end, at most a number of
  /// times, as Python replaces an empty text.
  private func separated(
    by other: MarkedText, limit: Int, _ budget: RenderingBudget
  ) throws(TemplateError) -> MarkedText {
    var result = MarkedText()
    for index in 0...count {
      if limit < 0 || index < limit { result += other }
      if index < count { result.append(scalars[index], source: sources[index]) }
      try budget.check(result)
    }
    return result
  }

  /// The text in runs, each from one source.
  var runs: [TemplateRun] {
    var runs: [TemplateRun] = []
    var start = 0
    for index in 1...max(count, 1) where index >= count || sources[index] != sources[start] {
      guard index <= count, start < count else { break }
      let source = sources[start]
      runs.append(
        TemplateRun(
          text: self[start..<index].text,
          source: source.number))
      start = index
    }
    return runs
  }
}

extension Unicode.Scalar.Properties {
  /// Indicates whether the character is a letter in upper, lower or title case.
  fileprivate var hasCase: Bool {
    isLowercase || isUppercase || generalCategory == .titlecaseLetter
  }
}

extension Unicode.Scalar {
  /// `true` for white space by the rules of Python.
  var isSpace: Bool { properties.isWhitespace || ("\u{1C}"..."\u{1F}").contains(self) }

  /// Indicates whether the character is a digit, also a raised one.
  var isDigit: Bool { [.decimal, .digit].contains(properties.numericType) }

  /// Indicates whether the character is a letter.
  var isLetter: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }

  /// `true` for the end of a word by the rules of the filter `title`.
  fileprivate var endsTitledWord: Bool { isSpace || "-({[<".unicodeScalars.contains(self) }

  /// `true` for the end of a line by the rules of Python.
  fileprivate var endsLine: Bool {
    switch self {
    case "\n", "\r", "\u{B}", "\u{C}", "\u{1C}"..."\u{1E}", "\u{85}", "\u{2028}", "\u{2029}":
      true
    default: false
    }
  }
}
