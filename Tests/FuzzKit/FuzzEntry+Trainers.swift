import BluetoothLE
import Trainers

extension FuzzEntry {
  /// Notifications of a trainer: the first byte chooses its protocol; then each value follows its length.
  package static let trainers = FuzzEntry(
    name: "trainers",
    seeds: {
      let power: [UInt8] = [0x34, 0, 150, 0, 0, 0, 1, 0, 0, 0, 2, 0, 3, 0, 4, 0]
      let page: [UInt8] = [0xA4, 9, 0x4E, 5, 0x19, 1, 0x5A, 0x10, 0x27, 0xFA, 0, 0x30, 0x59]
      let status: [UInt8] = [0xA4, 9, 0x4E, 5, 0x47, 0x31, 1, 0, 0xFF, 0xFF, 0x58, 2, 0xA6]
      return [
        [0, 9, 0x44, 0x02, 0x10, 0x0B, 0xB4, 0, 150, 0, 120, 3, 0x80, 5, 1],
        [1, 16] + power + [6, 1, 0x42, 1, 0, 150, 0], [2, 13] + page + [13] + status,
      ]
    },
    run: { input in
      var choices = Choices(input)
      let name = choices.one(of: TrainerProtocolName.allCases, or: .fitnessMachine)
      guard var trainer = AnyTrainer(name, rider: TrainerRider(kilograms: 75)) else { return }
      _ = trainer.update { $0.linked(with: []) }
      var now = MonotonicInstant.origin
      let procedures: [ControlProcedure] = [.setTargetPower(watts: 150), .requestControl, .setSlope(percent: 0), .stop]
      while !choices.isAtEnd {
        let value = choices.run()
        now = now.advanced(by: .milliseconds(250))
        let outstanding = procedures[value.count % procedures.count]
        let (stream, answers) = (trainer.current.stream, trainer.current.answers)
        for characteristic in [stream, answers] {
          let at = now
          let news = trainer.update { $0.take(value, from: characteristic, outstanding: outstanding, at: at) }
          try promise(
            "one procedure ends once: \(news)", news.count { if case .ended = $0 { true } else { false } } <= 1)
        }
        for write in trainer.current.writes(for: outstanding) {
          try promise("\(write) fits the smallest ATT_MTU", (1...20).contains(write.value.count))
        }
      }
    })
}
