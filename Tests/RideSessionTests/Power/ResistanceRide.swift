import BluetoothLE
import FitnessGATT
import RadioSim

@testable import RideSession

/// A rider on a simulated bike with resistance levels, whose watts a ``ResistanceERG`` holds.
struct ResistanceRide {
  /// A change of the requested level.
  struct Change: Hashable {
    var second: Int
    var tenths: Int
  }

  private(set) var bike: SimulatedResistanceBike
  private(set) var erg: ResistanceERG
  private(set) var second = 0
  /// The steady power of the present level and cadence in each second, without noise, in watts.
  private(set) var watts: [Double] = []
  private(set) var changes: [Change] = []
  /// Whether the bike is linked.
  var isLinked = true {
    didSet { if !isLinked { cutLink() } }
  }
  /// Whether the bike sends its cadence.
  var sendsCadence = true
  /// The amplitude of the rider's slow change of cadence, in revolutions a minute.
  var swayRpm = 1.0
  private var heldTenths: Int16?
  private var noise: Noise

  init(_ model: SimulatedResistanceBike.Model, seed: UInt64 = 1) {
    bike = SimulatedResistanceBike(model, seed: seed)
    erg = ResistanceERG(ResistanceLevels(model.range))
    noise = Noise(seed: seed)
    _ = bike.answer([0])
  }

  private var range: SupportedResistanceLevelRange { bike.model.range }
  private var width: Double { Double(Int(range.maximumTenths) - Int(range.minimumTenths)) }

  private mutating func cutLink() {
    erg.interrupted()
    bike.linkLost()
    heldTenths = nil
  }

  /// Rides for some seconds at a cadence, with the data and the requests of the link.
  mutating func ride(seconds: Int, wantedWatts: Int, rpm: Double) {
    ride(seconds: seconds, wantedWatts: { _ in wantedWatts }, rpm: { _ in rpm })
  }

  /// Rides for some seconds, with watts and cadence by the seconds of this call.
  mutating func ride(seconds: Int, wantedWatts: (Int) -> Int, rpm: (Int) -> Double) {
    for index in 0..<seconds {
      let steady = rpm(index)
      // Legs are not a motor: a sway of half a minute, and each second's own deviation.
      let sway = swayRpm * Self.wave(second: second) + noise.next(swayRpm / 3)
      let cadence = steady > 0 ? max(1, steady + sway) : 0
      var value: [UInt8] = []
      for _ in 0..<4 { value = bike.advance(seconds: 0.25, cadenceRpm: cadence, legWatts: nil).last ?? [] }
      second += 1
      watts.append(bike.watts(tenths: bike.levelTenths, rpm: steady))
      guard isLinked, let data = try? IndoorBikeData(decoding: value) else { continue }
      hold(wantedWatts(index), data)
    }
  }

  /// A triangle of 28 s between −1 and 1.
  private static func wave(second: Int) -> Double { 1 - abs(Double(second % 28) - 14) / 7 }

  private mutating func hold(_ wantedWatts: Int, _ data: IndoorBikeData) {
    let percent = erg.second(
      wantedWatts: wantedWatts, watts: data.instantaneousPowerWatts.map(Int.init),
      rpm: sendsCadence ? data.instantaneousCadence?.rpm : nil, heldPercent: heldTenths.map(place),
      at: MonotonicInstant(nanoseconds: Int64(second) * 1_000_000_000))
    let tenths = range.clamp(tenths: Int((Double(range.minimumTenths) + percent / 100 * width).rounded())).tenths
    guard tenths != heldTenths else { return }
    _ = bike.answer([0])
    let request = FitnessMachineControlPoint.Request.set(.resistanceLevel(tenths: tenths))
    guard bike.answer(request.encoded()).status != nil else { return }
    if tenths != changes.last.map({ Int16($0.tenths) }) { changes.append(Change(second: second, tenths: Int(tenths))) }
    heldTenths = tenths
  }

  private func place(of tenths: Int16) -> Double { 100 * (Double(tenths) - Double(range.minimumTenths)) / width }
}

extension ResistanceRide {
  /// Returns the mean deviation of the steady power from `wanted` in some seconds of the ride, as a share.
  func meanError(from wanted: Double, in seconds: Range<Int>) -> Double {
    let span = watts.dropFirst(seconds.lowerBound).prefix(seconds.count)
    return span.reduce(0) { $0 + abs($1 / wanted - 1) } / Double(max(1, span.count))
  }

  /// Returns the greatest deviation of the steady power from `wanted` in some seconds of the ride, as a share.
  func greatestError(from wanted: Double, in seconds: Range<Int>) -> Double {
    watts.dropFirst(seconds.lowerBound).prefix(seconds.count).map { abs($0 / wanted - 1) }.max() ?? .infinity
  }

  /// Returns the deviation of the bike's nearest level from `wanted` at a cadence, as a share.
  func leastError(from wanted: Double, rpm: Double) -> Double {
    stride(from: Int(range.minimumTenths), through: Int(range.maximumTenths), by: Int(range.incrementTenths))
      .map { abs(bike.watts(tenths: Int16($0), rpm: rpm) / wanted - 1) }.min() ?? .infinity
  }

  /// Returns the changes of the level from a second on.
  func changes(from first: Int) -> [Change] { changes.filter { $0.second >= first } }

  /// Returns the minimum seconds between two changes from a second on.
  func leastPause(from first: Int) -> Int {
    let seconds = changes(from: first).map(\.second)
    return zip(seconds.dropFirst(), seconds).map { $0 - $1 }.min() ?? .max
  }

  /// Returns the number of reversals of the level from a second on.
  func turns(from first: Int) -> Int {
    let tenths = changes.filter { $0.second >= first }.map(\.tenths)
    let steps = zip(tenths.dropFirst(), tenths).map { $0 - $1 }
    return zip(steps.dropFirst(), steps).count { ($0 > 0) != ($1 > 0) }
  }
}
