/// The limits on the memory that received bytes may claim.
///
/// Reading throws an error before it allocates more memory than the limits allow.
///
/// With run-length encoding and DEFLATE, a few bytes can represent very many operations. A document
/// counts the bytes of the file that it is created from and, separately, all bytes that it receives
/// later, in changes, documents and messages. The content of the file may take `fileMemory`, and
/// `fileMemoryPerByte` for each byte of the file; the content received later may take `memory`,
/// and `memoryPerByte` for each received byte. Edits of the document itself are not limited.
///
/// A compressed change counts as the bytes that it inflates to, but as at most eight times its own
/// size.
///
/// The default accepts the histories that people make. A character of a pasted text has a byte in
/// its change and takes 62 bytes of memory. A change of one character that is received separately
/// has more than a hundred bytes and takes a kilobyte of memory. So 64 bytes of memory for each
/// received byte are enough for any number of both. A file can have half a byte for each typed
/// character, and less for repetitive text, so a file may claim more. To read your own file that
/// exceeds the limits, raise `fileMemory`. To receive files of trusted replicas as changes, raise
/// `memory`.
///
/// A negative number counts as 0.
public struct LoadLimits: Hashable, Sendable {
  let memory, memoryPerByte, fileMemory, fileMemoryPerByte, waitingChanges, waitingBytes: Int

  /// Creates limits, in bytes.
  ///
  /// - Parameters:
  ///   - memory: The memory that received content may claim regardless of the number of received
  ///     bytes.
  ///   - memoryPerByte: The memory that received content may claim for each received byte.
  ///   - fileMemory: The memory that the content of a file may claim regardless of the size of the
  ///     file.
  ///   - fileMemoryPerByte: The memory that the content of a file may claim for each of its bytes.
  ///   - waitingChanges: The largest number of changes that wait for their dependencies.
  ///   - waitingBytes: The largest total size of the waiting changes.
  public init(
    memory: Int = 1 << 24, memoryPerByte: Int = 64, fileMemory: Int = 1 << 27,
    fileMemoryPerByte: Int = 1024, waitingChanges: Int = 1 << 14, waitingBytes: Int = 1 << 24
  ) {
    self.memory = memory
    self.memoryPerByte = memoryPerByte
    self.fileMemory = fileMemory
    self.fileMemoryPerByte = fileMemoryPerByte
    self.waitingChanges = waitingChanges
    self.waitingBytes = waitingBytes
  }
}
