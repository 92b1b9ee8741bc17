import ArgumentParser
import DaemonKit
import Logging
import RadioSim

/// `bluez`, `sim`, `sim:snap,cadence` or `replay:FILE`.
struct RadioArgument {
  let radio: DaemonOptions.Radio

  init(radio: DaemonOptions.Radio) {
    self.radio = radio
  }

  /// - Throws: `ValidationError` for any other text.
  init(typed: String) throws {
    switch typed {
    case "bluez": radio = .bluez
    case "sim": radio = .sim(SimulatedCast())
    case let words where words.hasPrefix("sim:"):
      do throws(SimulatedCast.Flaw) {
        radio = .sim(try SimulatedCast(words: String(words.dropFirst(4))))
      } catch {
        throw ValidationError("\(error)")
      }
    default:
      guard typed.hasPrefix("replay:"), typed.count > 7 else {
        throw ValidationError("The radio is bluez, sim, sim:DEVICES or replay:FILE.")
      }
      radio = .replay(path: String(typed.dropFirst(7)), map: nil)
    }
  }

  /// The devices that a simulation may have, for people.
  static var simulated: String { SimulatedCast.words }

  var isSimulation: Bool {
    if case .sim = radio { true } else { false }
  }

  var isReplay: Bool {
    if case .replay = radio { true } else { false }
  }

  func radio(map: String?) -> DaemonOptions.Radio {
    guard case .replay(let path, _) = radio else { return radio }
    return .replay(path: path, map: map)
  }
}

/// A factor from 0.1 to 1000, or `max`.
struct RateArgument: ExpressibleByArgument {
  let rate: DaemonOptions.Rate

  init(rate: DaemonOptions.Rate) {
    self.rate = rate
  }

  init?(argument: String) {
    if argument == "max" {
      rate = .max
    } else {
      guard let factor = Double(argument), (0.1...1000).contains(factor) else { return nil }
      rate = .times(factor)
    }
  }

  var defaultValueDescription: String { "1" }
}
