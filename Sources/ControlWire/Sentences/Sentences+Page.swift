// Sentences about the page for the phone.

extension ControlError {
  var pageSentence: Sentence {
    Sentence(
      subject == nil ? "There is no phone of that name." : "There is no phone \(subject ?? "").",
      remedy: "See the paired phones: `jz2ctl page phones`.")
  }
}
