import SchemaText

/// The escapes of a string that may be backslashes of their own, as in `D:\new` and `\frac`.
///
/// The whole string decides: if one of its backslashes is no escape, the writer did not escape
/// backslashes, so the other escapes are probably backslashes as well. Strings that are read,
/// strings that are arriving and strings of JSON ask here.
struct Backslashes {
  /// The meaning of an escape.
  enum Meaning {
    /// The character that it stands for.
    case character
    /// The character, although a backslash may be meant.
    case suspicious
    /// A backslash, and what stands behind it.
    case backslash
  }

  /// An escape that may be a backslash of its own.
  struct Escape {
    /// The place of its character in the bytes of the string, and the number of these bytes.
    let place: Int
    let count: Int
    /// The letter behind the backslash.
    let letter: UInt8
    /// The digits behind `x`.
    var digits: (UInt8, UInt8)?
    /// The place in the text.
    let offset: Int

    /// The letter and the digits behind the backslash.
    var letters: [UInt8] { digits.map { [letter, $0.0, $0.1] } ?? [letter] }
  }

  private(set) var escapes: [Escape] = []

  /// The place in the bytes of the first backslash that is no escape.
  private var firstBarePlace: Int?

  /// The number of escapes at the beginning that stay characters, whatever follows.
  private var settledCount = 0

  /// The number of bytes at the beginning that may all stand in the names of a path.
  private var nameCount = 0

  mutating func add(_ escape: Escape) { escapes.append(escape) }

  /// Adds a backslash that is no escape.
  mutating func addBare(at place: Int) { firstBarePlace = firstBarePlace ?? place }

  /// Returns the number of bytes at the beginning of a string that stay, whatever follows.
  ///
  /// The bytes from `end` may be no part of the string.
  mutating func settledEnd(in bytes: [UInt8], before end: Int) -> Int {
    if escapes.isEmpty { return end }
    while nameCount < end, Self.isPartOfPath(bytes[nameCount]) { nameCount += 1 }
    while settledCount < escapes.count,
      isSettled(escapes[settledCount], in: bytes, before: end)
    {
      settledCount += 1
    }
    return settledCount < escapes.count ? min(end, escapes[settledCount].place) : end
  }

  /// `true` if an escape is a character also beside a backslash that is no escape.
  private func isSettled(_ escape: Escape, in bytes: [UInt8], before end: Int) -> Bool {
    let following = bytes[(escape.place + escape.count)...].prefix(LatexCommands.longest)
    let hasEnd = following.count == LatexCommands.longest || !following.allSatisfy(\.isASCIILetter)
    guard hasEnd, nameCount < end, !hasDrive(bytes) else { return false }
    let meaning = Self.meaning(
      of: escape.letter, before: following, isUnescaped: true, isPath: false)
    return meaning == .character
  }

  /// Returns the meaning of each escape of a whole string.
  ///
  /// - Throws: ``RawFault`` if the string has two meanings.
  func meanings(in bytes: [UInt8]) throws(RawFault) -> [Meaning] {
    let isOnDrive = hasDrive(bytes)
    let isUnescaped = firstBarePlace != nil || isOnDrive && hasControlBehindDrive(bytes)
    try requireOneMeaning(of: bytes, isUnescaped: isUnescaped)
    if escapes.isEmpty { return [] }
    let isPath = isOnDrive || bytes.allSatisfy(Self.isPartOfPath)
    return escapes.map { escape in
      let meaning = Self.meaning(
        of: escape.letter, before: bytes[(escape.place + escape.count)...],
        isUnescaped: isUnescaped, isPath: isPath)
      return isOnDrive && escape.place == 2 && meaning == .character ? .suspicious : meaning
    }
  }

  private func hasDrive(_ bytes: [UInt8]) -> Bool {
    Self.hasDrive(bytes[...], isEscape: escapes.first?.place == 2)
  }

  /// `true` if a string begins with a letter, a colon and a backslash, as paths do.
  ///
  /// The backslash may have been read as an escape.
  private static func hasDrive(_ string: ArraySlice<UInt8>, isEscape: Bool = false) -> Bool {
    let first = string.prefix(3)
    return first.count == 3 && first[first.startIndex].isASCIILetter
      && first[first.startIndex + 1] == UInt8(ascii: ":")
      && (isEscape || first.last == UInt8(ascii: "\\"))
  }

  /// `true` if the escape behind a drive is for a character that no person types there.
  ///
  /// A line may end behind a letter and a colon, as in a question and its answer.
  private func hasControlBehindDrive(_ bytes: [UInt8]) -> Bool {
    guard let first = escapes.first, first.place == 2, first.letter != UInt8(ascii: "n") else {
      return false
    }
    return first.digits != nil || bytes.count > 3 && bytes[3].isASCIILetter
  }

  private func requireOneMeaning(of bytes: [UInt8], isUnescaped: Bool) throws(RawFault) {
    if let place = firstBarePlace, place > 2, bytes[0] == UInt8(ascii: "\\"),
      bytes[1..<place].allSatisfy(ReadText.isNameByte)
    {
      throw fault("the string may begin with one backslash or with two, as the name of a server")
    }
    // A text behind a label begins with a capital, and has several words.
    if !isUnescaped, hasDrive(bytes), escapes.first?.place == 2,
      escapes.first?.letter == UInt8(ascii: "n"), bytes.count > 3,
      !bytes.contains(0x20) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[3])
    {
      throw fault("the string may be the path of a file, or have a line break behind its colon")
    }
  }

  private func fault(_ problem: String) -> RawFault {
    RawFault(kind: .ambiguous, offset: escapes.first?.offset ?? 0, problem: problem)
  }

  /// `true` for a byte that the names of a path have, or that an escape gives.
  private static func isPartOfPath(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte.isASCIIAlphanumeric || pathMarks.contains(byte)
  }

  private static let pathMarks = Array("\\._-~%$@/".utf8)

  // MARK: One escape

  /// Returns the meaning of an escape by its letter, what follows, and the string around it.
  private static func meaning(
    of letter: UInt8, before following: ArraySlice<UInt8>, isUnescaped: Bool, isPath: Bool
  ) -> Meaning {
    let isControl = letter == UInt8(ascii: "b") || letter == UInt8(ascii: "f")
    let isHexadecimal = letter == UInt8(ascii: "x")
    let isCommand = LatexCommands.all.contains(name(letter, following))
    guard isUnescaped else {
      return !isHexadecimal && (isControl || isCommand) ? .suspicious : .character
    }
    let isPart = isPath && following.first.map { $0 > 0x20 } == true
    return isControl || isHexadecimal || isCommand || isPart ? .backslash : .character
  }

  /// The word that a letter and the letters behind it make.
  static func name(_ letter: UInt8, _ following: ArraySlice<UInt8>) -> String {
    let word = following.prefix(LatexCommands.longest).prefix(while: \.isASCIILetter)
    return String(decoding: [letter] + word, as: UTF8.self)
  }

  // MARK: JSON

  /// The letters of the escapes that may be backslashes.
  static let letters: [UInt8] = Array("bfnrt".utf8)

  /// The escapes of a JSON text whose characters follow JSON, but are probably not meant.
  static func suspicions(in source: ReadText) -> PlacedMends {
    var placed = PlacedMends()
    guard source.bytes.contains(UInt8(ascii: "\\")) else { return placed }
    // The place behind the opening quote; `nil` outside of strings.
    var start: Int?
    var isUnescaped = false
    var index = 0
    while index < source.count {
      let byte = source.bytes[index]
      if byte == UInt8(ascii: "\"") {
        start = start == nil ? index + 1 : nil
        isUnescaped = false
      }
      guard byte == UInt8(ascii: "\\"), let start, let letter = source[index + 1] else {
        index += 1
        continue
      }
      let isPath = hasDrive(source.bytes[start...])
      if isPath, index == start + 2, letters.contains(letter) { isUnescaped = true }
      let following = source.bytes[(index + 2)...]
      if letters.contains(letter),
        meaning(of: letter, before: following, isUnescaped: isUnescaped, isPath: isPath)
          != .character
      {
        placed.add(
          RawMend(kind: .suspiciousEscape, offset: index, found: "\\" + name(letter, following)))
      }
      index += 2
    }
    return placed
  }
}

/// The commands of LaTeX that begin like `\n`, `\r` and `\t`.
///
/// Nobody types the characters of `\b` and `\f`, so no list of commands is needed for these.
enum LatexCommands {
  /// More letters than any command has.
  static let longest = 20

  static let all: Set<String> = [
    "nu", "nabla", "neq", "ne", "not", "neg", "newline", "newcommand", "rho", "right", "rightarrow",
    "rangle", "rfloor", "rceil", "theta", "tau", "times", "text", "textbf", "textit", "tan", "to",
    "tilde", "top", "triangle",
  ]
}
