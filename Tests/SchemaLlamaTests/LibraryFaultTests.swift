#if Llama
import Foundation
import SchemaLlama
import Testing

private let environment = ProcessInfo.processInfo.environment

// A library is checked once a process, so each fault has its own.

/// The fault of the library in front of llama.cpp, which `.ci/local` builds; without it, the tests
/// are left out.
private let fault = environment["SCHEMAKIT_LLAMA_FAULT"]

@Suite(.enabled(if: fault != nil)) struct LibraryFaultTests {
  private func open() async throws -> LlamaModel {
    try await LlamaModel(
      file: try #require(environment["SCHEMAKIT_GGUF"]), context: .tokens(512), threads: 1)
  }

  @Test(.enabled(if: fault != "memory"))
  func `a library with other structures is found before a model is opened`() async throws {
    for _ in 0..<2 {
      let error = await #expect(throws: EngineError.self) { _ = try await open() }
      #expect(error?.code == .library)
      #expect(error?.remedy.contains("of one version") == true)
    }
    let missing = await #expect(throws: EngineError.self) {
      _ = try await LlamaModel(file: "/nowhere/model.gguf")
    }
    #expect(missing?.code == .library)
  }

  @Test(.enabled(if: fault == "memory"))
  func `a context without memory is an error with the size of its keys and values`() async throws {
    let error = await #expect(throws: EngineError.self) { _ = try await open() }
    #expect(error?.code == .outOfMemory)
    // SmolLM2 has 30 layers with 3 heads of 64 numbers for keys and values, of 2 bytes each.
    let size = 512 * 30 * 3 * (64 + 64) * 2
    #expect(error?.problem.contains("512 tokens") == true)
    #expect(error?.problem.contains("about \(size) bytes") == true, "\(error?.problem ?? "")")
  }
}
#endif
