// Not FoundationEssentials, which has no `FileHandle`.
import Foundation
import SchemaConcurrency
import SchemaProviders

/// The model for `schema chat`, by the command's arguments.
struct ChatModel: Hashable {
  /// The interface of the server.
  let provider: ChatProvider

  /// The address of the interface.
  let address: String

  /// The name of the model on the server.
  let name: String

  /// The variable of the environment that has the key; `nil` if no key is sent.
  let keyVariable: String?

  /// The key, which descriptions do not show.
  let key: ModelProvider.Key?

  /// Finds the model for some arguments.
  ///
  /// A provider's own key is sent only to the provider's own address. A key for another server is
  /// in a variable whose name is an argument.
  ///
  /// - Parameters:
  ///   - model: The address of a server, or the name of a model of the provider.
  ///   - name: The name of a model on the server with the address `model`.
  ///   - provider: The interface of the server; by default the interface of the provider with this
  ///     address, or else OpenAI's Chat Completions.
  ///   - keyVariable: The variable of the environment that has the key.
  ///   - environment: The variables of the process.
  /// - Throws: ``CommandError`` if something is missing.
  init(
    _ model: String, named name: String?, of provider: ChatProvider?, keyVariable: String?,
    environment: [String: String]
  ) throws(CommandError) {
    if model.contains("://") {
      guard model.isServerAddress else { throw .unusableAddress(model) }
      let known = ChatProvider.allCases.first { candidate in
        ChatModel.haveSameOrigin(model, candidate.address)
      }
      // Several servers listen on this machine, so its address does not distinguish them.
      let owner = known.flatMap { $0.keyVariables.isEmpty ? nil : $0 }
      self.provider = provider ?? owner ?? .compatible
      address = model
      guard let name = name ?? self.provider.defaultName else {
        throw .missingModelName(of: self.provider)
      }
      self.name = name
    } else {
      guard let provider else { throw .missingProvider(ofModel: model) }
      guard let address = provider.address else { throw .missingAddress(ofModel: model) }
      guard name == nil else { throw .twoModelNames(model) }
      (self.provider, self.address, self.name) = (provider, address, model)
    }
    let isOwn = ChatModel.haveSameOrigin(address, self.provider.address)
    let candidates = keyVariable.map { [$0] } ?? (isOwn ? self.provider.keyVariables : [])
    let variable = candidates.first { environment[$0, default: ""].isEmpty == false }
    self.keyVariable = variable
    key = variable.flatMap { environment[$0] }.map { ModelProvider.Key($0) }
    guard key != nil || (keyVariable == nil && self.provider.keyVariables.isEmpty)
    else {
      throw .missingKey(
        of: self.provider, at: address, variables: candidates)
    }
  }

  /// The ports of addresses that state none, by their schemes.
  private static let defaultPorts = ["http": 80, "https": 443]

  /// Indicates whether two addresses have the same origin, to which a key is then sent.
  ///
  /// The result is `false` if one of the addresses has no origin.
  private static func haveSameOrigin(_ address: String, _ other: String?) -> Bool {
    guard let origin = origin(of: address), let other else { return false }
    return origin == Self.origin(of: other)
  }

  /// Returns the origin of an address: its scheme, host and port; `nil` if it lacks one of them.
  private static func origin(of address: String) -> String? {
    guard let url = URL(string: address), let scheme = url.scheme?.lowercased(),
      let host = url.host?.lowercased(), let port = url.port ?? defaultPorts[scheme]
    else { return nil }
    return "\(scheme)://\(host):\(port)"
  }

  /// The model for a session.
  ///
  /// - Parameters:
  ///   - transport: The transport that sends the requests.
  ///   - report: Writes a line before each wait for a retry, by default on standard error.
  /// - Returns: The model.
  func languageModel(
    over transport: any ModelTransport,
    reportingTo report: @escaping @Sendable (String) -> Void = { line in
      // A failure here cannot be reported.
      try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
  ) -> any LanguageModel {
    let lastProblem = Locked<String?>(nil)
    let retryPolicy = ModelProvider.RetryPolicy { wait in
      let seconds = (wait.duration / .seconds(1)).rounded(.up)
      // The remedy of the error is for developers, and the command does what it can do itself.
      let problem = ErrorDescription(wait.error).problem
      let isRepeated = lastProblem.withLock { last in
        defer { last = problem }
        return wait.retry > 1 && last == problem
      }
      report("schema: Trying again in \(Int(seconds)) s.\(isRepeated ? "" : " \(problem)")\n")
    }
    return provider.model(name, at: address, key: key, over: transport, retryPolicy: retryPolicy)
  }
}

extension String {
  /// `true` if the text begins with a scheme of servers, http or https.
  var isServerAddress: Bool { prefixMatch(of: /(?i)https?:\/\//) != nil }

  /// `true` if the text begins with any scheme.
  ///
  /// It is `true` for `ws://example.org`, and `false` for the command `run ws://example.org`.
  var hasScheme: Bool { prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:\/\//) != nil }
}
