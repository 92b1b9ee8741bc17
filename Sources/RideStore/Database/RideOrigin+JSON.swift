internal import FoundationEssentials
internal import RideSession

/// An origin as a JSON object.
extension RideOrigin {
  private struct Object: Codable {
    var format: String
    var sport: Int
    var subSport: Int
    var name: String?
    var manufacturer: Int?
    var product: Int?
    var serial: Int?
    var version: [Int]?
    var utcOffsetSeconds: Int?
  }

  /// SQL that tells whether a ride is one on a bicycle, by its column `origin`; without one it was ridden here.
  ///
  /// FIT's sports 2 and 21 are cycling and e-biking. 0 is any: what FIT and GPX do not say is taken for cycling, since that
  /// is what this program is for; TCX has a word for cycling, and `Other` is none.
  static let isCycling = """
    (origin IS NULL OR NOT json_valid(origin) OR json_extract(origin, '$.sport') IN (2, 21)
      OR (json_extract(origin, '$.sport') = 0 AND json_extract(origin, '$.format') <> 'tcx'))
    """

  /// Nil where there is no text, or it is damaged.
  init?(json text: String?) {
    guard let object = text.flatMap({ try? JSONDecoder().decode(Object.self, from: Data($0.utf8)) }),
      let format = Format(rawValue: object.format)
    else { return nil }
    let device = Device(
      name: object.name, manufacturer: object.manufacturer, product: object.product, serial: object.serial,
      version: object.version ?? [])
    self.init(
      format: format, sport: object.sport, subSport: object.subSport, device: device,
      utcOffsetSeconds: object.utcOffsetSeconds)
  }

  var json: String? {
    let object = Object(
      format: format.rawValue, sport: sport, subSport: subSport, name: device.name,
      manufacturer: device.manufacturer, product: device.product, serial: device.serial,
      version: device.version.isEmpty ? nil : device.version, utcOffsetSeconds: utcOffsetSeconds)
    return (try? JSONEncoder().encode(object)).map { String(decoding: $0, as: UTF8.self) }
  }
}
