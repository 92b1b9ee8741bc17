extension FuzzEntry {
  /// What befalls a ride: happenings, and the time between them.
  package static let ride = FuzzEntry(
    name: "ride",
    seeds: { RideStory.samples },
    run: { input in
      var stage = RideStage(Choices(input))
      while try stage.happen() {}
      try stage.bringToAnEnd()
    })
}
