/// Unicode as ASCII for the names of hosts (RFC 3492), without the prefix `xn--`.
enum Punycode {
  // The parameters of section 5.
  private static let base: UInt32 = 36
  private static let minimum: UInt32 = 1
  private static let maximum: UInt32 = 26
  private static let firstScalar: UInt32 = 0x80
  private static let hyphen: UInt32 = 0x2D

  /// Returns the text of a code in lower case, or `nil` if the code is invalid.
  ///
  /// - Complexity: Quadratic in the length of the code. Labels of domain names are short.
  static func decode(_ code: [UInt32]) -> [UInt32]? {
    var text: [UInt32] = []
    var rest = code[...]
    if let end = code.lastIndex(of: hyphen) {
      text = Array(code[..<end])
      rest = code[(end + 1)...]
    }
    var (scalar, position, bias) = (firstScalar, UInt32(0), UInt32(72))
    while !rest.isEmpty {
      let start = position
      var weight: UInt32 = 1
      var step = base
      while true {
        guard let next = rest.popFirst(), let digit = digit(next) else { return nil }
        let (product, isTooLarge) = digit.multipliedReportingOverflow(by: weight)
        let (sum, overflows) = position.addingReportingOverflow(product)
        guard !isTooLarge, !overflows else { return nil }
        position = sum
        let threshold = threshold(step, bias)
        if digit < threshold { break }
        let (heavier, isTooHeavy) = weight.multipliedReportingOverflow(by: base - threshold)
        guard !isTooHeavy else { return nil }
        weight = heavier
        step += base
      }
      let count = UInt32(truncatingIfNeeded: text.count) + 1
      bias = adapted(position - start, count, isFirst: start == 0)
      let (next, isTooHigh) = scalar.addingReportingOverflow(position / count)
      guard !isTooHigh, Unicode.Scalar(next) != nil else { return nil }
      scalar = next
      position %= count
      text.insert(scalar, at: Int(position))
      position += 1
    }
    return text
  }

  /// Returns the code of a text, or `nil` if the text is too long.
  ///
  /// - Complexity: Quadratic in the length of the text. Labels of domain names are short.
  static func encode(_ text: [UInt32]) -> [UInt32]? {
    var code = text.filter { $0 < firstScalar }
    var handled = UInt32(truncatingIfNeeded: code.count)
    let basicCount = handled
    if basicCount > 0 { code.append(hyphen) }
    var (scalar, delta, bias) = (firstScalar, UInt32(0), UInt32(72))
    while handled < text.count {
      guard let next = text.filter({ $0 >= scalar }).min() else { return nil }
      let (product, isTooLarge) = (next - scalar).multipliedReportingOverflow(by: handled + 1)
      let (sum, overflows) = delta.addingReportingOverflow(product)
      guard !isTooLarge, !overflows, sum < 1 << 30 else { return nil }
      delta = sum
      scalar = next
      for value in text {
        if value < scalar { delta += 1 }
        guard value == scalar else { continue }
        append(delta, bias, to: &code)
        bias = adapted(delta, handled + 1, isFirst: handled == basicCount)
        delta = 0
        handled += 1
      }
      delta += 1
      scalar += 1
    }
    return code
  }

  private static func append(_ delta: UInt32, _ bias: UInt32, to code: inout [UInt32]) {
    var rest = delta
    var step = base
    while true {
      let threshold = threshold(step, bias)
      if rest < threshold { break }
      code.append(character(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      step += base
    }
    code.append(character(rest))
  }

  private static func threshold(_ step: UInt32, _ bias: UInt32) -> UInt32 {
    step <= bias + minimum ? minimum : min(step - bias, maximum)
  }

  private static func adapted(_ delta: UInt32, _ count: UInt32, isFirst: Bool) -> UInt32 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var steps: UInt32 = 0
    while delta > (base - minimum) * maximum / 2 {
      delta /= base - minimum
      steps += base
    }
    return steps + (base - minimum + 1) * delta / (delta + 38)
  }

  private static func digit(_ character: UInt32) -> UInt32? {
    if FormatScanner.isDigit(character) { return character - 48 + 26 }
    return FormatScanner.isLetter(character) ? FormatScanner.lowercased(character) - 97 : nil
  }

  private static func character(_ digit: UInt32) -> UInt32 { digit < 26 ? digit + 97 : digit + 22 }
}
