package import BluetoothLE

/// A point of the ride clock that a later process can place: the clock counts from a certain boot of the machine.
package struct BootInstant: Hashable, Sendable {
  /// The kernel's name of the boot (`/proc/sys/kernel/random/boot_id`); not empty.
  package var bootID: String
  /// The point, as time since that boot (`CLOCK_BOOTTIME`).
  package var instant: MonotonicInstant

  package init(bootID: String, instant: MonotonicInstant) {
    self.bootID = bootID
    self.instant = instant
  }
}
