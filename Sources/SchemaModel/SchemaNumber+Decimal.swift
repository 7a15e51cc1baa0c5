#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SchemaNumber {
  /// Creates a number from a decimal, exactly.
  ///
  /// - Parameter value: The value. The result is `nil` if it is not a number.
  public init?(_ value: Decimal) {
    guard !value.isNaN else { return nil }
    self.init(text: value.description.utf8)
  }
}
