extension TrainerInterface {
  /// Why it refuses.
  static let errors = """
    # In every error, subject is what it is about (an address, a ride) and detail what else is known.

    # No trainer was chosen, and Start heard none.
    error NoTrainerInRange (subject: ?string, detail: ?string)

    # No trainer was chosen, and Start heard several devices that it could take. kind is what there are several of;
    # devices are those and, where the trainer is in question, the straps too, the strongest first.
    error SeveralDevices (kind: DeviceKind, devices: []Device, detail: ?string)

    # The device did not answer: off, asleep, out of range or taken by another program.
    error DeviceNotFound (subject: ?string, detail: ?string)

    # The device has no Fitness Machine service.
    error NoFitnessMachine (subject: ?string, detail: ?string)

    # The trainer cannot hold a power.
    error NoPowerTargets (subject: ?string, detail: ?string)

    # The trainer refused control or the target; detail is its result code.
    error TargetRefused (subject: ?string, detail: ?string)

    # The device is neither a trainer nor a strap.
    error UnsuitableDevice (subject: ?string, detail: ?string)

    # The address is not one of a known device.
    error UnknownDevice (subject: ?string, detail: ?string)

    # A ride is on already; subject is its number.
    error RideInProgress (subject: ?string, detail: ?string)

    # No ride is on.
    error NoRide (subject: ?string, detail: ?string)

    # What was asked does not fit the phase; detail is the phase.
    error WrongPhase (subject: ?string, detail: ?string)

    # Riding is free, so there is no target that could be raised or lowered.
    error NoTarget (subject: ?string, detail: ?string)

    # There is no such ride.
    error UnknownRide (subject: ?string, detail: ?string)

    # The ride is not finished.
    error RideUnfinished (subject: ?string, detail: ?string)

    # The ride cannot be cut so; subject is its length in seconds, detail tooShort, backwards, beyond or nothing.
    error TrimRefused (subject: ?string, detail: ?string)

    # The ride is not deleted.
    error NotDeleted (subject: ?string, detail: ?string)

    # A ride with the same start is there already; subject is its number, detail its start.
    error DuplicateRide (subject: ?string, detail: ?string)

    # The file cannot be taken; detail says why and where: a word, the byte, the line where it has lines, and more.
    error BadFile (subject: ?string, detail: ?string)

    # There is no such import, or its pieces do not follow each other.
    error UnknownImport (subject: ?string, detail: ?string)

    # So many files are being imported that another has to wait.
    error ImportBusy (subject: ?string, detail: ?string)

    # Zones by that method want a setting that is not there; subject is the method, detail the setting.
    error SettingMissing (subject: ?string, detail: ?string)

    # There is no such file format.
    error UnknownFormat (subject: ?string, detail: ?string)

    # The ride's radio traffic was not recorded, or is not kept; detail is noController, notPermitted or notKept.
    error NoRecording (subject: ?string, detail: ?string)

    # A scan during a ride would endanger the links.
    error ScanDuringRide (subject: ?string, detail: ?string)

    # The radio does not work; detail says how.
    error RadioUnavailable (subject: ?string, detail: ?string)

    # The start was given up because a Stop came.
    error StartWithdrawn (subject: ?string, detail: ?string)

    # The store could not be read or written; subject is the file or directory, and detail begins with a word
    # for the cause: otherOwner, readOnly, inUse, newerVersion, diskFull and others.
    error StoreFailed (subject: ?string, detail: ?string)

    # There is no such plan.
    error UnknownPlan (subject: ?string, detail: ?string)

    # There is a plan of that name already.
    error DuplicatePlan (subject: ?string, detail: ?string)

    # The plan is being ridden, and cannot be changed meanwhile.
    error PlanInUse (subject: ?string, detail: ?string)

    # The plan, or the file of one, cannot be taken or ridden; subject is its name, detail says why and where: a word,
    # the line of the file, the interval, 0 where there is none, and more.
    error BadPlan (subject: ?string, detail: ?string)

    # The ride is steady and has no intervals.
    error NoPlan (subject: ?string, detail: ?string)

    # The interval ends by itself and does not wait for Done.
    error NotAwaited (subject: ?string, detail: ?string)

    # The interval cannot be made longer so: it does not end by seconds or metres, or would be too long.
    error NotExtensible (subject: ?string, detail: ?string)

    # So many files are being exported that another has to wait.
    error ExportBusy (subject: ?string, detail: ?string)

    # The disk has too little room for that; subject is the directory, detail how many megabytes are free.
    error NoRoom (subject: ?string, detail: ?string)

    # The library is still being opened; ask again in a moment.
    error LibraryOpening (subject: ?string, detail: ?string)

    # The library cannot be put in another's place now; detail is riding, writing, importing or busy.
    error RestoreRefused (subject: ?string, detail: ?string)

    # The file is no library that can take the place of this one; detail begins with a word for the reason: notALibrary,
    # damaged, newerVersion or cut.
    error BadBackup (subject: ?string, detail: ?string)

    # The user has as many connections as one may have.
    error TooManyConnections (subject: ?string, detail: ?string)

    # The daemon is going down.
    error ShuttingDown (subject: ?string, detail: ?string)

    """
}
