/// What tells connections apart: handles are the adapter's own.
package struct ConnectionKey: Hashable, Sendable {
  package var adapter: UInt16
  package var handle: UInt16

  package init(adapter: UInt16, handle: UInt16) {
    self.adapter = adapter
    self.handle = handle
  }
}
