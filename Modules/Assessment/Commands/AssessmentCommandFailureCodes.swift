import Kernel

extension Failure.Code {
    package static var dayMissing: Self { Self() }
    package static var gradingLeft: Self { Self() }
    package static var nothingNamed: Self { Self() }
    package static var unknownTestKind: Self { Self() }
}
