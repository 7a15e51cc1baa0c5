import SchemaConformances
import SchemaTestSupport
import SchemaValidation
import Testing
import ValidationTestSupport

struct AgreementTests {
  @Test(arguments: 0..<10)
  func `random values that a random schema allows are valid, and others are not`(part: Int) throws {
    var passing = 0
    var failing = 0
    let seeds = tried(of: 40)
    for seed in UInt64(part * 40)..<UInt64(part * 40 + seeds) {
      let graph = try SchemaGraph(RandomSchema(seed: seed).schema)
      let validator = try ContentValidator(graph)
      var instances = RandomInstances(graph, seed: seed)
      for _ in 0..<6 {
        let valid = instances.valid()
        let report = validator.checkedReport(on: try GeneratedContent(json: valid))
        #expect(report.isValid, "seed \(seed): \(valid): \(report)")
        passing += 1
        guard let invalid = instances.invalid() else { continue }
        let other = validator.checkedReport(on: try GeneratedContent(json: invalid))
        #expect(!other.isValid, "seed \(seed): \(invalid)")
        #expect(other.violations.allSatisfy { !$0.expected.isEmpty && !$0.found.isEmpty })
        failing += 1
      }
    }
    #expect(passing == 6 * seeds)
    #expect(failing > 3 * seeds)
  }
}
