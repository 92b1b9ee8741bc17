public import BluetoothLE

extension AttributeTable {
  /// The table that follows from where a device keeps its characteristics.
  ///
  /// A service ends with the last handle that is known of it.
  public init(_ places: some Sequence<CharacteristicPlace>) {
    self.init()
    var services: [UInt16: Service] = [:]
    for place in places {
      let last = max(place.value, place.configuration ?? 0)
      let end = max(services[place.service]?.end ?? 0, last)
      services[place.service] = Service(start: place.service, end: end, uuid: place.id.service)
      insert(
        Characteristic(
          declaration: place.declaration, value: place.value, properties: place.properties,
          uuid: place.id.characteristic))
      if let configuration = place.configuration { insert(descriptor: BluetoothUUID(0x2902), at: configuration) }
    }
    for service in services.values { insert(service) }
  }
}
