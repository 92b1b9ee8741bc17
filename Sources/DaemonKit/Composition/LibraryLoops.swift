package import Loop

/// The threads of what is done with rides beside the ride in hand, which neither its radio nor its store waits for.
package struct LibraryLoops: Sendable {
  /// Reads rides, studies them and makes their files.
  let reading: EventLoop
  /// Reads files of other programs.
  let importing: EventLoop

  /// Both on one loop.
  package init(all loop: EventLoop) { (reading, importing) = (loop, loop) }

  /// Each on a loop of its own.
  init() {
    reading = EventLoop(name: "jz2-library", pace: .real)
    importing = EventLoop(name: "jz2-import", pace: .real)
  }

  func stop() async {
    await reading.stop()
    await importing.stop()
  }
}
