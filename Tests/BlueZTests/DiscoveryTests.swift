import BluetoothLE
import DBus
import Testing

@testable import BlueZ

@Suite struct DiscoveryTests {
  private let adapter: ObjectPath = "/org/bluez/hci0"

  private func scanner() -> Scanner {
    Scanner(AsyncThrowingStream.makeStream(of: Advertisement.self, throwing: (any Error).self).continuation)
  }

  @Test func `the last user of a discovery stops it`() {
    var discovery = Discovery()
    discovery.join()
    discovery.start()
    #expect(discovery.isChanging)
    discovery.join()
    discovery.hasStarted(on: adapter)
    #expect(!discovery.isChanging)
    #expect(discovery.leave() == nil)
    #expect(discovery.leave() == adapter)
  }

  @Test func `a discovery that does not run need not be stopped`() {
    var discovery = Discovery()
    discovery.join()
    discovery.start()
    #expect(discovery.leave() == nil, "it has not started")
    discovery.reset()
    discovery.join()
    #expect(discovery.leave() == nil, "there is none")
  }

  @Test func `a restarted discovery is not ended by the response to an earlier stop`() {
    var discovery = Discovery()
    discovery.stop()
    discovery.reset()
    discovery.start()
    discovery.hasStopped()
    #expect(discovery.state == .starting)
    discovery.stop()
    discovery.hasStopped()
    #expect(discovery.state == .idle)
  }

  @Test func `a scan delivers until its consumer leaves, and uses the radio until it ends`() {
    var discovery = Discovery()
    #expect(!discovery.isHeard)
    let scanner = scanner()
    let number = discovery.add(scanner)
    #expect(discovery.isHeard)
    scanner.leave()
    #expect(!discovery.isHeard)
    #expect(!discovery.isUnused)
    #expect(discovery.scans.count == 1)
    discovery.remove(number)
    #expect(discovery.isUnused)
  }
}
