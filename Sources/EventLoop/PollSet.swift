import Glibc

/// The file descriptors that the loop waits for, and who is told of each; used on the loop's thread only.
struct PollSet {
  private struct Watch {
    var id: Int
    var descriptor: Int32
    var events: FileEvents
    var handler: @Sendable (FileEvents) -> Void
  }

  private var watches: [Watch] = []
  private var descriptors: [pollfd] = []
  /// The watch behind each entry of `descriptors`.
  private var polled: [Int] = []
  /// The watches that the last wait found ready, and what for.
  private(set) var ready: [(id: Int, events: FileEvents)] = []
  private var isStale = true
  private var nextID = 1

  /// Adds a watch, which sleeps while it waits for no events, and returns its name.
  mutating func add(
    _ descriptor: Int32, _ events: FileEvents, _ handler: @escaping @Sendable (FileEvents) -> Void
  ) -> Int {
    let id = nextID
    nextID += 1
    watches.append(Watch(id: id, descriptor: descriptor, events: events, handler: handler))
    isStale = true
    return id
  }

  /// Changes what a watch waits for.
  mutating func update(_ id: Int, _ events: FileEvents) {
    guard let index = watches.firstIndex(where: { $0.id == id }), watches[index].events != events else { return }
    watches[index].events = events
    isStale = true
  }

  /// Removes a watch; what had already come up for it is not delivered.
  mutating func remove(_ id: Int) {
    watches.removeAll { $0.id == id }
    isStale = true
  }

  /// Waits up to `milliseconds`, −1 for ever; the entries that are ready are then in ``ready``.
  mutating func wait(milliseconds: Int32) {
    if isStale { rebuild() }
    ready.removeAll(keepingCapacity: true)
    guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) > 0 else { return }
    for index in descriptors.indices where descriptors[index].revents != 0 {
      ready.append((polled[index], FileEvents(rawValue: descriptors[index].revents)))
    }
  }

  /// Who is told of a watch, nil where it was removed meanwhile.
  func handler(of id: Int) -> (@Sendable (FileEvents) -> Void)? {
    watches.first { $0.id == id }?.handler
  }

  private mutating func rebuild() {
    descriptors.removeAll(keepingCapacity: true)
    polled.removeAll(keepingCapacity: true)
    for watch in watches where !watch.events.isEmpty {
      descriptors.append(pollfd(fd: watch.descriptor, events: watch.events.rawValue, revents: 0))
      polled.append(watch.id)
    }
    isStale = false
  }
}
