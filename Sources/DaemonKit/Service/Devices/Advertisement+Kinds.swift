import BluetoothLE
import ControlWire
import RideStore

extension Advertisement {
  /// What it can be to a ride, best first.
  var kinds: [DeviceRole] {
    var kinds: [DeviceRole] = []
    if names(.fitnessMachine) || names(.cyclingPower) { kinds.append(.trainer) }
    if names(.heartRate) { kinds.append(.heartRate) }
    return kinds
  }

  /// What a ride takes it as: what is a trainer and relays a heart rate is a trainer.
  var kind: DeviceRole? { kinds.first }

  /// A later report may leave out what an earlier one said.
  func updated(by later: Advertisement) -> Advertisement {
    var merged = later
    merged.name = later.name ?? name
    merged.rssi = later.rssi ?? rssi
    merged.services.formUnion(services)
    merged.serviceData.merge(serviceData) { new, _ in new }
    return merged
  }
}

extension Device {
  init(_ advertisement: Advertisement, isKnown: Bool) {
    self.init(
      address: advertisement.address.description, name: advertisement.name, kinds: advertisement.kinds,
      rssi: advertisement.rssi, known: isKnown, addressChanges: advertisement.addressChanges)
  }
}
