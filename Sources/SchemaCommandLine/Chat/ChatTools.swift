#if CommandLine
import SchemaMCP
import SchemaProviders

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The tools of a server of the Model Context Protocol, for one conversation.
struct ChatTools {
  /// The tools.
  let tools: [any Tool]

  private let client: MCPClient

  /// Connects to a server.
  ///
  /// - Parameter server: The address of the server, or the command that starts it.
  /// - Throws: ``CommandError`` if there is no such server, or it has no tools.
  init(of server: String) async throws {
    client = MCPClient(name: "schema", version: CommandVersion.current)
    do {
      if server.contains("://"), let url = URL(string: server) {
        try await client.connect(transport: MCPHTTPTransport(endpoint: url))
      } else {
        #if os(macOS) || os(Linux)
        // The shell divides a command into arguments.
        try await client.connect(
          transport: MCPProcessTransport("/bin/sh", ["-c", "exec \(server)"]))
        #else
        throw MCPError(.closed, "Programs cannot be started on this system.")
        #endif
      }
      tools = try await client.tools()
    } catch {
      await client.disconnect()
      throw CommandError.unusableTools(of: server, reason: ErrorDescription(error).problem)
    }
    guard !tools.isEmpty else {
      await client.disconnect()
      throw CommandError.unusableTools(of: server, reason: "It has no tools.")
    }
  }

  /// Ends the connection, and the server if it was started.
  func disconnect() async { await client.disconnect() }
}
#endif
