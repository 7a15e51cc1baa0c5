import SchemaEncoding
import SchemaTestSupport

/// A random schema with what only documents state: definitions of all kinds, objects without
/// a title, properties by pattern or that must not exist, and several patterns or formats.
///
/// An entry refers to those after it, and to earlier ones only where these are definitions, so that
/// nothing contains itself inline.
struct RandomTable {
  private typealias EntryID = SchemaTableBuilder.EntryID

  private var random: SplitMix64
  private var builder = SchemaTableBuilder(name: "Table")
  private var definitions: Set<EntryID> = [.root]
  private let count: Int
  /// The entries that are not added for another entry.
  private var entries: Range<EntryID> { .root..<EntryID.root.advanced(by: count) }

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    count = 3 + random.below(8)
  }

  mutating func schema() throws -> GenerationSchema {
    for _ in entries { _ = builder.reserve() }
    for entry in entries.dropFirst() where random.oneIn(2) { definitions.insert(entry) }
    for entry in entries { declare(entry) }
    return try builder.makeSchema()
  }

  private mutating func declare(_ entry: EntryID) {
    var guides: [GuideValue] = []
    let kind = kind(entry, &guides)
    var title = GenerationSchema.Title.none
    let number = EntryID.root.distance(to: entry)
    if entry != .root, definitions.contains(entry) {
      title = .definition("\(random.pick(AwkwardNames.all)) \(number)")
    } else if kind.valueKind == .object || kind.valueKind == .anyOf, random.oneIn(2) {
      title = .title("\(random.pick(AwkwardNames.all)) \(number)")
    }
    builder.declare(entry, kind: kind, title: title, summary: summary(), guides: guides)
  }

  private mutating func kind(
    _ entry: EntryID, _ guides: inout [GuideValue]
  ) -> GenerationSchema.Kind {
    switch random.below(entry.distance(to: entries.upperBound) > 1 ? 9 : 4) {
    case 0:
      guides = text()
      return .string
    case 1:
      guides = number()
      return random.oneIn(2) ? .integer : .number
    case 2:
      let pool: [SchemaScalar] = ["a", "b", 1, 2, true, .null]
      let choices = (0...random.below(3)).map { _ in random.pick(pool) }
      guides = [GuideValue(.scalars(choices))]
      return .enumeration(of: choices)
    case 3: return random.pick([.any, .boolean, .null, .object([], additional: nil)])
    case 4:
      if random.oneIn(2) { guides = [GuideValue(.count(minimum: 0, maximum: random.below(9)))] }
      return .array(of: reference(from: entry))
    case 5:
      let elements = (0..<random.below(4)).map { _ in reference(from: entry) }
      let isOpen = !elements.isEmpty && random.oneIn(3)
      return .tuple(
        elements, optional: random.below(elements.count + 1),
        rest: isOpen ? reference(from: entry) : nil)
    case 6: return .anyOf((0...random.below(3)).map { _ in later(than: entry) })
    default: return object(entry)
    }
  }

  private mutating func object(_ entry: EntryID) -> GenerationSchema.Kind {
    var properties: [Property] = []
    for number in 0..<random.below(6) {
      let name = "\(random.pick(AwkwardNames.all)) \(number)"
      if random.oneIn(8) {
        let never = GenerationSchema.Reference.entry(builder.append(.never))
        properties.append(Property(name: name, reference: never, isOptional: true))
      } else {
        properties.append(
          Property(
            name: name, summary: summary(), reference: reference(from: entry),
            isOptional: random.oneIn(3)))
      }
    }
    // One pattern at most, since encoders do not keep the order of several.
    if random.oneIn(4), let pattern = try? SchemaPattern(ecma: "^[x-z]") {
      properties.append(Property(matching: pattern, reference: reference(from: entry)))
    }
    let additional =
      random.oneIn(2)
      ? nil : random.oneIn(2) ? .entry(builder.append(.any)) : reference(from: entry)
    return .object(properties, additional: additional)
  }

  private mutating func reference(from entry: EntryID) -> GenerationSchema.Reference {
    let target = EntryID.root.advanced(by: random.below(count))
    return target > entry || definitions.contains(target) ? .entry(target) : later(than: entry)
  }

  /// A reference to a later entry, at times with a description of its own.
  private mutating func later(than entry: EntryID) -> GenerationSchema.Reference {
    let laterCount = entry.distance(to: entries.upperBound) - 1
    guard laterCount > 0 else { return .entry(builder.append(.boolean)) }
    let target = GenerationSchema.Reference.entry(
      entry.advanced(by: 1 + random.below(laterCount)))
    let number = EntryID.root.distance(to: entry)
    return random.oneIn(4)
      ? .entry(builder.append(.alias(of: target), summary: "beside \(number)")) : target
  }

  private mutating func text() -> [GuideValue] {
    var guides: [GuideValue] = []
    for source in ["^a", "b$", "[0-9]"] where random.oneIn(3) {
      if let pattern = try? SchemaPattern(ecma: source) {
        guides.append(GuideValue(.pattern(pattern)))
      }
    }
    for format in ["date", "email", "own"] where random.oneIn(4) {
      guides.append(GuideValue(.format(format)))
    }
    if random.oneIn(3) { guides.append(GuideValue(.length(minimum: 1, maximum: nil))) }
    if random.oneIn(3) { guides.append(GuideValue(.length(minimum: nil, maximum: 1 << 20))) }
    return guides
  }

  private mutating func number() -> [GuideValue] {
    var guides: [GuideValue] = []
    let low = SchemaNumber(random.below(100) - 50)
    if random.oneIn(2) { guides.append(GuideValue(.bounds(minimum: low, maximum: nil))) }
    if random.oneIn(2) {
      guides.append(
        GuideValue(.exclusiveBounds(minimum: nil, maximum: SchemaNumber(Int64.max / 8))))
    }
    for text in ["0.5", "3", "7e15", "0.7e-15"] where random.oneIn(5) {
      if let multiple = SchemaNumber(text: text.utf8) {
        guides.append(GuideValue(.multiple(of: multiple)))
      }
    }
    return guides
  }

  private mutating func summary() -> String? {
    random.oneIn(2) ? nil : random.pick(AwkwardNames.all)
  }
}
