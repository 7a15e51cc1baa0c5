import ConstrainedDecoding
import SchemaContent
import SchemaTestSupport
import SchemaValidation
import Testing

extension TokenGrammar {
  /// Expects of some texts, valid ones and others, that masks accept those that a document's
  /// validator does.
  func expectValidTexts(of instances: [String], by document: String) throws {
    let validator = try ContentValidator(document: document)
    let cache = MaskCache(self)
    var counts = (valid: 0, others: 0)
    for instance in instances {
      let isValid = try validator.isValid(GeneratedContent(json: instance))
      counts.valid += isValid ? 1 : 0
      counts.others += isValid ? 0 : 1
      guard accepts(instance.utf8, cache: cache) != isValid else { continue }
      Issue.record("\(instance) is \(isValid ? "refused" : "accepted")")
      return
    }
    #expect(counts.valid > 0 && counts.others > 0)
  }
}
