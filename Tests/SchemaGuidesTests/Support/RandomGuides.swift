import SchemaEncoding
import SchemaTestSupport

/// Makes lists of guides from a seed, of which many contradict each other.
struct RandomGuides {
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func numbers() -> [Fact<Double>] {
    list { random in
      let end = Double(random.below(17) - 8) / 2
      switch random.below(6) {
      case 0: return Fact("minimum \(end)", .minimum(end)) { $0 >= end }
      case 1: return Fact("maximum \(end)", .maximum(end)) { $0 <= end }
      case 2: return Fact("above \(end)", .exclusiveMinimum(end)) { $0 > end }
      case 3: return Fact("below \(end)", .exclusiveMaximum(end)) { $0 < end }
      case 4:
        let step = Double(1 + random.below(6)) / 2
        return Fact("multiple of \(step)", .multiple(of: step)) {
          $0.truncatingRemainder(dividingBy: step) == 0
        }
      default:
        let choices = (0..<1 + random.below(8)).map { _ in Double(random.below(17) - 8) / 2 }
        return Fact("one of \(choices)", .anyOf(choices)) { choices.contains($0) }
      }
    }
  }

  mutating func integers() -> [Fact<Int>] {
    list { Self.integer(&$0) }
  }

  private static func integer(_ random: inout SplitMix64) -> Fact<Int> {
    let end = random.below(17) - 8
    switch random.below(7) {
    case 0: return Fact("minimum \(end)", .minimum(end)) { $0 >= end }
    case 1: return Fact("maximum \(end)", .maximum(end)) { $0 <= end }
    case 2: return Fact("above \(end)", .exclusiveMinimum(end)) { $0 > end }
    case 3: return Fact("below \(end)", .exclusiveMaximum(end)) { $0 < end }
    case 4:
      let step = 1 + random.below(4)
      return Fact("multiple of \(step)", .multiple(of: step)) { $0 % step == 0 }
    case 5:
      let half = Double(end) + 0.5
      return Fact("minimum \(half)", GenerationGuide(GenerationGuide<Double>.minimum(half))) {
        Double($0) >= half
      }
    default:
      let choices = (0..<1 + random.below(8)).map { _ in random.below(17) - 8 }
      return Fact("one of \(choices)", .anyOf(choices)) { choices.contains($0) }
    }
  }

  mutating func strings() -> [Fact<String>] {
    list { random in
      switch random.below(4) {
      case 0:
        let length = random.below(5)
        return Fact("at least \(length)", .minimumLength(length)) {
          $0.unicodeScalars.count >= length
        }
      case 1:
        let length = random.below(6) - 1
        return Fact("at most \(length)", .maximumLength(length)) {
          $0.unicodeScalars.count <= length
        }
      case 2:
        let pattern = random.pick(TextPattern.all)
        return Fact("matches \(pattern.source)", pattern.guide(), allows: pattern.matches)
      default:
        let choices = (0..<1 + random.below(5)).map { _ in random.pick(String.samples) }
        return Fact("one of \(choices)", .anyOf(choices)) { choices.contains($0) }
      }
    }
  }

  mutating func grids() -> [Fact<[[Int]]>] {
    list { random in
      let count = random.below(4)
      switch random.below(6) {
      case 0: return Fact("at least \(count)", .minimumCount(count)) { $0.count >= count }
      case 1: return Fact("at most \(count)", .maximumCount(count)) { $0.count <= count }
      case 2:
        return Fact("each at least \(count)", .element(.minimumCount(count))) {
          $0.allSatisfy { $0.count >= count }
        }
      case 3:
        return Fact("each at most \(count)", .element(.maximumCount(count))) {
          $0.allSatisfy { $0.count <= count }
        }
      case 4:
        let cell = random.below(4)
        return Fact(
          "each has \(cell)", .element(.contains(cell, atMost: count == 0 ? nil : count))
        ) {
          $0.allSatisfy { row in
            let number = row.count { $0 == cell }
            return number >= 1 && (count == 0 || number <= count)
          }
        }
      default:
        let cell = Self.integer(&random)
        return Fact("each cell \(cell.text)", .element(.element(cell.guide))) {
          $0.allSatisfy { $0.allSatisfy(cell.allows) }
        }
      }
    }
  }

  private mutating func list<Value>(
    _ fact: (inout SplitMix64) -> Fact<Value>
  ) -> [Fact<Value>] {
    (0..<random.below(3)).map { _ in fact(&random) }
  }
}
