import ControlWire
import RideFiles

extension ProductVersion {
  /// How files name their maker.
  static var creator: RideFileCreator {
    RideFileCreator(name: "jz2d", major: major, minor: minor, patch: patch)
  }
}
