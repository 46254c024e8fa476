import Kernel

extension Failure.Code {
    package static var backupDamaged: Self { Self() }
    package static var backupForeign: Self { Self() }
    package static var backupNewer: Self { Self() }
    package static var cannotBackUp: Self { Self() }
    package static var cannotRestore: Self { Self() }
    package static var dataThere: Self { Self() }
    package static var exportDamaged: Self { Self() }
    package static var exportForeign: Self { Self() }
}
