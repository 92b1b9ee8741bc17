package import Rides

extension [RideSample] {
  /// The mean balance and quality of the pedalling in timer time; nil if no row has a value.
  ///
  /// The balance is weighted by the power, so that it is the left leg's share of the work.
  package var meanPedalling: Pedalling? {
    var mean = Pedalling()
    var balance = (work: 0.0, left: 0.0)
    var sums = [Mean](repeating: Mean(), count: Pedalling.qualities.count)
    for sample in self where sample.timerRunning {
      guard let pedalling = sample.pedalling else { continue }
      if let left = pedalling.leftPercent, let watts = sample.powerWatts, watts > 0 {
        balance.work += watts
        balance.left += watts * left
      }
      for (index, quality) in Pedalling.qualities.enumerated() {
        pedalling[keyPath: quality].map { sums[index].add($0) }
      }
    }
    if balance.work > 0 { mean.leftPercent = balance.left / balance.work }
    for (sum, quality) in zip(sums, Pedalling.qualities) { mean[keyPath: quality] = sum.value }
    return mean == Pedalling() ? nil : mean
  }
}
