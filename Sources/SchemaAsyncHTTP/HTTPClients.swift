#if AsyncHTTP
import AsyncHTTPClient
import Foundation
import NIOCore
import SchemaConcurrency
import SchemaProviders
import SchemaSessions

/// The clients of a transport.
///
/// A client uses one proxy for all its requests, so there is one client for each proxy, and one
/// client for requests without a proxy.
final class HTTPClients: Sendable, CustomReflectable {
  private let connectTimeout: Duration
  private let maximumConnectionsPerHost: Int
  private let proxy: ProxyEnvironment
  private let clients = Locked<[ProxyEnvironment.Server?: HTTPClient]>([:])

  init(connectTimeout: Duration, maximumConnectionsPerHost: Int, proxy: ProxyEnvironment) {
    self.connectTimeout = connectTimeout
    self.maximumConnectionsPerHost = maximumConnectionsPerHost
    self.proxy = proxy
  }

  deinit {
    // A client must be shut down. It retains itself until it is shut down.
    for client in clients.withLock({ Array($0.values) }) { client.shutdown { _ in } }
  }

  /// A mirror without children, because the mirror of a client shows the password of its proxy.
  var customMirror: Mirror { Mirror(self, children: []) }

  func client(for request: TransportRequest) -> HTTPClient {
    let server = proxy.server(for: request.url)
    return clients.withLock { clients in
      if let client = clients[server] { return client }
      let client = HTTPClient(
        eventLoopGroupProvider: .singleton, configuration: configuration(server))
      clients[server] = client
      return client
    }
  }

  private func configuration(_ server: ProxyEnvironment.Server?) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: TimeAmount(connectTimeout)))
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(
      1, maximumConnectionsPerHost)
    // The retry policy of a model limits the attempts to connect.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.proxy = server.map { server in
      .server(
        host: server.host, port: server.port,
        authorization: server.user.map { user in
          .basic(username: user, password: server.password ?? "")
        })
    }
    return configuration
  }
}
#endif
