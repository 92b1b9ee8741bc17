import BluetoothLE
import DBus
import EventLoop

/// Where pairing with a device stands, for its present link.
enum Pairing: Hashable {
  case underWay
  /// It was tried; `isBonded` is what came of it.
  case ended(isBonded: Bool)
}

/// A bond that was made on a link over which the device has answered nothing since.
enum UnprovenBond {
  case nothingAsked
  /// A request waits; the timer ends the link.
  case answerOwed(EventLoop.Timer)
}

/// Pairing, for the few straps and watches that tell nothing to whom they are not paired with.
///
/// It is asked for only where a device refuses what a ride needs, or ended the last link for want of it. A machine without a
/// screen has one way to pair ("just works"), and agrees to it for devices of ours alone.
extension BlueZCentral {
  private static let agent: ObjectPath = "/org/justzone2/agent"
  private static let agentManager = "org.bluez.AgentManager1"
  private static let bluez: ObjectPath = "/org/bluez"
  /// The ATT errors of an attribute that wants a bond: authentication, the key's size, encryption
  /// (Bluetooth Core 5.4, Vol 3, Part F, §3.4.1.1).
  private static let wantingBond: Set<UInt8> = [0x05, 0x0C, 0x0F]

  /// Says to BlueZ who is asked about pairing; without anybody it refuses every device that begins to pair.
  ///
  /// Another program's agent stays the default one. (BlueZ 5.82, `doc/org.bluez.AgentManager.rst`.)
  func registerAgent() async {
    let arguments: [Variant] = [.objectPath(Self.agent), .string("NoInputNoOutput")]
    _ = try? await ask(Self.bluez, Self.agentManager, "RegisterAgent", arguments, within: patience.answer)
  }

  /// BlueZ asks about a device.
  ///
  /// Source: BlueZ 5.82, `doc/org.bluez.Agent.rst`.
  func agentIsAsked(_ call: Message) {
    guard let bus else { return }
    let reply =
      call.sender == owner && call.path == Self.agent && isAgreed(call)
      ? call.reply() : call.reply(error: "org.bluez.Error.Rejected", "not a device of a ride")
    bus.assumeIsolated { try? $0.send(reply) }
  }

  private func isAgreed(_ call: Message) -> Bool {
    switch call.member {
    case "Release", "Cancel": true
    case "RequestConfirmation", "RequestAuthorization", "AuthorizeService":
      call.body.first?.objectPath.map(isOurs) ?? false
    default: false
    }
  }

  private func isOurs(_ path: ObjectPath) -> Bool {
    links[path] != nil || (connecting != nil && tree.device(path)?.address == connecting)
  }

  /// Pairs with a device that refused a request for want of a bond; whether the request is worth another try.
  func pair(_ link: BlueZLink, after error: LinkError) async throws(LinkError) -> Bool {
    guard let attError = error.attError, Self.wantingBond.contains(attError) else { return false }
    return try await pair(link.path)
  }

  /// Pairs with the device at `path`, once for each link; whether there is a bond now.
  private func pair(_ path: ObjectPath) async throws(LinkError) -> Bool {
    switch pairing[path] {
    case .ended: return false
    case .underWay:
      return try await wait("Pair", within: patience.request) { central in
        switch central.pairing[path] {
        case .underWay: nil
        case .ended(let isBonded): .success(isBonded)
        case nil: .success(false)
        }
      }
    case nil: break
    }
    pairing[path] = .underWay
    var isBonded = false
    do throws(DBusError) {
      _ = try await ask(path, Device1.interface, "Pair", within: patience.request)
      isBonded = true
    } catch {
      isBonded = error.name == "org.bluez.Error.AlreadyExists"
    }
    if pairing[path] != nil { pairing[path] = .ended(isBonded: isBonded) }
    review()
    return isBonded
  }

  /// Pairs with a device whose last link ended for want of a bond.
  func pairIfWanted(_ path: ObjectPath, _ device: DeviceAddress) async throws(LinkError) {
    guard wantsPairing.remove(device) != nil else { return }
    _ = try await pair(path)
  }

  /// Removes a bond that the device has forgotten: with its key no link would last.
  func forgetStaleBond(with device: DeviceAddress, on adapter: ObjectPath) async throws(LinkError) {
    guard wantsPairing.contains(device), let path = tree.devicePath(device, on: adapter),
      tree.device(path)?.isPaired == true, tree.device(path)?.isConnected != true
    else { return }
    do throws(DBusError) {
      _ = try await ask(adapter, Adapter1.interface, "RemoveDevice", [.objectPath(path)], within: patience.answer)
    } catch {
      if error.code == .cancelled { throw LinkError(error, operation: "connect") }
    }
  }
}

/// Takes a link down on which BlueZ lost a request while it bonded.
///
/// A device that insists on a bond refuses BlueZ's own first request. BlueZ then raises the link's security and repeats the
/// request, but the kernel sends nothing until the link is encrypted, and BlueZ does not try a second time. Every later
/// request waits until the lost one times out after 30 s; then BlueZ ends the link. (Seen with BlueZ 5.66, once in about
/// a hundred bonds.) A new link uses the bond from its start and answers at once.
extension BlueZCentral {
  /// A bond was made on the device's present link.
  func bondMade(on path: ObjectPath) {
    guard unprovenBonds[path] == nil else { return }
    unprovenBonds[path] = .nothingAsked
    if bus?.assumeIsolated({ $0.hasCalls(below: path) }) == true { expectAnswer(over: path) }
  }

  /// Starts the time for the first answer after a bond, where there is a bond without one.
  func expectAnswer(over path: ObjectPath) {
    guard case .nothingAsked = unprovenBonds[path] else { return }
    let timer = loop.schedule(at: loop.now.advanced(by: patience.bonding)) { [weak self] in
      self?.assumeIsolated { $0.takeDownMute(path) }
    }
    unprovenBonds[path] = .answerOwed(timer)
  }

  /// Stops waiting for the first answer after a bond: it came, or the link is gone.
  func settleBond(on path: ObjectPath) {
    if case .answerOwed(let timer) = unprovenBonds.removeValue(forKey: path) { loop.cancel(timer) }
  }

  private func takeDownMute(_ path: ObjectPath) {
    guard let link = links[path] else { return settleBond(on: path) }
    let error = LinkError(.lost, operation: "bond", detail: "BlueZ lost a request while the bond was made")
    Task(executorPreference: loop) { await self.close(link, because: error) }
  }
}
