import Kernel

extension Failure.Code { package static var backupDamaged: Self { Self() } }
