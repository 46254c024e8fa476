import Kernel

extension Failure.Code { package static var notDecided: Self { Self() } }
