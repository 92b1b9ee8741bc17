package import BluetoothLE

/// Something to do; carried out in order, without waiting for each other.
package enum RideEffect: Hashable, Sendable {
  /// Ask for a connection; ends in `.linked` or `.connectFailed`.
  case connect(DeviceRole, DeviceAddress)
  /// Withdraw the request; ends in `.connectFailed`, or in `.linked` where it was too late.
  case cancelConnect(DeviceRole)
  /// End the link; ends in `.linkLost`.
  case close(DeviceRole)
  case subscribe(DeviceRole, CharacteristicID)
  case read(DeviceRole, CharacteristicID)
  /// Write to the trainer's Control Point.
  case writeControlPoint([UInt8])
  /// Open a ride in the store; ends in `.recordOpened` or `.recordFailed`.
  case openRecord(RideOrder, targetWatts: Int)
  /// Keep where the ride stands in its plan; the rows that it takes account of came before.
  ///
  /// With it, the power asked for last, in watts; nil while riding is free.
  case keep(PlanProgress, askedWatts: Int?)
  /// Keep how evenly the devices spoke so far; of those that are not named nothing is known.
  case keepIntervals([DeviceRole: IntervalStatistics])
  /// Something happened to the plan, for whoever is to be told.
  case planHappened(PlanEvent)
  /// The first row begins at this point.
  case startRecord(MonotonicInstant)
  case append([RideSample], [RideEvent])
  /// Write the ride's end and its file; ends in `.recordClosed`. Without a start, or a first row, there is nothing to
  /// keep.
  case closeRecord(start: MonotonicInstant?, RecordEnd)
  /// Switch notifications off and on again; ends in `.subscribed`.
  case resubscribe(DeviceRole, CharacteristicID)
  /// Take a measure against a radio that does not connect; ends in `.remedied`.
  case remedy(RadioRemedy)
  /// Wait until the radio can be used; ends in `.radioUsable`.
  case awaitRadio
  case reply(CommandToken, Result<RideAnswer, RideRefusal>)
  /// The phase was left for another; for the journal.
  case phaseChanged(from: RidePhase, to: RidePhase, reason: String)
}

/// How a ride is left in the store.
package enum RecordEnd: Hashable, Sendable {
  /// It is over.
  case finished
  /// It is over, and was forgotten, or its trainer switched off: nobody pedalled from this second of it on.
  case forgotten(endSecond: Int)
  /// It may go on with the next process.
  case suspended
}
