import Kernel

extension Failure.Code { package static var unknownTour: Self { Self() } }
