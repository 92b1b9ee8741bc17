import BluetoothLE

/// What goes wrong at a time.
extension SimulatedWorld {
  /// Why connecting to the device fails, if it does.
  func connectFailure(of device: DeviceAddress, at time: Duration) -> LinkError.Code? {
    for fault in faults {
      switch fault {
      case .radioAway(let range) where range.contains(time): return .adapterMissing
      case .wedged(let start) where start <= time: return .connectFailed
      case .stuck(let start) where start <= time: return .adapterStuck
      case .stale(device, let start) where start <= time: return .servicesUnresolved
      default: break
      }
    }
    return nil
  }

  /// When the radio that is away is back; nil where it is not away.
  func radioReturn(at time: Duration) -> Duration? {
    for case .radioAway(let range) in faults where range.contains(time) { return range.upperBound }
    return nil
  }

  /// Mends what a measure against the radio mends.
  mutating func apply(_ remedy: RadioRemedy, at time: Duration) {
    faults.removeAll { fault in
      switch (fault, remedy) {
      case (.wedged(let start), .powerCycle), (.stuck(let start), .powerCycle): start <= time
      case (.stale(let device, let start), .forget(let forgotten)): device == forgotten && start <= time
      default: false
      }
    }
  }

  /// What arrives of a value that the device notifies: nothing while it is silent, too little of it while it sends garbage.
  func distorted(_ value: [UInt8], of device: DeviceAddress, at time: Duration) -> [UInt8]? {
    var value = value
    for fault in faults {
      switch fault {
      case .silent(device, let range) where range.contains(time): return nil
      case .garbage(device, let range) where range.contains(time): value = Array(value.prefix(1))
      default: break
      }
    }
    return value
  }

  /// Whether the strap lies on the skin.
  func hasContact(at time: Duration) -> Bool {
    !faults.contains { if case .noContact(let range) = $0 { range.contains(time) } else { false } }
  }

  /// Whether the trainer can be written to.
  func isWritable(at time: Duration) -> Bool {
    !faults.contains { if case .unwritable(let range) = $0 { range.contains(time) } else { false } }
  }

  /// How the trainer takes a procedure.
  func mood(at time: Duration) -> SimulatedTrainer.Mood {
    for fault in faults {
      switch fault {
      case .deaf(let range) where range.contains(time): return .deaf
      case .mute(let range) where range.contains(time): return .mute
      case .denying(let range) where range.contains(time): return .denying
      default: break
      }
    }
    return .obliging
  }

  /// When the trainer next takes control away.
  func nextControlLoss(after time: Duration) -> Duration? {
    faults.compactMap { if case .controlLost(let at) = $0, at > time { at } else { nil } }.min()
  }
}
