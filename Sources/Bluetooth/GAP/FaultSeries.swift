/// Faults of the same kind in a row, of which several show that the controller must be started again.
struct FaultSeries {
  private static var highestLimit: Int { 48 }

  private var count = 0
  private var limit: Int

  /// - Parameter limit: the number of faults in the first series.
  init(limit: Int) { self.limit = limit }

  /// Counts a fault.
  ///
  /// - Returns: whether there are now as many as the limit. The next series needs twice as many, up to 48, so that a
  ///   controller that a start does not help is started less and less often.
  mutating func add() -> Bool {
    count += 1
    guard count >= limit else { return false }
    count = 0
    limit = min(limit * 2, Self.highestLimit)
    return true
  }
}
