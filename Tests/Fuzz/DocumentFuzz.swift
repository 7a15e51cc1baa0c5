import AutomergeDocument
import Foundation

// What libFuzzer calls. `.ci/fuzz` compiles this file together with the module's sources,
// and with the files of the tests that make documents and damage them.

/// What is done with an input, which its first byte names.
private enum Target: UInt8, CaseIterable {
  /// It is read as a file, and applied to a document that shares nothing with it.
  case file
  /// It is applied to a document that has some of the same history, with checksums made right.
  case increment
  /// It is received as a message by such a document, which answers.
  case message
}

/// The documents that receive: the second byte of an input names one.
private enum Receivers {
  static let count = 8

  /// The replicas of a seed: the second of them receives what the first one sends.
  static func replicas(_ seed: Int) throws -> RandomReplicas {
    var replicas = try RandomReplicas(seed: UInt64(seed), count: 2)
    try replicas.run(seed * 5)
    return replicas
  }

  // libFuzzer calls this file from one thread, which the compiler can't see, hence "unsafe".
  nonisolated(unsafe) private static var documents: [Document] = []

  static func document(_ number: Int) throws -> Document {
    while documents.count < count {
      documents.append(try replicas(documents.count).documents[1])
    }
    return try documents[number % count].fork(actor: ActorId(bytes: [99]))
  }
}

/// Writes files to begin with into the folder that the environment names.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?
) -> CInt {
  guard let folder = ProcessInfo.processInfo.environment["SCHEMAKIT_FUZZ_SEEDS"] else { return 0 }
  func write(_ target: Target, _ seed: Int, _ part: Data?, _ name: String) {
    guard let part else { return }
    let file = URL(fileURLWithPath: folder).appendingPathComponent("seed-\(seed)-\(name)")
    try? (Data([target.rawValue, UInt8(seed)]) + part).write(to: file)
  }
  for seed in 0..<60 {
    guard let replicas = try? Receivers.replicas(seed) else { continue }
    let (sender, receiver) = (replicas.documents[0], replicas.documents[1])
    write(.file, seed, try? sender.save(), "document")
    write(.file, seed, try? sender.encodeChangesSince(heads: []), "changes")
    guard seed < Receivers.count else { continue }
    write(.increment, seed, try? sender.save(), "increment-document")
    write(
      .increment, seed, try? sender.encodeChangesSince(heads: receiver.heads()), "increment")
    if let changes = try? sender.changes(since: receiver.heads()), !changes.isEmpty {
      // The first one is missing, so the others wait.
      write(.increment, seed, Data(changes.dropFirst().flatMap(\.bytes)), "increment-later")
      write(.increment, seed, Data(changes.reversed().flatMap(\.bytes)), "increment-reversed")
    }
    let (state, otherState) = (SyncState(), SyncState())
    for round in 0..<4 {
      guard let copy = try? receiver.fork(),
        let message = try? sender.generateSyncMessage(state: state)
      else { break }
      write(.message, seed, message, "message-\(round)")
      try? copy.receiveSyncMessage(state: otherState, message: message)
      guard let answer = try? copy.generateSyncMessage(state: otherState) else { break }
      try? sender.receiveSyncMessage(state: state, message: answer)
    }
  }
  return 0
}

/// Reads an input in the way that its first byte names, and stops the process if something that
/// always holds does not.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 1 else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let input = Array(bytes.dropFirst(2))
  // Checksums that the fuzzer cannot guess are made right for it.
  let isRepaired = bytes[0] & 0x80 == 0
  do {
    switch Target.allCases[Int(bytes[0] & 0x7F) % Target.allCases.count] {
    case .file:
      try Mutation.survive(isRepaired ? Mutation.repaired(input) : input)
    case .increment:
      let receiver = try Receivers.document(Int(bytes[1]))
      try Mutation.apply(isRepaired ? Mutation.repaired(input) : input, to: receiver)
    case .message:
      let receiver = try Receivers.document(Int(bytes[1]))
      try Mutation.receive(isRepaired ? Mutation.repairedMessage(input) : input, in: receiver)
    }
  } catch {
    // The fuzzer keeps the input of a process that stops.
    fatalError("\(error)")
  }
  return 0
}
