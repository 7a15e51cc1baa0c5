public import AutomergeDocument

/// A type whose values are stored as one plain value of a document.
///
/// Encoders and decoders use this form instead of what the type's `Codable` conformance gives.
public protocol ScalarValueRepresentable: Codable {
  /// Creates a value from its stored form.
  ///
  /// - Throws: Any error if the stored value doesn't represent one.
  init(scalarValue: ScalarValue) throws

  /// The stored form of the value.
  var scalarValue: ScalarValue { get }
}
