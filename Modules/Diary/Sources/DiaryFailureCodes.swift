import Kernel

extension Failure.Code {
    package static var dayInFuture: Self { Self() }
    package static var entryAlreadyExists: Self { Self() }
    package static var entrySealed: Self { Self() }
    package static var noteTooLong: Self { Self() }
    package static var notSealed: Self { Self() }
    package static var photoExists: Self { Self() }
    package static var photoNotKept: Self { Self() }
    package static var photoNotRemoved: Self { Self() }
    package static var placeInvalid: Self { Self() }
    package static var sealInvalid: Self { Self() }
    package static var photosDiffer: Self { Self() }
}
