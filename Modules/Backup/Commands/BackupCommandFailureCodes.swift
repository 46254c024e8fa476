import Kernel

extension Failure.Code {
    package static var backupForeign: Self { Self() }
    package static var backupNewer: Self { Self() }
    package static var cannotBackUp: Self { Self() }
    package static var cannotRestore: Self { Self() }
}
