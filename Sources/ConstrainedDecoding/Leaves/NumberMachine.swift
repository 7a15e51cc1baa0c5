/// The texts of numbers between bounds and of multiples of a number, computed exactly.
///
/// An integer consists of digits. A number has no exponent, and no more decimal places than its
/// multiple. Each digit is compared with the digits of the bounds when it is read, and the state
/// has the result so far. ``LeafAutomaton`` then removes the states that no digits can complete.
struct NumberMachine: ByteMachine {
  /// The bounds on the magnitudes of numbers of one sign.
  struct Branch: Sendable {
    var lower: NumberBound?
    var upper: NumberBound?
  }

  /// The number that `multipleOf` requires: `factor` times ten to the power of `exponent`.
  struct Multiple: Sendable {
    let factor: Int64
    let exponent: Int
  }

  struct State: Hashable {
    enum Phase: UInt8, Hashable {
      case start, minus, zero, integer, point, fraction
    }

    var phase: Phase = .start
    var isNegative = false
    /// The number of digits so far of the integer or of the fraction, up to the largest number that
    /// makes a difference.
    var length: Int32 = 0
    /// The order of the digits so far, compared with the same number of digits of the lower and the
    /// upper bound.
    var low = NumberBound.Order.equal
    var high = NumberBound.Order.equal
    /// The remainder when the digits so far, without ``zeros``, are divided by the multiple's
    /// factor.
    var remainder: Int64 = 0
    /// The number of trailing zeros, up to the largest number that makes a difference.
    var zeros: Int32 = 0
    /// The number of digits of the fraction, if a multiple limits it.
    var places: Int32 = 0
  }

  let byteClasses = [UInt8].classes(separating: "0123456789-.".utf8)
  private let allowsFraction: Bool
  private let positive: Branch?
  private let negative: Branch?
  private let multiple: Multiple?

  // `positive`: The bounds on numbers from zero on, or `nil` if no such number is allowed.
  // `negative`: The bounds on the magnitudes of negative numbers, or `nil` if no negative number
  // is allowed. `multiple`: The number whose multiples are allowed. For integers its exponent is
  // at least zero. `allowsFraction`: `true` if numbers may have a fraction.
  init(positive: Branch?, negative: Branch?, multiple: Multiple?, allowsFraction: Bool) {
    self.positive = positive
    self.negative = negative
    self.multiple = multiple
    self.allowsFraction = allowsFraction && (multiple.map { $0.exponent < 0 } ?? true)
  }

  var start: State { State() }

  private func branch(_ state: State) -> Branch? { state.isNegative ? negative : positive }

  func step(_ state: State, _ byte: UInt8) -> State? {
    var next = state
    if byte == UInt8(ascii: "-") {
      guard state.phase == .start, negative != nil else { return nil }
      next.phase = .minus
      next.isNegative = true
      return next
    }
    guard let branch = branch(state) else { return nil }
    if byte == UInt8(ascii: ".") {
      guard state.phase == .zero || state.phase == .integer, allowsFraction else { return nil }
      next.phase = .point
      next.low = Self.order(state, state.low, branch.lower)
      next.high = Self.order(state, state.high, branch.upper)
      next.length = 0
      return next
    }
    let digit = byte &- UInt8(ascii: "0")
    switch state.phase {
    case .zero: return nil
    case .start, .minus:
      next.phase = digit == 0 ? .zero : .integer
      return digit == 0 ? next : appendInteger(digit, to: next, branch)
    case .integer: return appendInteger(digit, to: next, branch)
    case .point, .fraction:
      next.phase = .fraction
      return appendFraction(digit, to: next, branch)
    }
  }

  private func appendInteger(_ digit: UInt8, to state: State, _ branch: Branch) -> State {
    var state = state
    let index = Int(state.length)
    state.low = Self.compare(state.low, digit, at: index, branch.lower)
    state.high = Self.compare(state.high, digit, at: index, branch.upper)
    let longest = max(branch.lower?.integer.count ?? 0, branch.upper?.integer.count ?? 0)
    state.length = min(state.length + 1, Int32(truncatingIfNeeded: longest + 1))
    append(digit, to: &state)
    return state
  }

  /// Returns the order of an integer's digits, including a new digit, compared with the digits of a
  /// bound.
  private static func compare(
    _ order: NumberBound.Order, _ digit: UInt8, at index: Int, _ bound: NumberBound?
  ) -> NumberBound.Order {
    guard let bound else { return .equal }
    // An integer with more digits is greater.
    if index >= bound.integer.count { return .greater }
    return order == .equal ? NumberBound.Order(digit, bound.integer[index]) : order
  }

  /// Returns the order of a state's complete integer compared with the integer of a bound.
  private static func order(
    _ state: State, _ order: NumberBound.Order, _ bound: NumberBound?
  ) -> NumberBound.Order {
    guard let bound else { return .equal }
    return Int(state.length) < bound.integer.count ? .less : order
  }

  private func appendFraction(_ digit: UInt8, to state: State, _ branch: Branch) -> State? {
    var state = state
    let index = Int(state.length)
    for (keyPath, bound) in [(\State.low, branch.lower), (\State.high, branch.upper)] {
      guard let bound, state[keyPath: keyPath] == .equal else { continue }
      let own = index < bound.fraction.count ? bound.fraction[index] : 0
      state[keyPath: keyPath] = NumberBound.Order(digit, own)
    }
    let longest = max(branch.lower?.fraction.count ?? 0, branch.upper?.fraction.count ?? 0)
    let isDecided =
      (branch.lower == nil || state.low != .equal)
      && (branch.upper == nil || state.high != .equal)
    state.length = isDecided ? 0 : min(state.length + 1, Int32(truncatingIfNeeded: longest))
    guard let multiple else { return state }
    guard Int(state.places) < -multiple.exponent else { return nil }
    state.places += 1
    append(digit, to: &state)
    return state
  }

  /// Adds a digit to the remainder.
  private func append(_ digit: UInt8, to state: inout State) {
    guard let multiple else { return }
    if digit == 0, Int(state.zeros) < multiple.exponent {
      state.zeros += 1
      return
    }
    let power = Self.power(digit == 0 ? 1 : Int(state.zeros) + 1, modulo: multiple.factor)
    state.remainder = (state.remainder * power + Int64(digit)) % multiple.factor
    if digit != 0 { state.zeros = 0 }
  }

  /// Returns a power of ten modulo a factor.
  ///
  /// Factors are so small that a product of two remainders cannot overflow.
  private static func power(_ exponent: Int, modulo factor: Int64) -> Int64 {
    var result = 1 % factor
    for _ in 0..<exponent { result = result * 10 % factor }
    return result
  }

  func isAccepting(_ state: State) -> Bool {
    guard let branch = branch(state) else { return false }
    var (low, high) = (state.low, state.high)
    var places = 0
    switch state.phase {
    case .start, .minus, .point: return false
    case .zero, .integer:
      low = Self.order(state, low, branch.lower)
      high = Self.order(state, high, branch.upper)
    case .fraction: places = Int(state.length)
    }
    if let lower = branch.lower {
      if low == .equal, places < lower.fraction.count { low = .less }
      guard lower.allows(low, asUpperBound: false) else { return false }
    }
    if let upper = branch.upper {
      if high == .equal, places < upper.fraction.count { high = .less }
      guard upper.allows(high, asUpperBound: true) else { return false }
    }
    guard let multiple, state.phase != .zero else { return true }
    if multiple.exponent >= 0 {
      return Int(state.zeros) == multiple.exponent && state.remainder == 0
    }
    let rest = Self.power(-multiple.exponent - Int(state.places), modulo: multiple.factor)
    return state.remainder * rest % multiple.factor == 0
  }
}
