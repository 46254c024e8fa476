import Kernel

extension Failure.Code { package static var noButtons: Self { Self() } }
