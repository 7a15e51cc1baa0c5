/// The conversion of names between `camelCase` and `snake_case`, as in Foundation's coders.
enum SnakeCase {
  /// Returns `oneTwoThree` as `one_two_three`, and `myURLProperty` as `my_url_property`.
  ///
  /// An uppercase letter begins a word. If several characters that are not lowercase letters
  /// precede a lowercase letter, the last of them begins the next word.
  static func encode(_ name: String) -> String {
    let characters = Array(name)
    var words: [ArraySlice<Character>] = []
    var start = 0
    var search = 1
    while search < characters.count,
      let capital = characters[search...].firstIndex(where: { $0.isUppercase })
    {
      words.append(characters[start..<capital])
      start = capital
      guard let small = characters[capital...].firstIndex(where: { $0.isLowercase }) else { break }
      if small > capital + 1 {
        words.append(characters[capital..<(small - 1)])
        start = small - 1
      }
      search = small + 1
    }
    words.append(characters[start...])
    return words.map { String($0).lowercased() }.joined(separator: "_")
  }

  /// Returns `one_two_three` as `oneTwoThree`; underscores around the words stay.
  static func decode(_ name: String) -> String {
    guard let first = name.firstIndex(where: { $0 != "_" }),
      let last = name.lastIndex(where: { $0 != "_" })
    else { return name }
    let words = name[first...last].split(separator: "_")
    guard words.count > 1 else { return name }
    var result = String(name[..<first])
    for (index, word) in words.enumerated() {
      result += index == 0 ? word.lowercased() : capitalized(word)
    }
    return result + name[name.index(after: last)...]
  }

  /// Returns the word with an uppercase letter at its beginning and after each character that is
  /// not a letter.
  private static func capitalized(_ word: Substring) -> String {
    var result = ""
    var isInLetters = false
    for character in word {
      result += isInLetters ? character.lowercased() : character.uppercased()
      isInLetters = character.isLetter
    }
    return result
  }
}
