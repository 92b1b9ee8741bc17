import BluetoothLE
import DBus
import Loop

/// The progress of pairing with each device, and the bonds over which the device has not responded yet.
struct Bonding {
  /// Pairing with a device on its current link.
  enum Pairing: Hashable {
    case underWay
    /// Pairing has ended; `isBonded` is its result.
    case ended(isBonded: Bool)
  }

  /// A bond that was made on a link over which the device has not responded since.
  private enum UnprovenBond {
    case nothingAsked
    /// A request is pending; the timer ends the link.
    case answerOwed(EventLoop.Timer)
  }

  private var pairings: [ObjectPath: Pairing] = [:]
  private var unproven: [ObjectPath: UnprovenBond] = [:]
  /// Devices whose last link ended because a bond was missing.
  private var wanting: Set<DeviceAddress> = []

  // MARK: Pairing

  /// Returns the pairing on a device's current link; nil if it was not tried.
  func pairing(with path: ObjectPath) -> Pairing? { pairings[path] }

  /// Notes that pairing with a device has begun.
  mutating func beginPairing(with path: ObjectPath) { pairings[path] = .underWay }

  /// Notes the result of pairing, unless the link has ended meanwhile.
  mutating func endPairing(with path: ObjectPath, isBonded: Bool) {
    if pairings[path] != nil { pairings[path] = .ended(isBonded: isBonded) }
  }

  /// Notes that a device's link has ended; the next one may pair again.
  mutating func forgetPairing(with path: ObjectPath) { pairings[path] = nil }

  // MARK: Devices that require a bond

  /// Whether a device's last link ended because a bond was missing.
  func wantsBond(_ device: DeviceAddress) -> Bool { wanting.contains(device) }

  /// Notes that a device's link ended because a bond was missing.
  mutating func want(_ device: DeviceAddress) { wanting.insert(device) }

  /// Returns whether a device's last link ended because a bond was missing; true only once for each such end.
  mutating func takeWish(of device: DeviceAddress) -> Bool { wanting.remove(device) != nil }

  // MARK: The first response after a bond

  /// Whether devices have responded over every bond that was made.
  var areProven: Bool { unproven.isEmpty }

  /// Notes that a bond was made on a device's current link.
  ///
  /// - Returns: Whether the bond is new.
  mutating func bondMade(on path: ObjectPath) -> Bool {
    guard unproven[path] == nil else { return false }
    unproven[path] = .nothingAsked
    return true
  }

  /// Whether a request made now is the first one after a bond; if so, call ``expectAnswer(over:until:)``.
  func isFirstRequest(over path: ObjectPath) -> Bool {
    if case .nothingAsked = unproven[path] { true } else { false }
  }

  /// Notes a pending request and the timer that ends the link unless the device responds.
  mutating func expectAnswer(over path: ObjectPath, until timer: EventLoop.Timer) {
    unproven[path] = .answerOwed(timer)
  }

  /// Notes that the device has responded, or that its link is gone.
  ///
  /// - Returns: The timer to cancel; nil if no timer runs.
  mutating func settle(_ path: ObjectPath) -> EventLoop.Timer? {
    if case .answerOwed(let timer) = unproven.removeValue(forKey: path) { timer } else { nil }
  }
}

// MARK: - Pairing

/// Pairing, for the few straps and watches that require a bond before they send data.
///
/// It is tried only if a device refuses a request that the ride needs, or ended the last link because a bond was
/// missing. A machine without a screen can only pair by "just works"; it accepts pairing only with this process's own
/// devices.
extension BlueZCentral {
  private static let agent: ObjectPath = "/org/justzone2/agent"
  private static let agentManager = "org.bluez.AgentManager1"
  private static let bluez: ObjectPath = "/org/bluez"

  /// Registers this process as a pairing agent; without an agent BlueZ rejects every device that initiates pairing.
  ///
  /// Another program's agent remains the default. (BlueZ 5.82, `doc/org.bluez.AgentManager.rst`.)
  func registerAgent() async {
    let arguments: [Variant] = [.objectPath(Self.agent), .string("NoInputNoOutput")]
    _ = try? await ask(Self.bluez, Self.agentManager, "RegisterAgent", arguments, within: patience.answer)
  }

  /// Answers a call of BlueZ to the agent.
  ///
  /// Source: BlueZ 5.82, `doc/org.bluez.Agent.rst`.
  func agentIsAsked(_ call: BusMessage) {
    guard let bus else { return }
    let reply =
      call.sender == mirror.owner && call.path == Self.agent && isAgreed(call)
      ? call.reply() : call.reply(error: "org.bluez.Error.Rejected", "not a device of a ride")
    bus.assumeIsolated { try? $0.send(reply) }
  }

  private func isAgreed(_ call: BusMessage) -> Bool {
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

  /// Pairs with a device that refused a request because a bond is missing; returns whether to repeat the request.
  func pair(_ link: BlueZLink, after error: LinkError) async throws(LinkError) -> Bool {
    guard error.code == .bondMissing else { return false }
    return try await pair(link.path)
  }

  /// Pairs with the device at `path`, once for each link; returns whether a bond exists now.
  private func pair(_ path: ObjectPath) async throws(LinkError) -> Bool {
    switch bonding.pairing(with: path) {
    case .ended: return false
    case .underWay:
      return try await wait("Pair", within: patience.request) { central in
        switch central.bonding.pairing(with: path) {
        case .underWay: nil
        case .ended(let isBonded): .success(isBonded)
        case nil: .success(false)
        }
      }
    case nil: break
    }
    bonding.beginPairing(with: path)
    var isBonded = false
    do throws(DBusError) {
      _ = try await ask(path, Device1.interface, "Pair", within: patience.request)
      isBonded = true
    } catch {
      isBonded = error.name == "org.bluez.Error.AlreadyExists"
    }
    bonding.endPairing(with: path, isBonded: isBonded)
    review()
    return isBonded
  }

  /// Pairs with a device whose last link ended because a bond was missing.
  func pairIfWanted(_ path: ObjectPath, _ device: DeviceAddress) async throws(LinkError) {
    guard bonding.takeWish(of: device) else { return }
    _ = try await pair(path)
  }

  /// Removes a bond that the device has forgotten: a link encrypted with its key would not last.
  func forgetStaleBond(with device: DeviceAddress, on adapter: ObjectPath) async throws(LinkError) {
    guard bonding.wantsBond(device), let path = tree.devicePath(device, on: adapter),
      tree.device(path)?.isPaired == true, tree.device(path)?.isConnected != true
    else { return }
    do throws(DBusError) {
      _ = try await ask(adapter, Adapter1.interface, "RemoveDevice", [.objectPath(path)], within: patience.answer)
    } catch {
      if error.code == .cancelled { throw LinkError(error, operation: "connect") }
    }
  }
}

// MARK: - The first response after a bond

/// Disconnects a link if BlueZ lost a request on it while bonding.
///
/// A device that requires a bond refuses BlueZ's own first request. BlueZ then raises the link's security and repeats
/// the request, but the kernel holds it back until the link is encrypted, and BlueZ does not try again. Every later
/// request waits until the lost one times out after 30 s; then BlueZ ends the link. (Seen with BlueZ 5.66, once in
/// about a hundred bonds.) A new link uses the bond from its start and responds at once.
extension BlueZCentral {
  /// Handles a bond that was made on the device's current link.
  func bondMade(on path: ObjectPath) {
    guard bonding.bondMade(on: path) else { return }
    if bus?.assumeIsolated({ $0.hasCalls(below: path) }) == true { expectAnswer(over: path) }
  }

  /// Starts the time limit for the first response after a bond, unless it already runs or the device has responded.
  func expectAnswer(over path: ObjectPath) {
    guard bonding.isFirstRequest(over: path) else { return }
    let timer = loop.schedule(at: loop.now.advanced(by: patience.bonding)) { [weak self] in
      self?.assumeIsolated { $0.takeDownMute(path) }
    }
    bonding.expectAnswer(over: path, until: timer)
  }

  /// Stops waiting for the first response after a bond: it arrived, or the link is gone.
  func settleBond(on path: ObjectPath) {
    if let timer = bonding.settle(path) { loop.cancel(timer) }
  }

  private func takeDownMute(_ path: ObjectPath) {
    guard let link = links[path] else { return settleBond(on: path) }
    let error = LinkError(.lost, operation: "bond", detail: "BlueZ lost a request during bonding")
    Task(executorPreference: loop) { await self.close(link, because: error) }
  }
}
