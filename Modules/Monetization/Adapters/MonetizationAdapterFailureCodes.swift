import Kernel

extension Failure.Code {
    package static var catalogueMissing: Self { Self() }
    package static var keyUnsafe: Self { Self() }
    package static var licenceNotKept: Self { Self() }
    package static var verifierUnable: Self { Self() }
    package static var verifierUnsound: Self { Self() }
}
