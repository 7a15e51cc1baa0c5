import SchemaGuides

/// Makes a `GenerationSchema` of entries.
struct SchemaAssembler {
  private let table: EntryTable
  private let names: [Int: String]
  private let title: String?
  private var builder: SchemaTableBuilder
  /// The numbers of entries in the schema, -1 for entries that were not visited yet.
  private var numbers: [Int]
  private var queue: [Int] = []

  init(_ table: EntryTable, names: [Int: String], title: String?) {
    self.table = table
    self.names = names
    self.title = title
    builder = SchemaTableBuilder(name: title ?? "Schema")
    numbers = [Int](repeating: -1, count: table.count)
  }

  /// The schema, of which the first entry is the root.
  mutating func assemble() throws(SchemaError) -> GenerationSchema {
    _ = number(of: 0)
    var next = 0
    while next < queue.count {
      declare(queue[next])
      next += 1
    }
    return try builder.makeSchema()
  }

  private mutating func number(of entry: Int) -> Int {
    if numbers[entry] >= 0 { return numbers[entry] }
    numbers[entry] = builder.reserve()
    queue.append(entry)
    return numbers[entry]
  }

  private mutating func reference(_ entry: Int) -> GenerationSchema.Reference {
    .entry(number(of: entry))
  }

  private mutating func declare(_ entry: Int) {
    var guides: [GuideValue] = []
    let kind = kind(of: table[entry].plan, &guides)
    var title = GenerationSchema.Title.none
    if entry == 0, let rootTitle = self.title {
      title = .title(rootTitle)
    } else if let name = names[entry] {
      title = .definition(name)
    }
    let number = number(of: entry)
    builder.declare(
      number, kind: kind, title: title, summary: table[entry].summary, guides: guides)
  }

  private mutating func kind(
    of plan: Plan, _ guides: inout [GuideValue]
  ) -> GenerationSchema.Kind {
    switch plan {
    case .anything: return .any
    case .nothing: return .never
    case .null: return .null
    case .boolean(let values):
      if values != .boolean { guides = [GuideValue(.scalars([.boolean(values == .true)]))] }
      return .boolean
    case .string(let strings):
      guides = strings.guideValues
      return .string
    case .integer(let numbers):
      guides = numbers.guideValues
      return .integer
    case .number(let numbers):
      guides = numbers.guideValues
      return .number
    case .array(let array):
      if !array.prefix.isEmpty { return .tuple(array.prefix.map { reference($0) }) }
      if array.minimum > 0 || array.maximum != nil {
        let minimum = array.minimum > 0 ? array.minimum : nil
        guides = [GuideValue(.count(minimum: minimum, maximum: array.maximum))]
      }
      guard let rest = array.rest else { return .array(of: .entry(builder.append(.any))) }
      return .array(of: reference(rest))
    case .object(let object): return self.object(object, &guides)
    case .union(let choices): return .anyOf(choices.map { reference($0) })
    case .alias(let target): return .alias(of: reference(target))
    }
  }

  private mutating func object(
    _ object: Plan.ObjectPlan, _ guides: inout [GuideValue]
  ) -> GenerationSchema.Kind {
    if object.minimum > 0 || object.maximum != nil {
      let minimum = object.minimum > 0 ? object.minimum : nil
      guides = [GuideValue(.propertyCount(minimum: minimum, maximum: object.maximum))]
    }
    var properties: [GenerationSchema.Property] = []
    properties.reserveCapacity(object.members.count)
    for member in object.members {
      properties.append(
        GenerationSchema.Property(
          name: member.name, summary: member.summary, reference: reference(member.entry),
          isOptional: !member.isRequired, guides: []))
    }
    for (pattern, entry) in object.patterns {
      properties.append(GenerationSchema.Property(matching: pattern, reference: reference(entry)))
    }
    return .object(properties, additional: object.additional.map { reference($0) })
  }
}

extension StringShape {
  /// The constraints as guides.
  var guideValues: [GuideValue] {
    if let texts { return [GuideValue(.choices(texts))] }
    var values = guides.patterns.map { GuideValue(.pattern($0)) }
    values += guides.formats.map { GuideValue(.format($0)) }
    if guides.minimumLength != nil || guides.maximumLength != nil {
      values.append(
        GuideValue(.length(minimum: guides.minimumLength, maximum: guides.maximumLength)))
    }
    return values
  }
}

extension NumberShape {
  /// The constraints as guides.
  var guideValues: [GuideValue] {
    if let choices { return [GuideValue(.scalars(choices.map { .number($0) }))] }
    var values: [GuideValue] = []
    for (bound, isMinimum) in [(minimum, true), (maximum, false)] {
      guard let bound else { continue }
      let low = isMinimum ? bound.value : nil
      let high = isMinimum ? nil : bound.value
      values.append(
        GuideValue(
          bound.isExclusive
            ? .exclusiveBounds(minimum: low, maximum: high) : .bounds(minimum: low, maximum: high)))
    }
    return values + multiples.map { GuideValue(.multiple(of: $0)) }
  }
}
