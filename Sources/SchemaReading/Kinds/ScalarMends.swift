import SchemaText

extension MendKind {
  /// The kinds of scalars in another form.
  static let scalars: [MendKind] = [
    .numberForm, .quotedNumber, .groupedNumber, .booleanWord, .quotedBoolean, .nullWord,
    .scalarForString, .numberWithUnit, .wordForBoolean, .wordForNull,
  ]

  /// A number that JSON writes in another way, such as `+5` and `.5`.
  public static let numberForm = MendKind(
    "number-form", "a number in another form", unless: "it has letters, or other digits")

  /// A number in quotes.
  public static let quotedNumber = MendKind(
    "quoted-number", "a number in quotes", unless: "a string is allowed, too")

  /// A number with separated groups of three digits.
  public static let groupedNumber = MendKind(
    "grouped-number", "a number in groups of three digits",
    unless: "a comma may begin the fraction, as with one group where fractions are allowed")

  /// A boolean as another language writes it.
  public static let booleanWord = MendKind(
    "boolean-word", "a boolean in another form", unless: "a string is allowed, too")

  /// A boolean in quotes.
  public static let quotedBoolean = MendKind(
    "quoted-boolean", "a boolean in quotes", unless: "a string is allowed, too")

  /// Null as another language writes it, or in quotes.
  public static let nullWord = MendKind(
    "null-word", "null in another form", unless: "a string is allowed, too")

  /// A number or a boolean where a string is due.
  public static let scalarForString = MendKind(
    "scalar-for-string", "a number or a boolean where a string is due",
    unless: "a number or a boolean is allowed, too")

  /// A number with a unit, a percent sign or a currency.
  public static let numberWithUnit = MendKind(
    "number-with-unit", "a number without its unit", unless: "another unit is meant", isGuess: true)

  /// Another word for a boolean.
  public static let wordForBoolean = MendKind(
    "word-for-boolean", "another word for a boolean", unless: "it means another thing",
    isGuess: true)

  /// A word for the absence of a value.
  public static let wordForNull = MendKind(
    "word-for-null", "a word for no value", unless: "it is the value", isGuess: true)
}

/// The texts of numbers in forms that JSON does not have.
enum NumberForms {
  /// Returns the number in the form of JSON, and the kind of the mend, if the text has one meaning.
  ///
  /// - Parameters:
  ///   - text: The text, without outer blanks.
  ///   - isInteger: Whether only integers are due.
  /// - Returns: The number, and `nil` as its kind if it is one by JSON.
  static func number(_ text: String, isInteger: Bool) -> (text: String, kind: MendKind?)? {
    var bytes = Array(text.utf8)
    guard !bytes.isEmpty, bytes.count <= 400 else {
      return isJSON(bytes) ? (text, nil) : nil
    }
    if isJSON(bytes) { return (text, nil) }
    var kind = MendKind.numberForm
    var sign: [UInt8] = []
    if bytes[0] == UInt8(ascii: "+") {
      bytes.removeFirst()
    } else if bytes[0] == UInt8(ascii: "-") {
      sign = [bytes.removeFirst()]
    }
    if !isInteger, let joined = joiningContinentalGroups(of: bytes) {
      bytes = joined
      kind = .groupedNumber
    } else if let separator = bytes.first(where: {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "_")
    }) {
      guard let joined = joiningGroups(of: bytes, by: separator, isInteger: isInteger) else {
        return nil
      }
      bytes = joined
      kind = .groupedNumber
    }
    if bytes.first == UInt8(ascii: ".") { bytes.insert(UInt8(ascii: "0"), at: 0) }
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
    while bytes.count > 1, bytes[0] == UInt8(ascii: "0"), bytes[1].isASCIIDigit {
      bytes.removeFirst()
    }
    bytes = sign + bytes
    return isJSON(bytes) ? (String(decoding: bytes, as: UTF8.self), kind) : nil
  }

  /// `true` if the bytes are a number by the grammar of JSON.
  static func isJSON(_ bytes: [UInt8]) -> Bool { NumberScan(bytes.span) != nil }

  /// Returns the digits without the marks between groups of three; `nil` if they have another form.
  private static func joiningGroups(
    of bytes: [UInt8], by separator: UInt8, isInteger: Bool
  ) -> [UInt8]? {
    let point = bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
    let groups = bytes[..<point].split(separator: separator, omittingEmptySubsequences: false)
    let fraction = bytes[point...]
    guard groups.count > 1, let first = groups.first, (1...3).contains(first.count),
      first.first != UInt8(ascii: "0"), groups.dropFirst().allSatisfy({ $0.count == 3 }),
      groups.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }),
      fraction.dropFirst().allSatisfy(\.isASCIIDigit)
    else { return nil }
    // "1,234" may have a fraction in the form of other languages, unless no fraction is due.
    guard isInteger || groups.count > 2 || !fraction.isEmpty || separator == UInt8(ascii: "_")
    else { return nil }
    return groups.flatMap { $0 } + fraction
  }

  /// Returns the number of digits in groups between points, with a comma before the fraction, as in
  /// `1.234,50`; `nil` if they have another form.
  private static func joiningContinentalGroups(of bytes: [UInt8]) -> [UInt8]? {
    let parts = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, parts[1].allSatisfy(\.isASCIIDigit) else {
      return nil
    }
    let groups = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard groups.count > 1, (1...3).contains(groups[0].count), groups[0].first != UInt8(ascii: "0"),
      groups.dropFirst().allSatisfy({ $0.count == 3 }),
      groups.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) })
    else { return nil }
    return groups.flatMap { $0 } + [UInt8(ascii: ".")] + parts[1]
  }

  /// Returns the number that a unit follows or a currency precedes, for guesses.
  static func withoutUnit(_ text: String, isInteger: Bool) -> String? {
    let digits = text.unicodeScalars
    guard let start = digits.firstIndex(where: { $0.isASCIIDigit }) else { return nil }
    var end = start
    while end < digits.endIndex,
      digits[end].isASCIIDigit || digits[end] == "," || digits[end] == "."
    {
      end = digits.index(after: end)
    }
    var number = String(digits[start..<end])
    while number.last == "," || number.last == "." { number.removeLast() }
    let before = digits[..<start].filter { $0 != " " }
    let after = digits[end...]
    let signs = before.filter { $0 == "-" || $0 == "−" }
    guard before.count <= 4, signs.count <= 1, after.count <= 24,
      before.allSatisfy({ signs.contains($0) || isCurrency($0) }),
      !after.contains(where: { $0.isASCIIDigit }), isUnit(String(after))
    else { return nil }
    if !signs.isEmpty { number = "-" + number }
    return Self.number(number, isInteger: isInteger)?.text
  }

  /// `true` for a sign of a currency, or a letter of its code.
  private static func isCurrency(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .currencySymbol || ("A"..."Z").contains(scalar)
  }

  /// `true` if words behind a number do not change its value.
  private static func isUnit(_ text: String) -> Bool {
    if let first = text.unicodeScalars.first {
      let category = first.properties.generalCategory
      guard category != .otherNumber, category != .mathSymbol, first != "^", first != "?" else {
        return false
      }
    }
    let words = text.split { !$0.isLetter }
    return !words.contains { multiples.contains(String($0)) } && !changesNumber(text)
  }

  /// The multiples that are written behind a number as a letter or two.
  private static let multiples: Set<String> = [
    "k", "K", "M", "B", "T", "e", "bn", "Bn", "BN", "mn", "mm", "MM", "Mio", "mio", "Mrd", "mrd",
  ]

  /// `true` if a word beside a number gives another number, a border of it, or its opposite.
  static func changesNumber(_ text: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }
    return words.contains { changes.contains($0) || $0.hasSuffix("n't") || $0.hasSuffix("n’t") }
  }

  private static let changes: Set<Substring> = [
    "not", "no", "never", "nor", "neither", "without", "except", "minus", "negative", "less",
    "fewer", "more", "least", "most", "than", "over", "under", "above", "below", "up", "or", "plus",
    "half", "quarter", "double", "twice", "hundred", "thousand", "million", "millions", "billion",
    "billions", "trillion", "dozen", "lakh", "crore", "cannot", "between",
  ]
}

/// Words for values that JSON does not have.
enum ValueWords {
  /// The boolean of a word in its case of another language.
  static func boolean(_ text: String) -> Bool? {
    switch text {
    case "true", "True", "TRUE": true
    case "false", "False", "FALSE": false
    default: nil
    }
  }

  /// Another word for a boolean, for guesses.
  static func guessedBoolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "y", "1", "on": true
    case "no", "n", "0", "off": false
    default: nil
    }
  }

  /// `true` if a word means null in a language.
  static func isNull(_ text: String) -> Bool {
    ["null", "None", "undefined", "NULL", "Null", "nil"].contains(text)
  }

  /// `true` if a word may mean that there is no value, for guesses.
  static func isGuessedNull(_ text: String) -> Bool {
    ["n/a", "na", "none", "-", "unknown", "not available", "nan", ""].contains(text.lowercased())
  }
}
