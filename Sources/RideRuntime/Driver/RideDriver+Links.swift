import BluetoothLE
import Logging
import Loop
import RideSession
import Rides

/// The present link of a device.
///
/// Events of an earlier link do not reach the machine.
struct CurrentLink {
  let number: Int
  let link: any Link
  /// The reasons of failed writes that are already logged.
  var loggedWriteFailures: Set<LinkError.Code> = []

  init(number: Int, link: any Link) {
    self.number = number
    self.link = link
  }
}

extension RideDriver {
  func connect(_ role: DeviceRole, to address: DeviceAddress) {
    connecting[role] = Task(executorPreference: loop) { await self.link(role, to: address) }
  }

  private func link(_ role: DeviceRole, to address: DeviceAddress) async {
    let asked = loop.now
    do throws(LinkError) {
      let link = try await central.connect(to: address)
      connecting[role] = nil
      loggedFailures[role] = nil
      rideLog.info(
        "linked",
        metadata: ["role": "\(role.rawValue)", "device": "\(address)", "seconds": "\((loop.now - asked).seconds)"])
      adopt(link, as: role)
    } catch {
      connecting[role] = nil
      log(error, role, address, after: loop.now - asked)
      post(.connectFailed(role, error))
    }
  }

  /// A request withdrawn after this time counts as a failure.
  private static let vainWait = Duration.seconds(10)

  /// Logs a failed connection.
  ///
  /// A repeated failure, such as that of an absent device, is logged once.
  private func log(_ error: LinkError, _ role: DeviceRole, _ address: DeviceAddress, after waited: Duration) {
    var error = error
    if error.code == .cancelled, waited >= Self.vainWait {
      error.code = .timedOut
      error.detail = "withdrawn after \(waited.seconds) s"
    }
    let isNews = error.code != .cancelled && error.code != loggedFailures[role]
    if isNews { loggedFailures[role] = error.code }
    rideLog.log(
      level: isNews ? .notice : .debug, "no link",
      metadata: ["role": "\(role.rawValue)", "device": "\(address)", "error": "\(error)"])
  }

  private func adopt(_ link: any Link, as role: DeviceRole) {
    lastLinkNumber += 1
    let number = lastLinkNumber
    links[role] = CurrentLink(number: number, link: link)
    post(.linked(role, link.characteristics))
    let (device, places) = (link.device, link.places)
    blackBox?.assumeIsolated { $0.linked(to: device, places) }
    Task(executorPreference: loop) {
      await link.deliver { event in self.assumeIsolated { $0.received(event, role, number) } }
    }
  }

  private func received(_ event: LinkEvent, _ role: DeviceRole, _ number: Int) {
    guard links[role]?.number == number else { return }
    switch event {
    case .notified(let characteristic, let value, let instant):
      loggedRefusals[role] = nil
      post(.notified(role, characteristic, value), at: instant)
      trace?.handled(characteristic, value)
    case .signalStrength(let dBm): post(.signalStrength(role, dBm: dBm))
    case .closed(let error):
      let device = links.removeValue(forKey: role)?.link.device
      let isMeant = error.code == .closedHere
      rideLog.log(
        level: isMeant ? .info : .notice, isMeant ? "link closed" : "link lost",
        metadata: ["role": "\(role.rawValue)", "device": "\(device?.description ?? "")", "error": "\(error)"])
      if role == .trainer, machine.damagedFrames > 0 {
        rideLog.info("values with a wrong checksum received", metadata: ["inTheRide": "\(machine.damagedFrames)"])
      }
      post(.linkLost(role, error))
    }
  }

  func close(_ role: DeviceRole) {
    guard let link = links[role]?.link else { return }
    Task(executorPreference: loop) { await link.close() }
  }

  func subscribe(_ role: DeviceRole, to characteristic: CharacteristicID) {
    onLink(of: role) { link in
      do throws(LinkError) {
        try await link.subscribe(to: characteristic)
        return .subscribed(role, characteristic, nil)
      } catch {
        await self.log(role, characteristic, notSubscribed: error)
        return .subscribed(role, characteristic, error)
      }
    }
  }

  /// Logs a refused subscription with the radio's message.
  ///
  /// A repeated refusal is logged once.
  private func log(_ role: DeviceRole, _ characteristic: CharacteristicID, notSubscribed error: LinkError) {
    let isNews = loggedRefusals[role] != error.code
    loggedRefusals[role] = error.code
    rideLog.log(
      level: isNews ? .notice : .debug, "no notifications",
      metadata: ["role": "\(role.rawValue)", "characteristic": "\(characteristic)", "error": "\(error)"])
  }

  func resubscribe(_ role: DeviceRole, to characteristic: CharacteristicID) {
    onLink(of: role) { link in
      do throws(LinkError) {
        try await link.resubscribe(to: characteristic)
        return .subscribed(role, characteristic, nil)
      } catch {
        return .subscribed(role, characteristic, error)
      }
    }
  }

  func apply(_ remedy: RadioRemedy) {
    rideLog.notice("trying a radio remedy", metadata: ["remedy": "\(remedy)"])
    Task(executorPreference: loop) { await self.mend(remedy) }
  }

  private func mend(_ remedy: RadioRemedy) async {
    do throws(LinkError) {
      try await central.apply(remedy)
      post(.remedied(remedy, nil))
    } catch {
      rideLog.notice("the remedy did not work", metadata: ["error": "\(error)"])
      post(.remedied(remedy, error))
    }
  }

  func awaitRadio() {
    Task(executorPreference: loop) { await self.radioBecomesUsable() }
  }

  private func radioBecomesUsable() async {
    do throws(LinkError) { try await central.whenUsable() } catch { return }
    post(.radioUsable)
  }

  func read(_ role: DeviceRole, _ characteristic: CharacteristicID) {
    onLink(of: role) { link in
      do throws(LinkError) {
        return .read(role, characteristic, .success(try await link.read(characteristic)))
      } catch {
        return .read(role, characteristic, .failure(error))
      }
    }
  }

  /// Writes a control procedure, one part after the other.
  ///
  /// The outcome is dropped if a later procedure has begun, because the answer to this one has then arrived in another
  /// way.
  func control(_ writes: [GATTWrite]) {
    lastControl += 1
    let number = lastControl
    onLink(of: .trainer) { link in
      for write in writes {
        do throws(LinkError) {
          try await link.write(write.value, to: write.characteristic)
        } catch {
          await self.log(.trainer, writeFailed: error, write)
          return await self.lastControl == number ? .writeFailed(error) : nil
        }
      }
      return await self.lastControl == number ? .controlWritten : nil
    }
  }

  func write(_ role: DeviceRole, _ write: GATTWrite) {
    onLink(of: role) { link in
      do throws(LinkError) {
        try await link.write(write.value, to: write.characteristic)
      } catch {
        await self.log(role, writeFailed: error, write)
      }
      return nil
    }
  }

  /// Logs a failed write.
  ///
  /// Each reason is logged once per link, because writes to a failing device are repeated.
  private func log(_ role: DeviceRole, writeFailed error: LinkError, _ write: GATTWrite) {
    let isNews = links[role].map { $0.loggedWriteFailures.contains(error.code) } == false
    links[role]?.loggedWriteFailures.insert(error.code)
    rideLog.log(
      level: isNews ? .notice : .debug,
      role == .trainer ? "the trainer's control point was not written" : "the device was not written",
      metadata: [
        "role": "\(role.rawValue)", "characteristic": "\(write.characteristic)",
        "opCode": "\(write.value.first.map { Int($0) } ?? -1)", "error": "\(error)",
      ])
  }

  /// Runs an operation on the present link and passes its outcome to the machine, unless the link has ended by then.
  private func onLink(of role: DeviceRole, _ operation: @escaping @Sendable (any Link) async -> RideInput?) {
    guard let current = links[role] else { return }
    Task(executorPreference: loop) {
      guard let input = await operation(current.link) else { return }
      await self.ended(input, role, current.number)
    }
  }

  private func ended(_ input: RideInput, _ role: DeviceRole, _ number: Int) {
    guard links[role]?.number == number else { return }
    post(input)
  }
}
