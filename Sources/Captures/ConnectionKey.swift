/// What tells connections apart: handles are the adapter's own.
struct ConnectionKey: Hashable {
  var adapter: UInt16
  var handle: UInt16
}
