import AutomergeDocument
import SchemaConcurrency

/// A value that is either unbound or bound to a place in a document.
enum Bindable<Unbound: Sendable, Place: Hashable & Sendable>: Sendable {
  case unbound(Unbound)
  case bound(DocumentBinding<Place>)

  var binding: DocumentBinding<Place>? {
    if case .bound(let binding) = self { binding } else { nil }
  }
}

/// A place in a document to which a value is bound.
struct DocumentBinding<Place: Hashable & Sendable>: Sendable {
  let document: Document
  let place: Place

  /// Returns `true` if both are the same place of the same document.
  func isSame(as other: DocumentBinding) -> Bool {
    document === other.document && place == other.place
  }
}

extension Locked {
  /// Returns the place to which the value is bound; `nil` if the value is unbound.
  func binding<Unbound, Place>() -> DocumentBinding<Place>?
  where Value == Bindable<Unbound, Place> { withLock { $0.binding } }

  /// Returns the place to which the value is bound, or changes the unbound value.
  ///
  /// Both happen under one lock, so that no change is lost if an encoder binds the value at the
  /// same time.
  func binding<Unbound, Place>(
    orChanging change: (inout Unbound) -> Void
  ) -> DocumentBinding<Place>? where Value == Bindable<Unbound, Place> {
    withLock { state in
      switch state {
      case .bound(let binding): return binding
      case .unbound(var value):
        change(&value)
        state = .unbound(value)
        return nil
      }
    }
  }

  /// Binds the value to a place, and returns its former state.
  func bind<Unbound, Place>(
    _ binding: DocumentBinding<Place>
  ) -> Bindable<Unbound, Place> where Value == Bindable<Unbound, Place> {
    withLock { state in
      defer { state = .bound(binding) }
      return state
    }
  }

  /// Ends a binding whose place no longer takes a value, and keeps the value.
  ///
  /// Returns `false` if the value is no longer bound to the place.
  func unbind<Unbound, Place>(
    _ binding: DocumentBinding<Place>, keeping value: Unbound
  ) -> Bool where Value == Bindable<Unbound, Place> {
    withLock { state in
      guard state.binding?.isSame(as: binding) == true else { return false }
      state = .unbound(value)
      return true
    }
  }

  /// Binds the value to a place to which an encoder has written it, and returns its former state.
  ///
  /// If the encoder's edits are undone, the value returns to its former state, unless it was bound
  /// to another place in the meantime.
  func bind<Unbound, Place>(
    untilUndone binding: DocumentBinding<Place>
  ) -> Bindable<Unbound, Place> where Value == Bindable<Unbound, Place> {
    let former = bind(binding)
    let place = binding.place
    let formerPlace = former.binding?.place
    // The document retains the action until a commit or a rollback, so the action must not retain
    // the document. If the value was bound to another document, the action retains that document.
    let other = former.binding?.document === binding.document ? nil : former
    binding.document.onUndo { [weak self, weak document = binding.document] in
      guard let self, let document else { return }
      let written = DocumentBinding(document: document, place: place)
      let sameDocument = formerPlace.map { DocumentBinding(document: document, place: $0) }
      guard let former = other ?? sameDocument.map(Bindable.bound) else { return }
      withLock { state in if state.binding?.isSame(as: written) == true { state = former } }
    }
    return former
  }
}
