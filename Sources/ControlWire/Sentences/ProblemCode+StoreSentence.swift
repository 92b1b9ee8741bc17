extension ProblemCode {
  /// What keeps a ride from being saved; `code` is the store's own word for it, as `Problem.detail` has it.
  func storeSentence(_ path: String, _ code: String?) -> Sentence {
    let (cause, remedy) =
      switch code {
      case "diskFull": ("the disk is full", "Make room on the disk (`df -h`)")
      case "notPermitted", "notADirectory":
        ("\(path) cannot be written", "See whose it is and whether its disk is read-only (`ls -ld`, `findmnt -T`)")
      case "inUse": ("another program holds \(path) locked", "Close it (`fuser -v`)")
      case "damaged": ("\(path) is damaged", "See what is wrong with the disk (`journalctl -k`)")
      default: ("\(path) cannot be written", "See what is wrong with the disk (`journalctl -k`)")
      }
    return Sentence(
      "The ride is not being saved: \(cause). It goes on in memory.",
      remedy: "\(remedy); the daemon tries again by itself. Do not restart it before.")
  }
}
