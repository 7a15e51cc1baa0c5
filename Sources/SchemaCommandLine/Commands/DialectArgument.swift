#if CommandLine
import ArgumentParser
import SchemaKit

/// The argument that names a dialect.
enum DialectArgument {
  /// The help text.
  static func help(_ start: String) -> ArgumentHelp {
    let names = DialectRegistry.standard.names.joined(separator: ", ")
    return ArgumentHelp("\(start): \(names).", valueName: "name")
  }

  static func dialect(named name: String) throws(CommandError) -> any SchemaDialect {
    let registry = DialectRegistry.standard
    guard let dialect = registry.dialect(named: name) else {
      let likely = products.first { $0.names.contains(name.lowercased()) }?.dialect
      throw .unknownDialect(name, known: registry.names, likely: likely)
    }
    return dialect
  }

  /// Returns the dialect of a name, or all of them.
  static func dialects(named name: String) throws(CommandError) -> [any SchemaDialect] {
    guard name == "all" else { return [try dialect(named: name)] }
    return DialectRegistry.standard.names.compactMap(DialectRegistry.standard.dialect(named:))
  }

  /// The common names of models and products that take a dialect.
  private static let products: [(dialect: String, names: Set<String>)] = [
    ("anthropic", ["claude", "haiku", "sonnet", "opus"]),
    ("openai", ["gpt", "chatgpt", "codex"]),
    ("gemini", ["google", "vertex", "vertexai", "vertex-ai", "aistudio"]),
    ("gemini-openapi", ["openapi"]),
    ("llama.cpp", ["llama", "llamacpp", "llama-cpp", "ollama", "gguf", "gbnf"]),
    ("apple", ["foundationmodels", "foundation-models", "afm", "appleintelligence"]),
    ("xai", ["grok", "x-ai"]),
    ("groq-strict", ["groq"]),
    ("deepseek-strict", ["deepseek"]),
    ("mistral", ["mistralai", "mistral-ai"]),
    ("bedrock", ["aws", "amazon", "converse"]),
    ("xgrammar", ["vllm", "sglang"]),
    ("azure", ["azure-openai", "foundry"]),
    ("json-schema", ["jsonschema", "plain", "standard", "draft2020-12"]),
  ]
}
#endif
