extension String {
  /// `true` if the text, a host in small letters, is one of the domains or in one of them.
  func isHost(in domains: [String]) -> Bool {
    domains.contains { self == $0 || hasSuffix(".\($0)") }
  }
}
