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
  let tools: [any Tool]

  /// A sentence for each tool of the server that cannot be used, and for a fault of the list.
  let warnings: [String]

  private let client: MCPClient

  /// Connects to a server.
  ///
  /// - Parameter server: The address of the server, or the command that starts it.
  /// - Throws: ``CommandError`` if there is no such server, or it has no tools.
  init(of server: String) async throws {
    let address = try Self.address(server)
    client = MCPClient(name: "schema", version: CommandVersion.current)
    do {
      if let address {
        try await client.connect(transport: MCPHTTPTransport(endpoint: address))
      } else {
        #if os(macOS) || os(Linux)
        // The shell divides a command into arguments.
        try await client.connect(
          transport: MCPProcessTransport("/bin/sh", ["-c", "exec \(server)"]))
        #else
        throw MCPError(.closed, "Programs cannot be started on this system.")
        #endif
      }
      let list = try await client.listTools()
      tools = list.tools.map { [client] tool in
        tool.tool { try await client.callTool($0) }
      }
      warnings = list.problems.map { found in
        let reason = (found.error as? MCPError)?.message ?? ErrorDescription(found.error).problem
        return found.tool == "tools/list"
          ? reason : "The tool '\(found.tool)' is left out. \(reason)"
      }
    } catch {
      await client.disconnect()
      throw CommandError.unusableTools(
        of: server, reason: ErrorDescription(error).problem,
        remedy: (error as? MCPError)?.commandRemedy)
    }
    guard !tools.isEmpty else {
      await client.disconnect()
      throw CommandError.unusableTools(
        of: server, reason: warnings.isEmpty ? "It has no tools." : warnings.joined(separator: " "),
        remedy: "Use a server with tools, or leave out --tools.")
    }
  }

  /// Returns the address of a server; `nil` for a command, which may have one among its arguments.
  private static func address(_ server: String) throws(CommandError) -> URL? {
    guard server.hasScheme else { return nil }
    guard server.isServerAddress, let url = URL(string: server) else {
      throw .unusableAddress(server, alternative: ", or the command that starts the server")
    }
    return url
  }

  /// Ends the connection, and the server if it was started.
  func disconnect() async { await client.disconnect() }
}

extension MCPError {
  /// The remedy for a user of the command; `nil` for a server that cannot be reached.
  fileprivate var commandRemedy: String? {
    switch code {
    case .http(401), .http(403):
      "The command cannot send a token to a server. Use a server that needs none, or a program "
        + "that adds it."
    case .timeout: "Check that the server answers."
    case .version: "Update the side with the older version."
    case .rpc, .malformed: "Check the server of --tools."
    case .http, .closed: nil
    }
  }
}
#endif
