import ControlWire
import Testing

@Suite struct ExitStatusTests {
  @Test(arguments: [
    (ControlError.Code.noDaemon, Int32(69)), (.connectionLost, 69), (.protocolViolated, 69), (.noAnswer, 75),
    (.noRide, 1), (.invalidParameter, 1), (.shuttingDown, 1),
  ])
  func anErrorEndsTheClientWithItsStatus(code: ControlError.Code, status: Int32) {
    #expect(ControlError(code).exitStatus.rawValue == status)
  }

  @Test func theSystemsSocketIsTriedBeforeTheUsers() {
    #expect(SocketPath.candidates(uid: 1000) == ["/run/jz2/jz2.sock", "/run/user/1000/jz2.sock"])
  }

  @Test func aScanIsWaitedForLongerThanItLasts() {
    #expect(ControlRequest.scan(seconds: 30).patience > .seconds(30))
    #expect(ControlRequest.scan(seconds: .infinity).patience < .seconds(7200))
    #expect(ControlRequest.scan(seconds: .nan).patience >= .seconds(10))
  }
}
