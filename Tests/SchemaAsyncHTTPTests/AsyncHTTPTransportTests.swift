#if AsyncHTTP
import Foundation
import SchemaAsyncHTTP
import SchemaConcurrency
import SchemaProviders
import SchemaSessions
import SessionTestSupport
import Testing

@Suite("The transport over AsyncHTTPClient", .timeLimit(.minutes(10)))
struct AsyncHTTPTransportTests {
  // The machine's own proxy has no way to a server on it.
  private let transport = AsyncHTTPTransport(environment: [:])

  private var checks: TransportChecks { TransportChecks(transport) }

  @Test("sends a request, and gives the head and each piece as it arrives")
  func pieces() async throws { try await checks.pieces() }

  @Test("T29: does not follow a redirect")
  func redirect() async throws { try await checks.redirect() }

  @Test("T30: ends a response that is silent for too long, before its head and within its body")
  func silence() async throws { try await checks.silence(idle: .seconds(1)) }

  @Test("T30: spares a response that is slow for longer than the idle timeout in all")
  func slowness() async throws { try await checks.slowness() }

  @Test("T30: spares a request that takes longer to send than the idle timeout")
  func upload() async throws { try await checks.upload(idle: .seconds(1)) }

  @Test(
    "T31: closes the connection of a request that is cancelled, and of a body that nobody reads")
  func cancellation() async throws { try await checks.cancellation() }

  @Test("T31: closes the connection of a request that is cancelled before its head arrives")
  func cancellationBeforeHead() async throws { try await checks.cancellationBeforeHead() }

  @Test("T31: sends nothing for a task that is cancelled before it sends its request")
  func cancellationBeforeRequest() async throws { try await checks.cancellationBeforeRequest() }

  @Test("reports that there is no connection")
  func refusal() async throws { try await checks.refusal() }

  @Test("H1: a port that does not exist is an error", arguments: [0, 65_536, 99_999])
  func port(_ port: Int) async throws {
    let url = try #require(URL(string: "http://127.0.0.1:\(port)/v1"))
    let error = await #expect(throws: TransportError.self) {
      _ = try await transport.send(TransportRequest(url: url, headers: [:], body: Data()))
    }
    #expect(error?.code == .connection)
    #expect(error?.description.contains("\(port)") == true)
  }

  @Test("H7: makes the server wait for a slow reader of a stream")
  func slowReader() async throws { try await checks.slowReader() }

  @Test("H7, T30: spares a response whose reader pauses for longer than the idle timeout")
  func patience() async throws { try await checks.patience(idle: .seconds(2)) }

  @Test("carries a whole turn")
  func turn() async throws { try await checks.turn() }

  @Test("uses the connection of a response that has ended for the next request")
  func reuse() async throws { try await checks.reuse() }

  @Test("H7, T31: reads no more of a body than its reader takes")
  func backpressure() async throws {
    let sent = Locked(0)
    let chunk = String(repeating: "x", count: 65_536)
    let chunkCount = 2_000
    let server = try LoopbackServer { connection in
      connection.sendHead()
      for _ in 0..<chunkCount {
        connection.sendChunk(chunk)
        sent.withLock { $0 += 1 }
      }
      connection.sendChunk("")
    }
    let response = try await transport.send(TransportChecks.request(to: server))
    var iterator = response.body.makeAsyncIterator()
    var received = try #require(try await iterator.next()).count
    // The server goes on until the buffers of both ends are full, and then waits.
    #expect(try await standstill(of: sent) < chunkCount / 2)
    while let piece = try await iterator.next() { received += piece.count }
    #expect(received == chunk.utf8.count * chunkCount)
  }

  @Test("reports that a connection broke")
  func broken() async throws {
    let server = try LoopbackServer { connection in
      connection.sendHead()
      connection.sendChunk("one")
    }
    let response = try await transport.send(TransportChecks.request(to: server))
    await #expect(throws: TransportError.self) { for try await _ in response.body {} }
  }

  @Test("keeps a body alive when the transport itself is gone")
  func lifetime() async throws {
    let server = try LoopbackServer { connection in
      connection.sendHead()
      connection.sendChunk("one")
      Thread.sleep(forTimeInterval: 0.2)
      connection.sendChunk("two")
      connection.sendChunk("")
    }
    let request = try TransportChecks.request(to: server)
    func body() async throws -> AsyncThrowingStream<Data, any Error> {
      try await AsyncHTTPTransport(environment: [:]).send(request).body
    }
    var text = ""
    for try await piece in try await body() { text += String(decoding: piece, as: UTF8.self) }
    #expect(text == "onetwo")
  }
}

@Suite("The proxy that an environment names", .timeLimit(.minutes(10)))
struct ProxyEnvironmentTests {
  /// A proxy that keeps the heads of the requests that it gets, and answers each with a response of
  /// its own.
  private struct Proxy {
    let heads = Locked<[String]>([])
    let server: LoopbackServer

    init() throws {
      server = try LoopbackServer { [heads] connection in
        heads.withLock { $0.append(connection.request.lowercased()) }
        connection.send("HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
      }
    }

    func address(_ password: String) -> String { "http://me:\(password)@127.0.0.1:\(server.port)" }
  }

  @Test("H6: is used for its own scheme only, and gets its own password only")
  func schemes() async throws {
    let (plain, secure) = (try Proxy(), try Proxy())
    let transport = AsyncHTTPTransport(environment: [
      "http_proxy": plain.address("first"), "https_proxy": secure.address("second"),
    ])
    for scheme in ["http", "https", "http", "https"] {
      let request = TransportRequest(
        url: try #require(URL(string: "\(scheme)://api.example.com/v1")), headers: [:],
        body: Data(),
        idleTimeout: .seconds(30))
      // The secure one is no server of TLS, so the request fails after it has been asked.
      _ = try? await transport.send(request)
    }
    let (first, second) = ("bWU6Zmlyc3Q=", "bWU6c2Vjb25k")
    let (plainHeads, secureHeads) = (
      plain.heads.withLock { $0 }, secure.heads.withLock { $0 }
    )
    #expect(plainHeads.count == 2 && secureHeads.count == 2)
    #expect(plainHeads.allSatisfy { $0.hasPrefix("connect api.example.com:80 ") })
    #expect(secureHeads.allSatisfy { $0.hasPrefix("connect api.example.com:443 ") })
    #expect(plainHeads.allSatisfy { $0.contains("basic \(first.lowercased())") })
    #expect(secureHeads.allSatisfy { $0.contains("basic \(second.lowercased())") })
  }

  @Test("H6: shows no password, nor does a transport that has used it")
  func descriptions() async throws {
    let proxy = try Proxy()
    let transport = AsyncHTTPTransport(environment: ["all_proxy": proxy.address("word-1")])
    _ = try? await transport.send(
      TransportRequest(
        url: try #require(URL(string: "http://api.example.com/v1")), headers: [:], body: Data()))
    #expect(proxy.heads.withLock { $0.count } == 1)
    let environment = ProxyEnvironment(["all_proxy": proxy.address("word-1")])
    var text = "\(transport) \(String(reflecting: transport)) \(environment)"
    dump(transport, to: &text)
    dump(environment, to: &text)
    for secret in ["word-1", Data("me:word-1".utf8).base64EncodedString()] {
      #expect(!text.contains(secret))
    }
    #expect(text.contains("127.0.0.1"))
  }

  private func server(_ url: String, _ environment: [String: String]) throws -> String? {
    let server = ProxyEnvironment(environment).server(for: try #require(URL(string: url)))
    return server.map { "\($0.user ?? "")@\($0.host):\($0.port)" }
  }

  @Test(
    "is the proxy of the scheme, in either case, or the proxy of all schemes",
    arguments: [
      (["HTTPS_PROXY": "http://p:3128"], "@p:3128"),
      (["https_proxy": "q:8080", "HTTPS_PROXY": "http://p:3128"], "@q:8080"),
      (["ALL_PROXY": "http://me:word@p"], "me@p:80"),
      (["HTTP_PROXY": "http://p:3128"], nil), (["HTTPS_PROXY": "socks5://p:1"], nil),
      (["HTTPS_PROXY": ""], nil), (["HTTPS_PROXY": "HTTP://p:3128"], "@p:3128"),
      (["HTTPS_PROXY": "http://[::1]:8080"], "@::1:8080"), (["HTTPS_PROXY": "p:99999"], nil),
    ])
  func scheme(_ environment: [String: String], _ expected: String?) throws {
    #expect(try server("https://api.openai.com/v1", environment) == expected)
  }

  @Test(
    "is not the header Proxy of a request that a CGI program answers",
    arguments: [
      (["HTTP_PROXY": "http://evil:1"], nil),
      (["HTTP_PROXY": "http://evil:1", "ALL_PROXY": "http://p:3128"], "@p:3128"),
      (["HTTP_PROXY": "http://evil:1", "http_proxy": "http://p:3128"], "@p:3128"),
    ])
  func commonGateway(_ environment: [String: String], _ expected: String?) throws {
    let url = "http://example.com"
    #expect(try server(url, ["HTTP_PROXY": "http://p:3128"]) == "@p:3128")
    let requested = environment.merging(["REQUEST_METHOD": "GET"]) { $1 }
    #expect(try server(url, requested) == expected)
  }

  @Test(
    "spares the hosts that are named, and those below them",
    arguments: [
      ("api.openai.com", true), ("openai.com", true), (".openai.com", true), ("*", true),
      ("localhost, api.openai.com", true), ("penai.com", false), ("x.api.openai.com", false),
      ("", false),
    ])
  func exceptions(_ names: String, _ isSpared: Bool) throws {
    let found = try server(
      "https://API.openai.com/v1", ["https_proxy": "http://p:3128", "no_proxy": names])
    #expect((found == nil) == isSpared)
  }
}
#endif
