// Messages about the page for the phone.

extension ControlError {
  var pageExplanation: Explanation {
    switch code {
    case .phonesNotKept:
      Explanation(
        "The list of paired phones cannot be saved: \(subject ?? "phones.json")\(bracket(detail)).",
        remedy: "Check whether the disk is full (`df -h /var/lib/jz2-web`) or failing (`journalctl -k`), then try "
          + "again."
      )
    default:
      Explanation(
        subject == nil ? "There is no phone with that name." : "There is no phone \(subject ?? "").",
        remedy: "See the paired phones: `jz2ctl page phones`.")
    }
  }
}
