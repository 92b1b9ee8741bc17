extension Array<Double> {
  /// Calls `body` with the sorted values around each index; at the ends the window is shorter.
  ///
  /// Each step inserts one value and removes another, so that a long series needs no sorting.
  /// - Parameters:
  ///   - reach: The number of values in the window on each side of an index.
  ///   - body: Receives the window in ascending order.
  /// - Returns: The results of `body`, in the order of the indices.
  package func mappingWindows(reach: Int, _ body: ([Double]) -> Double) -> [Double] {
    var sorted = prefix(reach).sorted()
    return indices.map { index in
      if index + reach < count { sorted.insert(self[index + reach], at: sorted.place(of: self[index + reach])) }
      if index > reach { sorted.remove(at: sorted.place(of: self[index - reach - 1])) }
      return body(sorted)
    }
  }

  /// Returns the quantile of sorted values by linear interpolation (Hyndman and Fan's type 7); nil without values.
  package func quantile(_ share: Double) -> Double? {
    guard let last = indices.last else { return nil }
    let position = share * Double(last)
    let index = Int(position)
    return self[index] + (position - Double(index)) * (self[Swift.min(index + 1, last)] - self[index])
  }

  /// Returns the first index in a sorted array whose value is not less than `value`.
  private func place(of value: Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
