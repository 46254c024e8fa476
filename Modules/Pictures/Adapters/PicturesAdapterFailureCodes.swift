import Kernel

extension Failure.Code { package static var damaged: Self { Self() } }
