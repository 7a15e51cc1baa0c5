#if AsyncHTTP
package import Foundation

/// The proxies in the environment variables of the process, which other clients also use.
///
/// A variable in lower case has priority over the same variable in upper case. In a CGI program,
/// the client's header field `Proxy` becomes the variable `HTTP_PROXY`, so this variable is ignored
/// there. The connection to a proxy is not encrypted: a proxy with another scheme, such as
/// `https://proxy:3128` or `socks5://proxy`, or with an invalid port is ignored.
package struct ProxyEnvironment: Sendable {
  /// A proxy.
  ///
  /// Its description does not show the password.
  package struct Server: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    package let host: String
    package let port: Int
    package let user: String?
    package let password: String?

    /// The address, without the user and the password.
    package var description: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// A mirror with the address.
    package var customMirror: Mirror { Mirror(self, children: ["host": host, "port": port]) }
  }

  /// The proxy of each scheme.
  private let servers: [String: Server]
  /// The hosts that are accessed without a proxy.
  ///
  /// Each includes its subdomains.
  private let exceptions: [String]

  package init(_ environment: [String: String]) {
    let isCommonGateway = environment["REQUEST_METHOD"] != nil
    func value(_ name: String) -> String? {
      let others = isCommonGateway && name == "http_proxy" ? [] : [name.uppercased()]
      return ([name] + others).compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    let all = value("all_proxy")
    let schemes = ["https", "http"].compactMap { scheme in
      (value("\(scheme)_proxy") ?? all).flatMap { Server($0) }.map { (scheme, $0) }
    }
    servers = Dictionary(schemes) { $1 }
    exceptions = (value("no_proxy") ?? "").split(separator: ",").map { name in
      let name = name.trimmingCharacters(in: .whitespaces).lowercased()
      return name.hasPrefix(".") ? String(name.dropFirst()) : name
    }
  }

  /// Returns the proxy for an address; `nil` for access without a proxy.
  package func server(for url: URL) -> Server? {
    guard let server = servers[url.scheme?.lowercased() ?? ""],
      let host = url.host?.lowercased()
    else { return nil }
    let isException = exceptions.contains { name in
      name == "*" || host == name || host.hasSuffix(".\(name)")
    }
    return isException ? nil : server
  }
}

extension ProxyEnvironment.Server {
  /// Reads the address of a proxy, such as `http://user:password@host:3128` or `host:3128`.
  init?(_ text: String) {
    let address = text.contains("://") ? text : "http://\(text)"
    guard let components = URLComponents(string: address),
      components.scheme?.lowercased() == "http", let host = components.host, !host.isEmpty
    else { return nil }
    let port = components.port ?? 80
    guard (1...65_535).contains(port) else { return nil }
    // An IPv6 address has brackets in a URL, but the client needs the address without brackets.
    self.host =
      host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    self.port = port
    user = components.user
    password = components.password
  }
}
#endif
