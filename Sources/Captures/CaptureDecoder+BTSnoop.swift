extension CaptureDecoder {
  /// The kinds of btsnoop file that are read (BlueZ, `doc/btsnoop.txt`).
  private enum DataLink: UInt32 {
    case unencapsulated = 1001
    case uart = 1002
    case monitor = 2001
  }

  /// Reads a btsnoop file to its end.
  ///
  /// - Throws: `.truncated` at the record that the file ends in; `.linkTypeUnsupported`, `.versionUnsupported`.
  mutating func readBTSnoop(_ bytes: [UInt8]) throws(CaptureFailure) {
    var cursor = ByteCursor(bytes[...])
    let dataLink = try btsnoopHeader(&cursor)
    while cursor.remaining > 0 {
      let offset = cursor.position
      guard cursor.integer(UInt32.self, order: .big) != nil,
        let length = cursor.integer(UInt32.self, order: .big), let flags = cursor.integer(UInt32.self, order: .big),
        cursor.integer(UInt32.self, order: .big) != nil, let time = cursor.integer(UInt64.self, order: .big)
      else { throw CaptureFailure(.truncated, offset: offset, detail: "the file ends in the header of a record") }
      guard let data = cursor.take(Int(length)) else {
        throw CaptureFailure(
          .truncated, offset: offset, detail: "the record has \(length) bytes, the file \(cursor.remaining) more")
      }
      let microseconds = Int64(bitPattern: time)
      started(atUnixMicroseconds: microseconds.subtractingReportingOverflow(BTSnoopWriter.unixEpoch).partialValue)
      stamp(microseconds, ticksPerSecond: 1_000_000, offset: offset)
      take(btsnoopRecord(data, flags: flags, dataLink: dataLink))
    }
  }

  private func btsnoopHeader(_ cursor: inout ByteCursor) throws(CaptureFailure) -> DataLink {
    guard cursor.take(CaptureFormat.btsnoopMagic.count) != nil,
      let version = cursor.integer(UInt32.self, order: .big), let type = cursor.integer(UInt32.self, order: .big)
    else { throw CaptureFailure(.truncated, offset: 0, detail: "the file ends in its header") }
    guard version == 1 else {
      throw CaptureFailure(.versionUnsupported, offset: 8, detail: "btsnoop version \(version); only 1 is known")
    }
    guard let dataLink = DataLink(rawValue: type) else {
      throw CaptureFailure(
        .linkTypeUnsupported, offset: 12,
        detail: "btsnoop data link \(type); read are 1001 (HCI), 1002 (HCI UART) and 2001 (Linux monitor)")
    }
    return dataLink
  }

  private func btsnoopRecord(_ data: ArraySlice<UInt8>, flags: UInt32, dataLink: DataLink) -> HCIRecord? {
    switch dataLink {
    case .unencapsulated:
      HCIRecord(unencapsulated: data, flags: flags)
    case .uart:
      HCIRecord(uart: data, direction: flags & 1 == 0 ? .sent : .received)
    case .monitor:
      HCIRecord(
        monitor: data, opcode: UInt16(truncatingIfNeeded: flags), adapter: UInt16(truncatingIfNeeded: flags >> 16))
    }
  }
}
