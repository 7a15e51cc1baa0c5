import AutomergeDocument
import Foundation

// What libFuzzer calls. `.ci/fuzz-automerge` compiles this file together with the module's sources,
// and with the files of the tests that make documents and damage them.

/// Writes files to begin with into the folder that the environment names.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?
) -> CInt {
  guard let folder = ProcessInfo.processInfo.environment["SCHEMAKIT_FUZZ_SEEDS"] else { return 0 }
  for seed in UInt64(0)..<60 {
    guard var replicas = try? RandomReplicas(seed: seed, count: 2),
      (try? replicas.run(Int(seed))) != nil
    else { continue }
    let state = SyncState()
    let document = replicas.documents[0]
    let parts = [
      try? document.save(), try? document.encodeChangesSince(heads: []),
      try? replicas.documents[1].generateSyncMessage(state: state),
    ]
    for (number, part) in parts.enumerated() {
      guard let part else { continue }
      let file = URL(fileURLWithPath: folder).appendingPathComponent("seed-\(seed)-\(number)")
      try? (Data([UInt8(number)]) + part).write(to: file)
    }
  }
  return 0
}

/// Reads an input in the way that its first byte names, and stops the process if something that
/// always holds does not.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let input = Array(bytes.dropFirst())
  do {
    if bytes[0] % 3 == 2 {
      try receive(input)
    } else {
      // Checksums that the fuzzer cannot guess are made right for it.
      try Mutation.survive(bytes[0] & 0x80 == 0 ? Mutation.repaired(input) : input)
    }
  } catch {
    // The fuzzer keeps the input of a process that stops.
    fatalError("\(error)")
  }
  return 0
}

/// Receives a message in a document that has some content, and answers it.
private func receive(_ message: [UInt8]) throws {
  let document = Document(actor: ActorId(bytes: [1]))
  try document.put(obj: .ROOT, key: "kept", value: .Int(1))
  let state = SyncState()
  _ = try document.generateSyncMessage(state: state)
  guard (try? document.receiveSyncMessage(state: state, message: message)) != nil else { return }
  _ = try document.generateSyncMessage(state: state)
  _ = try TypedValue(document)
}
