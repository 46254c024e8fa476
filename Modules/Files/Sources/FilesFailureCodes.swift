import Kernel

extension Failure.Code { package static var noHome: Self { Self() } }
