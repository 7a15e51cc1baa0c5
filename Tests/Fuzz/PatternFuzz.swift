import Foundation
import IndexedTables
import SchemaTestSupport

@testable import SchemaPatterns

// What libFuzzer calls. `.ci/fuzz` compiles this file together with the modules' sources, and with
// the file of the tests that makes patterns.
//
// An input is a pattern, and after 0xFF a text that it is run on.

/// Patterns to begin with, beside random ones.
private let patterns = [
  "^[a-z0-9]+(?:-[a-z0-9]+)*$", #"^\S+@\S+\.\S+$"#, #"^\d{4}-\d{2}-\d{2}$"#, #"[b-y]\p{Lu}"#,
  #"\bfoo\b"#, #"^(?=.*\d)(?=.*[a-z]).{4,}$"#, #"(a|b)c?\1"#, "^[a-z][a-z0-9]{0,62}$",
  #"(?<n>[ab])\k<n>"#, "(?<=a)b", #"\u{1F600}|\uD83D\uDE00"#, "^(a+)+$", "a*?b+c??d{1,2}?",
  #"[\b\-\]\^]\cJ\x41"#, "(?i)abk", #"[\w--\d]+\h[[:alpha:]]"#, #"\Q.\E(?s).\x{2E}"#,
]

/// Writes patterns to begin with.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?
) -> CInt {
  let texts = ["a1-b", "foo@bar.example", "2026-01-17", "bÉ", "a foo b", "aca", "😀", "é\u{301}\n"]
  var generator = SplitMix64(seed: 1)
  let random = (0..<100).map { _ in
    PatternTree.random(depth: 3, lookaheads: true, using: &generator).source
  }
  for (index, source) in (patterns + random).enumerated() {
    FuzzInput.writeSeed(
      "seed-\(index)", choice: 0, Array(source.utf8), Array(texts[index % texts.count].utf8))
  }
  return 0
}

/// Reads a pattern and runs it, and stops the process if something that always holds does not.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let input = FuzzInput(start, count)
  let fuzz = PatternFuzz(input: input, text: input.parts.dropFirst().first ?? [])
  let source = String(decoding: input.parts.first ?? [], as: UTF8.self)
  fuzz.examine(source) { try SchemaPattern(ecma: source) }
  fuzz.examine(source) { try SchemaPattern(swift: source) }
  return 0
}

struct PatternFuzz {
  let input: FuzzInput
  let text: [UInt8]

  /// The steps of backtracking, which tell how long an input may take.
  private static let steps = 100_000

  func examine(_ source: String, _ read: () throws -> SchemaPattern) {
    let pattern: SchemaPattern
    do {
      pattern = try read()
    } catch {
      let fault = error as? SchemaPattern.TranslationError
      input.check(fault != nil, "another error: \(error)")
      input.check(
        (0...source.utf8.count).contains(fault?.offset ?? -1), "an error is outside: \(error)")
      return
    }
    let found = matches(pattern)
    for written in [pattern.source, PatternWriter.text(for: pattern.elements)] {
      guard let again = try? SchemaPattern(ecma: written) else {
        return input.check(false, "what was written is not read: \(written)")
      }
      input.check(again.source == written, "what was written is written otherwise: \(again)")
      input.check(matches(again) == found, "what was written matches otherwise: \(written)")
    }
    compareForms(of: pattern, found)
  }

  /// Compares other ways to run the pattern.
  private func compareForms(of pattern: SchemaPattern, _ found: Bool?) {
    let string = String(decoding: text, as: UTF8.self)
    var budget = PatternBudget(documentSize: 1)
    var set = PatternSet([pattern], within: &budget)
    input.check(
      found == nil || set.matches(string).map(\.isCertain) == (found == true ? [true] : []),
      "a set of the pattern matches otherwise: \(pattern)")
    if let whole = pattern.wholeStringSource {
      let anchored = try? SchemaPattern(ecma: "^(?:\(whole))$")
      input.check(anchored != nil, "the form for whole strings is not read: \(whole)")
      agree(anchored.flatMap(matches), found, "the form for whole strings: \(whole)")
    }
    if let form = pattern.countedForm {
      let count = string.unicodeScalars.count
      let fits = form.minimum <= count && count <= form.maximum ?? .max
      agree(matches(form.pattern).map { $0 && fits }, found, "the form with counts: \(form)")
    }
    if var automaton = pattern.scalarAutomaton() {
      let intervals = automaton.intervals
      var state = automaton.start
      for scalar in string.unicodeScalars where !automaton.isTooLarge {
        let interval = intervals.last { $0.start <= scalar.value }
        state = automaton.step(state, class: interval?.class ?? 0)
      }
      agree(automaton.isTooLarge ? nil : automaton.isAccepting(state), found, "an automaton")
    }
  }

  /// The result of a matcher, which is also found by backtracking.
  private func matches(_ pattern: SchemaPattern) -> Bool? {
    var budget = PatternBudget.single
    let program = PatternCompiler.program(for: pattern.elements, within: &budget)
    guard let program else { return nil }
    var slow = BoundedMatcher(program)
    slow.configurationLimit = Self.steps
    var visits = WorkBudget.unlimited
    let expected = slow.matches(
      Array(String(decoding: text, as: UTF8.self).unicodeScalars), within: &visits)
    guard !program.needsBacktracking else { return expected }
    var matcher = pattern.matcher()
    let found = matcher?.matches(utf8: text.span)
    agree(found, expected, "backtracking of \(pattern)")
    return found
  }

  /// Stops the process if two results are known and not the same.
  private func agree(_ first: Bool?, _ second: Bool?, _ fault: String) {
    input.check(first == nil || second == nil || first == second, "another result: \(fault)")
  }
}
