/// Lists that the filters `batch`, `slice` and `groupby` make of the elements of a list.
enum Portions {
  /// Returns lists of a number of elements.
  ///
  /// `count`: The number. As in jinja2, a count of 0 makes an empty list and one with all elements.
  /// `filler`: The value that the last list is filled up with.
  static func batches(
    _ elements: [RuntimeValue], _ count: Int, filler: RuntimeValue?, _ budget: RenderingBudget
  ) throws(TemplateError) -> [RuntimeValue] {
    guard !elements.isEmpty else { return [] }
    guard count > 0 else {
      return (count == 0 ? [RuntimeValue([])] : []) + [RuntimeValue(elements)]
    }
    let batchCount = (elements.count - 1) / count + 1
    try budget.spend(RenderingBudget.costOfObject * batchCount + 4 * elements.count)
    var batches: [RuntimeValue] = []
    var start = 0
    while start < elements.count {
      var batch = Array(elements[start...].prefix(count))
      if let filler {
        let missing = count - batch.count
        try budget.spend(missing, times: 4)
        batch += Array(repeating: filler, count: missing)
      }
      start += batch.count
      batches.append(RuntimeValue(batch))
    }
    return batches
  }

  /// Returns a number of lists of about the same size.
  ///
  /// `filler`: The value that is added to the smaller lists; as in jinja2, also if all lists have
  /// the same size.
  static func slices(
    _ elements: [RuntimeValue], _ count: Int, filler: RuntimeValue?, _ budget: RenderingBudget
  ) throws(TemplateError) -> [RuntimeValue] {
    guard count != 0 else { throw Operations.dividedByZero }
    guard count > 0 else { return [] }
    try budget.spend(count, times: RenderingBudget.costOfObject)
    try budget.spend(4 * elements.count)
    let (size, longer) = elements.count.quotientAndRemainder(dividingBy: count)
    var slices: [RuntimeValue] = []
    var start = 0
    for index in 0..<count {
      let end = start + size + (index < longer ? 1 : 0)
      slices.append(
        RuntimeValue(elements[start..<end] + (index < longer ? [] : [filler].compactMap { $0 })))
      start = end
    }
    return slices
  }

  /// Returns the elements with equal parts at a path, each as a pair of that part and a list.
  ///
  /// `standard`: The value in place of a part that does not exist.
  static func groups(
    _ elements: [RuntimeValue], _ path: AttributePath, standard: RuntimeValue?,
    isCaseSensitive: Bool, _ budget: RenderingBudget
  ) throws(TemplateError) -> [RuntimeValue] {
    var keyed: [RuntimeValue] = []
    for element in elements {
      let part = try path.value(of: element, standard: standard, budget)
      var key = part
      if case .string(let text) = part, !isCaseSensitive {
        try budget.spend(text.count)
        key = .string(text.lowercased)
      }
      keyed.append(RuntimeValue([key, part, element], .tuple))
    }
    try budget.spend(3 * RenderingBudget.costOfObject * elements.count)
    let order = Order(
      paths: [try AttributePath(.integer(0))], isCaseSensitive: true, isReversed: false,
      comparesEqual: true)
    var groups: [(key: RuntimeValue, part: RuntimeValue, elements: [RuntimeValue])] = []
    for case .list(let entry) in try order.sorted(keyed, budget) {
      let (key, part, element) = (entry.elements[0], entry.elements[1], entry.elements[2])
      let isSame = try groups.last.map { (last) throws(TemplateError) in
        try last.key.equals(key, budget)
      }
      if isSame == true {
        groups[groups.count - 1].elements.append(element)
      } else {
        groups.append((key, part, [element]))
      }
    }
    return groups.map {
      .list(
        ListValue([$0.part, RuntimeValue($0.elements)], .tuple, names: ["grouper", "list"]))
    }
  }
}
