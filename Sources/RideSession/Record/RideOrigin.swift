/// Where a ride that was not recorded here came from.
package struct RideOrigin: Hashable, Sendable {
  /// The kind of file.
  package enum Format: String, Hashable, Sendable, CaseIterable {
    case tcx
    case fit
    case gpx
  }

  /// What recorded it, as TCX (`Device_t`) and FIT (`file_id`, `file_creator`) tell; nil or absent where the file is silent.
  package struct Device: Hashable, Sendable {
    package var name: String?
    /// FIT's number of the manufacturer.
    package var manufacturer: Int?
    /// `ProductID`, FIT's product number.
    package var product: Int?
    /// `UnitId`, FIT's serial number.
    package var serial: Int?
    /// Major, minor, build major and build minor, as many as the file has; FIT's software version is the first two.
    package var version: [Int]

    package init(
      name: String? = nil, manufacturer: Int? = nil, product: Int? = nil, serial: Int? = nil, version: [Int] = []
    ) {
      self.name = name
      self.manufacturer = manufacturer
      self.product = product
      self.serial = serial
      self.version = version
    }
  }

  package var format: Format
  /// FIT's number of the sport: 2 is cycling, 1 running, 0 any.
  package var sport: Int
  /// FIT's number of the sub-sport: 6 is indoor cycling, 0 any.
  package var subSport: Int
  package var device: Device
  /// How far the clock on the wall was ahead of UTC, in seconds; nil where the file is silent.
  package var utcOffsetSeconds: Int?

  package init(
    format: Format, sport: Int = 2, subSport: Int = 0, device: Device = Device(), utcOffsetSeconds: Int? = nil
  ) {
    self.format = format
    self.sport = sport
    self.subSport = subSport
    self.device = device
    self.utcOffsetSeconds = utcOffsetSeconds
  }
}
