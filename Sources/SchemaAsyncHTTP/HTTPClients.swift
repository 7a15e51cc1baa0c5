#if AsyncHTTP
import AsyncHTTPClient
import Foundation
import NIOCore
import SchemaProviders
import SchemaSessions

/// The clients of a transport.
///
/// A client has one idle timeout and one proxy for all of its requests, so there is a client for each
/// combination that occurs, which is one or two in practice.
final class HTTPClients: Sendable, CustomReflectable {
  private struct Settings: Hashable {
    let idleTimeout: Duration
    /// The proxy itself, since each has its own address and password.
    let proxy: ProxyEnvironment.Server?
  }

  private let connectTimeout: Duration
  private let maximumConnectionsPerHost: Int
  private let proxy: ProxyEnvironment
  private let clients = Locked<[Settings: HTTPClient]>([:])

  init(connectTimeout: Duration, maximumConnectionsPerHost: Int, proxy: ProxyEnvironment) {
    self.connectTimeout = connectTimeout
    self.maximumConnectionsPerHost = maximumConnectionsPerHost
    self.proxy = proxy
  }

  deinit {
    // A client has to be shut down; it keeps itself alive until that is done.
    for client in clients.withLock({ Array($0.values) }) { client.shutdown { _ in } }
  }

  /// A mirror without children: a client shows the password of its proxy.
  var customMirror: Mirror { Mirror(self, children: []) }

  func client(for request: TransportRequest) -> HTTPClient {
    let settings = Settings(
      idleTimeout: request.idleTimeout, proxy: proxy.server(for: request.url))
    return clients.withLock { clients in
      if let client = clients[settings] { return client }
      let client = HTTPClient(
        eventLoopGroupProvider: .singleton, configuration: configuration(settings))
      clients[settings] = client
      return client
    }
  }

  private func configuration(_ settings: Settings) -> HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow,
      timeout: .init(
        connect: TimeAmount(connectTimeout), read: TimeAmount(settings.idleTimeout)))
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(
      1, maximumConnectionsPerHost)
    // A model's retry policy says how often a connection is tried.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.proxy = settings.proxy.map { server in
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
