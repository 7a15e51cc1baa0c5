/// Counts the work for the masks that one call writes.
///
/// The variables are private, so that the compiler omits checks for exclusive access; see
/// ``GrowingTable``.
final class MaskCounter {
  private var counts = MaskStatistics()

  var statistics: MaskStatistics { counts }

  /// Begins the masks of another call.
  func begin(readings: Int) { counts = MaskStatistics(readings: readings) }

  func addFoundMask() { counts.foundMasks += 1 }

  func addNewMask() { counts.newMasks += 1 }

  func addPreparedSets(_ count: Int) { counts.preparedSets += count }

  func addWalkedBytes(_ count: Int) { counts.walkedBytes += count }
}
