import Kernel

extension Failure.Code {
    package static var archiveDamaged: Self { Self() }
    package static var archiveForeign: Self { Self() }
    package static var archiveNewer: Self { Self() }
    package static var avatarInvalid: Self { Self() }
    package static var dailyGoalInvalid: Self { Self() }
    package static var profileNameInvalid: Self { Self() }
    package static var profileNameTaken: Self { Self() }
    package static var profileNotFound: Self { Self() }
    package static var tooManyProfiles: Self { Self() }
    package static var variantInvalid: Self { Self() }
}
