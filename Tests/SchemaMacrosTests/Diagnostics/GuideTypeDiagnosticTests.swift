#if Macros
import Testing

/// Guides whose text shows that they do not fit: one message each, at the guide.
struct GuideTypeDiagnosticTests {
  /// A guide on a property, and the message about it.
  struct Misfit: CustomTestStringConvertible {
    let guide: String
    let type: String
    var column = 10
    let message: String
    var fixIt: String?
    var fixed: String?

    var testDescription: String { "\(guide) on \(type)" }
  }

  static let misfits = [
    Misfit(
      guide: ".range(0...1)", type: "[Double]",
      message: "'.range' cannot be used with '[Double]'. To apply it to each element, use "
        + "'.element(.range(…))'.",
      fixIt: "Apply '.range' to the elements", fixed: ".element(.range(0...1))"),
    Misfit(
      guide: ".minimum(0)", type: "[[Int]]?",
      message: "'.minimum' cannot be used with '[[Int]]'. To apply it to each element, use "
        + "'.element(.minimum(…))'.",
      fixIt: "Apply '.minimum' to the elements"),
    Misfit(
      guide: "/a+/", type: "Array<String>",
      message: "A regular expression cannot be used with 'Array<String>'. To apply it to each "
        + "element, use '.element(.pattern(…))'.",
      fixIt: "Apply the pattern to the elements", fixed: ".element(.pattern(/a+/))"),
    Misfit(
      guide: ".element(.minimumLength(1))", type: "[Int]", column: 19,
      message: "'.minimumLength' cannot be used with 'Int': it is a guide for strings."),
    Misfit(
      guide: ".anyOf([\"a\"])", type: "Swift.Bool",
      message: "'.anyOf' cannot be used with 'Swift.Bool': it is a guide for strings or numbers."),
    Misfit(
      guide: ".count(3)", type: "String",
      message: "'.count' cannot be used with 'String': it is a guide for arrays."),
    Misfit(
      guide: ".count(3)", type: "[String: Int]",
      message: "'.count' cannot be used with '[String: Int]': it is a guide for arrays."),
    Misfit(
      guide: "/a/", type: "Int?",
      message: "A regular expression cannot be used with 'Int': it is a guide for strings."),
  ]

  @Test(arguments: misfits)
  func `behaviour 19: a guide for values of another type`(misfit: Misfit) async throws {
    func source(_ guide: String) -> String {
      "@Generable struct Pet {\n  @Guide(\(guide))\n  var bad: \(misfit.type)\n}"
    }
    try await expect(
      source(misfit.guide),
      diagnostics: ["2:\(misfit.column): error: \(misfit.message)"]
        + (misfit.fixIt.map { ["fix-it: \($0)"] } ?? []),
      fixed: misfit.fixed.map(source))
  }

  /// Whether these fit is for the compiler to find out: nothing is said of them.
  @Test(arguments: [
    ("GenerationGuide<[Double]>.range(0...1)", "[Double]"), (".range(0...1)", "Scores"),
    (".limit", "String"), ("limits[0]", "Int"), (".minimum(1)", "Pets.Age"),
    (".element(.range(0...1))", "[Double]"), (".anyOf([1])", "Int"), ("/a/", "String?"),
    (".minimumProperties(1)", "[String: Int]"), (".constant(true)", "Bool"),
  ])
  func `a guide that fits, or whose fault the source text does not show, has no diagnostic`(
    guide: String, type: String
  )
    async throws
  {
    try await expect(
      "@Generable struct Pet { @Guide(\(guide)) var good: \(type) }", diagnostics: [])
  }
}
#endif
