extension CommandError {
  /// The address of a server with several models was given without the name of one.
  static func missingModelName(of provider: ChatProvider) -> Self {
    Self(
      "The interface '\(provider.rawValue)' needs the name of a model in addition to the address.",
      remedy: "Give it with --name.")
  }

  /// A text is not the address of a server, or has a scheme that no request is made with.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - alternative: What can be given in place of an address, as the end of a sentence.
  /// - Returns: The error.
  static func unusableAddress(_ text: String, alternative: String = "") -> Self {
    Self(
      "'\(text)' is not an address that begins with http:// or https://.",
      remedy: "Give such an address\(alternative).")
  }

  /// The name of a model was given without its provider.
  static func missingProvider(ofModel name: String) -> Self {
    Self(
      "'\(name)' is not the address of a server, and no option names the provider of the model.",
      remedy: "Name the provider with --provider, or give an address such as "
        + "http://localhost:8080/v1.")
  }

  /// The name of a model was given for an interface that servers anywhere have.
  static func missingAddress(ofModel name: String) -> Self {
    Self(
      "The provider 'compatible' has no address of its own, and --model '\(name)' is not one.",
      remedy: "Give its address with --model, and the name with --name.")
  }

  /// A model was named twice.
  static func twoModelNames(_ name: String) -> Self {
    Self(
      "--model names the model '\(name)', and --name names it again.",
      remedy: "Leave out --name, or give the address of a server with --model.")
  }

  /// No variable of the environment has a key, and requests need one.
  static func missingKey(
    of provider: ChatProvider, at address: String, variables: [String]
  ) -> Self {
    guard !variables.isEmpty else {
      return Self(
        "\(address) is not the provider's own address, so the provider's key is not sent there.",
        remedy: "Name the variable that has the server's key with --key-variable, or use "
          + "--provider compatible, which needs no key.")
    }
    return Self(
      "The environment has no key: \(variables.joined(separator: " and ")) "
        + "\(variables.count == 1 ? "is" : "are") not set.",
      remedy: "Set \(variables.joined(separator: " or ")) to the key. A key is never an argument, "
        + "since others can see the arguments of a process.")
  }

  /// A file was given as the model, and the command was built without llama.cpp.
  static func missingEngine(for path: String) -> Self {
    Self(
      "This command cannot run the model '\(path)', since it was built without llama.cpp.",
      remedy: "Install llama.cpp with its header, and build the command with the trait Llama: "
        + "swift build -c release --traits CommandLine,Llama --product schema")
  }

  /// An option for servers was given with a file.
  static func serverOption(_ option: String) -> Self {
    Self(
      "--model is a file, which needs no server, so \(option) has no effect.",
      remedy: "Leave out \(option).")
  }

  /// An option for models in files was given with a server.
  static func fileOption(_ option: String) -> Self {
    Self(
      "\(option) is for a model in a file, and --model names one of a server.",
      remedy: "Leave out \(option), or give the path of a file that ends with .gguf.")
  }

  /// There are no tools to use.
  ///
  /// - Parameters:
  ///   - server: The address of the server, or the command that starts it.
  ///   - reason: The reason as a sentence.
  ///   - remedy: The remedy; `nil` for a server that cannot be reached.
  /// - Returns: The error.
  static func unusableTools(of server: String, reason: String, remedy: String? = nil) -> Self {
    Self(
      "The tools of '\(server)' cannot be used. \(reason)",
      remedy: remedy
        ?? "Give the command of a server of the Model Context Protocol, or its address, with "
        + "--tools.")
  }

  /// There is nothing to answer.
  static let emptyPrompt = Self(
    "The prompt is empty.",
    remedy: "Give it as an argument, or on standard input.")
}
