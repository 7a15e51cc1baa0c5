/// The remaining work of a rendering, which all of its operations share.
///
/// A limit on steps alone bounds neither time nor memory: one step may copy a text of megabytes,
/// and lists that contain one list twice, thirty levels deep, have a billion elements.
final class RenderingBudget {
  /// The smallest work that is allowed, for a template and variables of any size.
  ///
  /// One unit of work reads or writes a character, which takes 12 bytes. The costs of other values
  /// are in proportion.
  static let leastWork = 1 << 20
  /// The smallest number of steps that are allowed.
  static let leastSteps = 1 << 20
  /// The work, and the number of steps, that are allowed for each character of the template and its
  /// variables.
  private static let workOfCharacter = 64
  /// The part of the work that one text may take, as a divisor.
  private static let textPart = 16
  /// The cost of an object that is made for an element, such as a text of one character.
  static let costOfObject = 16

  private var work: Int
  private var stepsLeft: Int
  private let steps: Int

  /// The largest number of characters of the output, and of a text.
  let longestText: Int

  /// - Parameters:
  ///   - size: The number of characters and values in the template and the variables.
  ///   - leastWork: The smallest work that is allowed.
  ///   - leastSteps: The smallest number of steps that are allowed.
  init(size: Int, leastWork: Int, leastSteps: Int) {
    let (product, overflow) = size.multipliedReportingOverflow(by: Self.workOfCharacter)
    func limit(_ least: Int) -> Int { overflow ? .max : max(product, product &+ least) }
    work = limit(leastWork)
    steps = limit(leastSteps)
    stepsLeft = steps
    longestText = max(leastWork / 2, work / Self.textPart)
  }

  /// Counts a statement or an expression that is evaluated.
  func countStep() throws(TemplateError) {
    guard stepsLeft > 0 else {
      throw TemplateError(.limitExceeded, "The template takes more than \(steps) steps.")
    }
    stepsLeft -= 1
  }

  func spend(_ count: Int) throws(TemplateError) {
    guard count <= work else {
      throw TemplateError(.limitExceeded, "The template copies or compares too many values.")
    }
    work -= count
  }

  /// Counts the work to make a number of values, each of which has a cost.
  func spend(_ count: Int, times cost: Int) throws(TemplateError) {
    let product = count.multipliedReportingOverflow(by: cost)
    try spend(product.overflow ? .max : product.partialValue)
  }

  /// Counts the work to read the texts among arguments.
  func spend(_ positional: [RuntimeValue], _ named: [NamedArgument])
    throws(TemplateError)
  {
    for case .string(let text) in positional { try spend(text.count) }
    for case .string(let text) in named.map(\.value) { try spend(text.count) }
  }

  /// Counts the work to make values of an object's keys, or to find them in another object.
  func spendNames(of object: ObjectValue) throws(TemplateError) {
    try spend(Self.costOfObject * object.count + object.lengthOfNames)
  }

  /// Counts the work to read or copy a value, without the contents of its elements.
  func spend(_ value: RuntimeValue) throws(TemplateError) {
    switch value {
    case .string(let text): try spend(text.count)
    case .list(let list): try spend(4 * list.elements.count)
    case .object(let object): try spend(8 * object.count)
    default: try spend(1)
    }
  }

  /// Checks the length of a text while it is made.
  func check(_ text: MarkedText) throws(TemplateError) {
    guard text.count <= longestText else {
      throw TemplateError(
        .limitExceeded, "The template writes more than \(longestText) characters.")
    }
  }
}

/// A list, an object, or the variables of a scope.
protocol UsedContainer: AnyObject {
  /// Indicates whether ``UsedContainers`` keeps this container. Only ``UsedContainers`` sets it.
  var isKept: Bool { get set }

  /// Removes the values from the container.
  func removeAll()
}

/// The lists, objects and variables that a template has used.
///
/// These containers may contain each other, and nest as deeply as the template has steps. They are
/// therefore kept until the rendering has ended, and emptied before they are released. Otherwise a
/// list that contains itself would never be freed, and freeing nested lists would recurse.
final class UsedContainers {
  private var containers: [any UsedContainer] = []

  /// Keeps a list or an object, and all lists and objects in it.
  ///
  /// A method keeps the value that it belongs to.
  ///
  /// - Returns: The cost of the memory that is kept from now on.
  func keep(_ value: RuntimeValue) -> Int {
    guard insert(value) else { return 0 }
    var cost = 0
    var waiting = [value]
    while let next = waiting.popLast() {
      cost += RenderingBudget.costOfObject
      switch next.owner {
      case .list(let list):
        cost += 4 * list.elements.count
        waiting += list.elements.filter(insert)
      case .object(let object):
        cost += 8 * object.count
        waiting += object.values.filter(insert)
      case .loop(let loop):
        cost += 4 * loop.elements.count
        waiting += loop.elements.filter(insert)
      case .cycler(let cycler): waiting += [cycler.items].filter(insert)
      case .joiner(let joiner): waiting += [joiner.separator].filter(insert)
      default: break
      }
    }
    return cost
  }

  /// Keeps a list or an object, without the lists and objects in it.
  ///
  /// - Returns: `true` if the value was not kept before.
  private func insert(_ value: RuntimeValue) -> Bool {
    switch value.owner {
    case .list(let list): insert(list)
    case .object(let object): insert(object)
    case .loop(let loop): insert(loop)
    case .cycler(let cycler): insert(cycler)
    case .joiner(let joiner): insert(joiner)
    default: false
    }
  }

  private func insert(_ container: any UsedContainer) -> Bool {
    guard !container.isKept else { return false }
    container.isKept = true
    containers.append(container)
    return true
  }

  /// Keeps the scopes that a macro has captured, and the values of their variables.
  ///
  /// - Returns: The cost of the memory that is kept from now on.
  func keep(_ captured: [Scope]) -> Int {
    var cost = 0
    for scope in captured where insert(scope) {
      cost += RenderingBudget.costOfObject + 8 * scope.variables.count
      for value in scope.variables.values { cost += keep(value) }
    }
    return cost
  }

  /// Empties all kept containers.
  func clear() { for container in containers { container.removeAll() } }
}

extension RuntimeValue {
  /// The value that a method belongs to; the value itself if it is not a method.
  fileprivate var owner: RuntimeValue {
    // A method has no methods.
    if case .method(let owner, _) = self { owner } else { self }
  }
}
