import Kernel

extension Failure.Code { package static var pressFailed: Self { Self() } }
