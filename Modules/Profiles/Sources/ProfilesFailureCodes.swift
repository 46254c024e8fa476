import Kernel

extension Failure.Code {
    /// Thrown by `profile import` when the file lacks a profile or differs from its checksum.
    package static var archiveDamaged: Self { Self() }
    /// Thrown by `profile import` when the file belongs to another format.
    package static var archiveForeign: Self { Self() }
    /// Thrown by `profile import` when a newer version of the app wrote the file.
    package static var archiveNewer: Self { Self() }
    /// Thrown when an avatar is longer than one visible character or 64 bytes.
    package static var avatarInvalid: Self { Self() }
    /// Thrown when a daily goal is outside 1 to 500 cards.
    package static var dailyGoalInvalid: Self { Self() }
    /// Thrown when a profile name is empty, over 40 characters or contains invisible characters.
    package static var profileNameInvalid: Self { Self() }
    /// Thrown when another profile has the same name, ignoring case.
    package static var profileNameTaken: Self { Self() }
    /// Thrown when a name or identifier matches no profile.
    package static var profileNotFound: Self { Self() }
    /// Thrown when the device already has 6 profiles.
    package static var tooManyProfiles: Self { Self() }
    /// Thrown when the identifier of a variant exceeds 64 bytes.
    package static var variantInvalid: Self { Self() }
}
