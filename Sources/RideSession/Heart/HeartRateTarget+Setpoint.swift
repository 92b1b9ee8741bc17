extension HeartRateTarget {
  /// The heart rate to steer for, in beats a minute: the middle of the zone.
  package var setpoint: Double { (Double(beatsPerMinute.lowerBound) + Double(beatsPerMinute.upperBound)) / 2 }

  /// What is nearest to `watts` among the watts that are allowed.
  package func allowed(_ watts: Int) -> Int { min(max(watts, self.watts.lowerBound), self.watts.upperBound) }
}
