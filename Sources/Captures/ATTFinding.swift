import BluetoothLE

/// What one ATT PDU, or a request and its response together, tell.
enum ATTFinding {
  case service(AttributeTable.Service)
  case characteristic(AttributeTable.Characteristic)
  case descriptor(BluetoothUUID, handle: UInt16)
  case notified(UInt16, value: [UInt8])
  case indicated(UInt16, value: [UInt8])
  case written(UInt16, value: [UInt8], withResponse: Bool)
  case writeAnswered(UInt16, attError: UInt8?)
  case read(UInt16, value: [UInt8])
}
