/// What is read from a type's metadata, whose layout is fixed by the Swift ABI
/// (swift/docs/ABI/TypeMetadata.rst), without asking the runtime for the type's name.
///
/// The runtime builds the name of `A<B<C<…>>>` by recursion, and a type made at run time can nest
/// far deeper than a stack of 512 KB allows: asking for its name would end the process. And even the
/// plainest name it finds by way of a mangled one, which takes long the first time.
enum TypeMetadata {
  /// The deepest nesting for which the runtime is asked for a name.
  ///
  /// Naming takes about 1.2 KB of stack a level. From about 380 levels on the runtime gives up
  /// anyway and writes `<<too complex>>`.
  private static let limit = 64

  /// How many types are looked at before a type counts as too deep.
  private static let breadth = 4096

  private enum Layout {
    static let structKind = 0x200
    static let enumKind = 0x201
    static let optionalKind = 0x202
    /// Of a nominal type descriptor: bytes up to the header of its generic context.
    static let genericHeader = 28
    static let isGenericFlag: UInt32 = 0x80
    /// That of a type imported from another language, behind whose name stands more.
    static let hasImportInfoFlag: UInt32 = 0x40000
    /// Of a nominal type descriptor: bytes up to the distance of what encloses it.
    static let parent = 4
    /// Of a nominal type descriptor: bytes up to the distance of its name.
    static let name = 8
    /// Of metadata: words up to the generic arguments of a struct or an enum.
    static let argumentsWord = 2
  }

  /// The name of a struct or an enum, if it and those of its generic arguments are plain
  /// identifiers in ASCII.
  static func plainName(of type: any Any.Type) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
      var name = PlainName(buffer: buffer)
      guard append(nameOf: metadata(of: type), to: &name, depth: 0) else { return nil }
      return String(decoding: buffer[..<name.count], as: UTF8.self)
    }
  }

  /// A name while it is put together; longer ones are left to the runtime.
  private struct PlainName {
    let buffer: UnsafeMutableBufferPointer<UInt8>
    var count = 0

    mutating func append(_ byte: UInt8) -> Bool {
      guard count < buffer.count else { return false }
      buffer[count] = byte
      count += 1
      return true
    }
  }

  private static func append(
    nameOf metadata: UnsafeRawPointer, to name: inout PlainName, depth: Int
  ) -> Bool {
    guard depth < 4, let descriptor = descriptor(of: metadata) else { return false }
    let flags = descriptor.load(as: UInt32.self)
    guard flags & Layout.hasImportInfoFlag == 0 else { return false }
    var text = self.name(in: descriptor)
    while text.pointee != 0 {
      guard isIdentifierByte(text.pointee), name.append(text.pointee) else { return false }
      text += 1
    }
    guard flags & Layout.isGenericFlag != 0 else { return true }
    guard !isParentGeneric(descriptor), hasPlainParametersOnly(descriptor) else { return false }
    var isPlain = name.append(UInt8(ascii: "<"))
    var isFirst = true
    forEachArgument(of: metadata) { argument in
      if !isFirst {
        isPlain = isPlain && name.append(UInt8(ascii: ",")) && name.append(UInt8(ascii: " "))
      }
      isFirst = false
      isPlain = isPlain && append(nameOf: argument, to: &name, depth: depth + 1)
    }
    return isPlain && name.append(UInt8(ascii: ">"))
  }

  /// Whether what encloses a type is generic, or is not known.
  private static func isParentGeneric(_ descriptor: UnsafeRawPointer) -> Bool {
    let field = descriptor + Layout.parent
    let distance = Int(field.loadUnaligned(as: Int32.self))
    // The lowest bit tells that the address of the parent stands there, not the parent.
    var parent: UnsafeRawPointer? = field + (distance & ~1)
    if distance & 1 != 0 { parent = parent?.load(as: UnsafeRawPointer?.self) }
    guard distance != 0, let parent else { return true }
    return parent.load(as: UInt32.self) & Layout.isGenericFlag != 0
  }

  /// Whether all generic parameters are types, and none is fixed by a constraint.
  private static func hasPlainParametersOnly(_ descriptor: UnsafeRawPointer) -> Bool {
    let header = descriptor + Layout.genericHeader + 8
    let count = Int(header.load(as: UInt16.self))
    guard header.load(fromByteOffset: 6, as: UInt16.self) & 1 == 0 else { return false }
    for index in 0..<count where (header + 8 + index).load(as: UInt8.self) != 0x80 { return false }
    return count > 0
  }

  private static func isIdentifierByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The text of a descriptor's name, ended by a zero.
  private static func name(in descriptor: UnsafeRawPointer) -> UnsafePointer<UInt8> {
    let field = descriptor + Layout.name
    let name = field + Int(field.loadUnaligned(as: Int32.self))
    return name.assumingMemoryBound(to: UInt8.self)
  }

  /// Whether generic arguments nest deeper than the runtime can be asked to name.
  static func isTooDeep(_ type: any Any.Type) -> Bool {
    let root = metadata(of: type)
    guard hasArguments(root) else { return false }
    var isNested = false
    forEachArgument(of: root) { argument in
      if hasArguments(argument) { isNested = true }
    }
    guard isNested else { return false }
    var level = [root]
    var seen = 0
    for _ in 0..<limit {
      var next: [UnsafeRawPointer] = []
      for metadata in level {
        forEachArgument(of: metadata) { argument in
          if hasArguments(argument) { next.append(argument) }
        }
      }
      seen += next.count
      if next.isEmpty { return false }
      if seen > breadth { return true }
      level = next
    }
    return true
  }

  /// The name of a type without its generic arguments, for types that nest too deep: `Link<…>`.
  static func shortName(of type: any Any.Type) -> String {
    guard let descriptor = descriptor(of: metadata(of: type)) else { return "Type" }
    return String(cString: name(in: descriptor)) + "<…>"
  }

  private static func metadata(of type: any Any.Type) -> UnsafeRawPointer {
    unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  /// The descriptor of a struct or an enum; `nil` for other kinds of types.
  private static func descriptor(of metadata: UnsafeRawPointer) -> UnsafeRawPointer? {
    let kind = metadata.load(as: Int.self)
    guard kind == Layout.structKind || kind == Layout.enumKind || kind == Layout.optionalKind else {
      return nil
    }
    return metadata.load(fromByteOffset: MemoryLayout<Int>.size, as: UnsafeRawPointer?.self)
  }

  private static func hasArguments(_ metadata: UnsafeRawPointer) -> Bool {
    guard let descriptor = descriptor(of: metadata) else { return false }
    return descriptor.load(as: UInt32.self) & Layout.isGenericFlag != 0
  }

  /// Calls `body` with each generic argument that is a type.
  private static func forEachArgument(
    of metadata: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void
  ) {
    guard let descriptor = descriptor(of: metadata), hasArguments(metadata) else { return }
    let header = descriptor + Layout.genericHeader + 8
    let parameterCount = Int(header.load(as: UInt16.self))
    // With parameter packs, lengths stand before the arguments; such types are taken as shallow.
    guard header.load(fromByteOffset: 6, as: UInt16.self) & 1 == 0 else { return }
    let parameters = header + 8
    let arguments = metadata + Layout.argumentsWord * MemoryLayout<Int>.size
    var argument = 0
    for index in 0..<parameterCount {
      let parameter = (parameters + index).load(as: UInt8.self)
      // Only parameters with a key argument are stored; only plain type parameters are types.
      guard parameter & 0x80 != 0 else { continue }
      if parameter & 0x3F == 0 {
        body(
          arguments.load(
            fromByteOffset: argument * MemoryLayout<Int>.size, as: UnsafeRawPointer.self))
      }
      argument += 1
    }
  }
}
