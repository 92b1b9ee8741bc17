import DirectConnect
package import Logging
package import Loop

/// The trainers on the network: offers each to jz2d, and relays the links of rides.
///
/// jz2d speaks Direct Connect with a trainer, and has no network. This process has the network, and only passes bytes
/// on.
package actor NetworkTrainers {
  /// The options for trainers on the network.
  package struct Options: Hashable, Sendable {
    /// The path of jz2d's socket for trainers.
    package var daemonPath: String
    /// Trainers that are not searched for.
    package var named: [TrainerPlace]
    /// The address of the system bus, to search for trainers; nil for no search.
    package var bus: String?

    package init(daemonPath: String, named: [TrainerPlace] = [], bus: String?) {
      self.daemonPath = daemonPath
      self.named = named
      self.bus = bus
    }
  }

  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let options: Options
  private let log: Logger
  private var browser: TrainerBrowser?
  private var relays: [String: TrainerRelay] = [:]

  package init(on loop: EventLoop, _ options: Options, log: Logger) {
    self.loop = loop
    self.options = options
    self.log = log
  }

  /// Searches for trainers and offers them until ``end()``.
  package func begin() async {
    for place in options.named { add(AnnouncedTrainer(at: place), as: "\(place)") }
    guard let bus = options.bus else { return }
    let browser = TrainerBrowser(on: loop, bus: bus, log: log) { [weak self] news in
      self?.assumeIsolated { $0.handle(news) }
    }
    self.browser = browser
    await browser.begin()
  }

  /// Ends the search, and all links.
  package func end() async {
    await browser?.end()
    browser = nil
    for relay in relays.values { await relay.end() }
    relays = [:]
  }

  private func handle(_ news: TrainerBrowser.News) {
    relays = relays.filter { relay in relay.value.assumeIsolated { !$0.hasEnded } }
    switch news {
    case .found(let name, let trainer): add(trainer, as: name)
    case .gone(let name): relays[name]?.assumeIsolated { $0.withdraw() }
    }
  }

  private func add(_ trainer: AnnouncedTrainer, as name: String) {
    if let relay = relays[name] { return relay.assumeIsolated { $0.update(trainer) } }
    log.notice(
      "A trainer is on the network.",
      metadata: ["name": "\(trainer.offer.name)", "place": "\(trainer.place)", "address": "\(trainer.offer.address)"])
    let relay = TrainerRelay(trainer, to: options.daemonPath, on: loop, log: log)
    relays[name] = relay
    relay.assumeIsolated { $0.begin() }
  }
}
