import ControlWire
import Testing

@Suite struct ExitStatusTests {
  @Test(arguments: [
    (ControlError.Code.noDaemon, Int32(69)), (.connectionLost, 69), (.protocolViolated, 69), (.foreignListener, 69),
    (.noAnswer, 75), (.noRide, 1), (.invalidParameter, 1), (.shuttingDown, 1),
  ])
  func `an error determines the client's exit status`(code: ControlError.Code, status: Int32) {
    #expect(ControlError(code).exitStatus.rawValue == status)
  }

  @Test func `a client tries the system's sockets before the user's, widest first`() {
    #expect(
      SocketPath.candidates(uid: 1000) == [
        "/run/jz2/jz2.sock", "/run/jz2/library.sock", "/run/jz2/ride.sock", "/run/jz2/look.sock",
        "/run/user/1000/jz2.sock",
      ])
  }

  @Test func `jz2web tries the library socket before the user's`() {
    #expect(SocketPath.pageCandidates(uid: 1000) == ["/run/jz2/library.sock", "/run/user/1000/jz2.sock"])
    #expect(SocketPath.webCandidates(uid: 1000) == ["/run/jz2/web.sock", "/run/user/1000/jz2-web.sock"])
  }

  @Test func `a client waits longer than a scan lasts`() {
    #expect(Scan(seconds: 30).patience > .seconds(30))
    #expect(Scan(seconds: .infinity).patience < .seconds(7200))
    #expect(Scan(seconds: .nan).patience >= .seconds(10))
  }
}
