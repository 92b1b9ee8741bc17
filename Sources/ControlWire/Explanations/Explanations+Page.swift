// Messages about the page for the phone.

extension ControlError {
  var pageExplanation: Explanation {
    switch code {
    case .phonesNotKept:
      Explanation(
        "The paired phones cannot be kept: \(subject ?? "phones.json")\(bracket(detail)).",
        remedy: "Look whether the disk is full (`df -h /var/lib/jz2-web`) or failing (`journalctl -k`), then try again."
      )
    default:
      Explanation(
        subject == nil ? "There is no phone of that name." : "There is no phone \(subject ?? "").",
        remedy: "See the paired phones: `jz2ctl page phones`.")
    }
  }
}
