import Glibc

/// The events of a file descriptor.
package struct FileEvents: OptionSet, Hashable, Sendable {
  /// The bits of `poll(2)`.
  package let rawValue: Int16

  package init(rawValue: Int16) { self.rawValue = rawValue }

  /// Bytes can be read.
  package static let readable = FileEvents(rawValue: Int16(POLLIN))
  /// Bytes can be written.
  package static let writable = FileEvents(rawValue: Int16(POLLOUT))
  /// The descriptor has an error; always reported.
  package static let error = FileEvents(rawValue: Int16(POLLERR | POLLNVAL))
  /// The other end is gone; always reported.
  package static let hangup = FileEvents(rawValue: Int16(POLLHUP))
}

/// The file descriptors that the loop waits for, with their handlers; used only on the loop's thread.
struct PollSet {
  private struct Watch {
    var id: Int
    var descriptor: Int32
    var events: FileEvents
    var handler: @Sendable (FileEvents) -> Void
  }

  private var watches: [Watch] = []
  private var descriptors: [pollfd] = []
  /// The watch for each entry of `descriptors`.
  private var polled: [Int] = []
  /// The watches that were ready after the last wait, with their events.
  private(set) var ready: [(id: Int, events: FileEvents)] = []
  private var isStale = true
  private var nextID = 1

  /// Adds a watch and returns its number; a watch without events is suspended.
  mutating func add(
    _ descriptor: Int32, _ events: FileEvents, _ handler: @escaping @Sendable (FileEvents) -> Void
  ) -> Int {
    let id = nextID
    nextID += 1
    watches.append(Watch(id: id, descriptor: descriptor, events: events, handler: handler))
    isStale = true
    return id
  }

  /// Changes the events that a watch waits for.
  mutating func update(_ id: Int, _ events: FileEvents) {
    guard let index = watches.firstIndex(where: { $0.id == id }), watches[index].events != events else { return }
    watches[index].events = events
    isStale = true
  }

  /// Removes a watch; events of the last wait are not delivered to it.
  mutating func remove(_ id: Int) {
    watches.removeAll { $0.id == id }
    isStale = true
  }

  /// Waits up to `milliseconds`, −1 for no limit; the result is in ``ready``.
  mutating func wait(milliseconds: Int32) {
    if isStale { rebuild() }
    ready.removeAll(keepingCapacity: true)
    guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) > 0 else { return }
    for index in descriptors.indices where descriptors[index].revents != 0 {
      ready.append((polled[index], FileEvents(rawValue: descriptors[index].revents)))
    }
  }

  /// Returns the handler of a watch; nil if the watch was removed meanwhile.
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
