import ControlWire
import RideFiles

extension ProductVersion {
  /// How files name their maker.
  static var creator: TCXEncoder.Creator {
    TCXEncoder.Creator(name: "jz2d", major: major, minor: minor, patch: patch)
  }
}
