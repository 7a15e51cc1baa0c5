/// A value that tasks pass to each other.
///
/// No two tasks use it at the same time.
///
/// The type is `@unchecked Sendable` because its users ensure this. Sessions need the type for
/// closures and values of callers that FoundationModels does not require to be `Sendable`. A
/// session runs one request at a time, and only the task of the request uses them.
@safe struct Handover<Value>: @unchecked Sendable {
  /// The value.
  let value: Value

  /// Wraps a value.
  init(_ value: Value) { self.value = value }
}
