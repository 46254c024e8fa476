import Kernel

extension Failure.Code {
    package static var unknownKindOfSession: Self { Self() }
    package static var daysTurnedRound: Self { Self() }
}
