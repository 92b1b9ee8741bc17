import Glibc

/// The place from which `apt` installs jz2's packages on this computer.
public enum PackageSource: Sendable {
  /// A repository: `install.sh` names one in its list of sources.
  case repository
  /// Files that the rider copies here.
  case files

  /// The source of this computer.
  @TaskLocal public static var current = access("/etc/apt/sources.list.d/jz2.sources", F_OK) == 0 ? repository : files

  /// Returns the command that installs a package, or brings it up to date.
  public func command(installing package: String) -> String {
    switch self {
    case .repository: "sudo apt install \(package)"
    case .files: "sudo apt install ./\(package)_*.deb"
    }
  }
}
