import Kernel

extension Failure.Code { static var notAMode: Self { Self() } }
