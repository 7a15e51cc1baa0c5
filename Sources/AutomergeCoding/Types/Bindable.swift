#if Automerge
import AutomergeDocument

/// A value that stands by itself, or for what a document has.
enum Bindable<Value: Sendable, Binding: Sendable>: Sendable {
  case unbound(Value)
  case bound(Binding)

  var binding: Binding? {
    if case .bound(let binding) = self { binding } else { nil }
  }
}

extension Protected {
  /// What the value stands for; `nil` if it stands by itself.
  func binding<Value, Binding>() -> Binding? where State == Bindable<Value, Binding> {
    withLock { $0.binding }
  }

  func bind<Value, Binding>(_ binding: Binding) where State == Bindable<Value, Binding> {
    withLock { $0 = .bound(binding) }
  }
}
#endif
