// Faults read from the detail of an error; goes once clients take the payload.

extension ControlError.Payload {
  init?(of code: ControlError.Code, subject: String?, detail: String?) {
    let detail = detail ?? ""
    switch code {
    case .badPlan:
      guard let fault = PlanFault(detail) else { return nil }
      self = .plan(fault)
    case .badFile:
      guard let fault = FileFault(detail) else { return nil }
      self = .file(fault)
    case .storeFailed:
      guard let obstacle = StoreObstacle(subject: subject, detail: detail) else { return nil }
      self = .store(obstacle)
    case .badBackup:
      guard let fault = BackupFault(detail) else { return nil }
      self = .backup(fault)
    case .restoreRefused:
      guard let word = RestoreObstacle(rawValue: detail) else { return nil }
      self = .restore(word)
    case .trimRefused:
      guard let word = TrimObstacle(rawValue: detail) else { return nil }
      self = .trim(word)
    case .noRecording:
      guard let word = MissingRecording(rawValue: detail) else { return nil }
      self = .recording(word)
    default: return nil
    }
  }
}

extension PlanFault {
  package init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count == 4, let code = Code(rawValue: String(words[0])), let line = Int(words[1]),
      let interval = Int(words[2])
    else { return nil }
    self.init(
      code, line: line > 0 ? line : nil, interval: interval > 0 ? interval : nil, detail: String(words[3]))
  }
}

extension FileFault {
  package init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count == 4, let code = Code(rawValue: String(words[0])), let byte = Int(words[1]),
      let line = Int(words[2])
    else { return nil }
    self.init(code, byte: byte, line: line > 0 ? line : nil, detail: String(words[3]))
  }
}

extension BackupFault {
  package init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2, let code = Code(rawValue: String(words[0])) else { return nil }
    self.init(code, detail: String(words[1]))
  }
}

extension StoreObstacle {
  package init?(subject: String?, detail: String?) {
    let words = (detail ?? "").split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard let subject, words.count > 1, let cause = Cause(rawValue: String(words[0])) else { return nil }
    self.init(cause, path: subject, user: String(words[1]), context: words.count > 2 ? String(words[2]) : nil)
  }
}
