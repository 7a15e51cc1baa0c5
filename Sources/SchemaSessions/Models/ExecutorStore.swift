import SchemaConcurrency

/// The executors of the models that a session uses in turn.
///
/// An executor may keep state between requests, so all requests to a model use the same executor.
final class ExecutorStore: Sendable {
  /// The key of an executor, which all models with the same configuration share.
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let configuration: AnyHashable

    init<Executor: LanguageModelExecutor>(
      _ type: Executor.Type, _ configuration: Executor.Configuration
    ) {
      self.type = ObjectIdentifier(type)
      self.configuration = AnyHashable(configuration)
    }
  }

  private let executors = Locked(LimitedStore<Key, any LanguageModelExecutor>(limit: 32))

  /// Returns the runner of a model, with the executor of earlier requests to it.
  ///
  /// - Throws: The error of the executor's initializer.
  func runner<Model: LanguageModel>(of model: Model) throws -> ModelRunner {
    let configuration = model.executorConfiguration
    let known = executors.withLock { $0[Key(Model.Executor.self, configuration)] }
    if let executor = known as? Model.Executor { return ModelRunner(model, executor) }
    // The initializer is code of the model, which may take long.
    let created = try Model.Executor(configuration: configuration)
    let (executor, _) = executors.withLock { executors in
      // A full store drops its executors, which are destroyed after the lock is free.
      let old = executors
      let key = Key(Model.Executor.self, configuration)
      // Another request may have been faster.
      if let executor = executors[key] as? Model.Executor { return (executor, old) }
      executors[key] = created
      return (created, old)
    }
    return ModelRunner(model, executor)
  }
}
