/// A value that tasks pass to each other, and that no two of them use at the same time.
///
/// It is `@unchecked Sendable` because its users ensure that. Sessions need it for closures and
/// values of callers that FoundationModels does not require to be `Sendable`: a session runs one
/// request at a time, and only the task of that request uses them.
@safe package struct Handover<Value>: @unchecked Sendable {
  /// The value.
  package let value: Value

  /// Wraps a value.
  package init(_ value: Value) { self.value = value }
}
