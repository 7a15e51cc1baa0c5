import SchemaConcurrency

/// A value that is either unbound or bound to a place in a document.
enum Bindable<Unbound: Sendable, Binding: Sendable>: Sendable {
  case unbound(Unbound)
  case bound(Binding)

  var binding: Binding? {
    if case .bound(let binding) = self { binding } else { nil }
  }
}

extension Locked {
  /// Returns the object in a document that the value is bound to; `nil` if there is none.
  func binding<Unbound, Binding>() -> Binding? where Value == Bindable<Unbound, Binding> {
    withLock { $0.binding }
  }

  func bind<Unbound, Binding>(_ binding: Binding) where Value == Bindable<Unbound, Binding> {
    withLock { $0 = .bound(binding) }
  }
}
