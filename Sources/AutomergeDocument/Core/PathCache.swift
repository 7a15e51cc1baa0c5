/// A cache of the objects at paths.
///
/// The objects are valid until the structure of the document may have changed.
struct PathCache {
  private static let maximumCount = 1024

  private var objects: [[Prop]: ObjId] = [:]
  private var epoch: UInt64 = 0

  func object(at path: [Prop], epoch: UInt64) -> ObjId? {
    self.epoch == epoch ? objects[path] : nil
  }

  mutating func enter(_ object: ObjId, at path: [Prop], epoch: UInt64) {
    if self.epoch != epoch || objects.count >= Self.maximumCount { objects.removeAll() }
    self.epoch = epoch
    objects[path] = object
  }
}
