// The messages of the library that are the parameters of a call; each parameter is read by its name, so that a refusal
// tells which.

extension RideListing {
  init(_ parameters: CallParameters) throws(ControlError) {
    self.init(
      limit: try parameters.optional("limit"), offset: try parameters.optional("offset"),
      search: try parameters.optional("search"), sort: try parameters.optional("sort"),
      since: try parameters.optional("since"), before: try parameters.optional("before"),
      deleted: try parameters.optional("deleted"))
  }
}

extension RideEdit {
  init(_ parameters: CallParameters) throws(ControlError) {
    self.init(
      ride: try parameters.required("ride"), name: try parameters.optional("name"),
      note: try parameters.optional("note"))
  }
}

extension TrimOrder {
  init(_ parameters: CallParameters) throws(ControlError) {
    self.init(
      ride: try parameters.required("ride"), fromSeconds: try parameters.optional("fromSeconds"),
      toSeconds: try parameters.optional("toSeconds"), auto: try parameters.optional("auto"))
  }
}

extension ImportPiece {
  init(_ parameters: CallParameters) throws(ControlError) {
    self.init(
      number: try parameters.optional("number"), sequence: try parameters.required("sequence"),
      data: try parameters.required("data"), last: try parameters.required("last"),
      force: try parameters.optional("force"), dryRun: try parameters.optional("dryRun"))
  }
}

extension RestorePiece {
  init(_ parameters: CallParameters) throws(ControlError) {
    self.init(
      number: try parameters.optional("number"), sequence: try parameters.required("sequence"),
      data: try parameters.required("data"), last: try parameters.required("last"))
  }
}

extension SettingsChange {
  init(_ parameters: CallParameters) throws(ControlError) {
    self.init()
    zone2From = try parameters.optional("zone2From")
    zone2To = try parameters.optional("zone2To")
    maximumHeartRate = try parameters.optional("maximumHeartRate")
    restingHeartRate = try parameters.optional("restingHeartRate")
    thresholdHeartRate = try parameters.optional("thresholdHeartRate")
    thresholdWatts = try parameters.optional("thresholdWatts")
    weightKilograms = try parameters.optional("weightKilograms")
    zoneMethod = try parameters.optional("zoneMethod")
    clear = try parameters.optional("clear")
  }
}
