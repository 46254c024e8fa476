import Kernel

extension Failure.Code {
    package static var aboutUnclear: Self { Self() }
    package static var dayUnused: Self { Self() }
    package static var columnUnknown: Self { Self() }
    package static var fileMissing: Self { Self() }
    package static var fileUnused: Self { Self() }
    package static var formUnclear: Self { Self() }
    package static var formUnknown: Self { Self() }
    package static var gapsLeft: Self { Self() }
    package static var importUnreadable: Self { Self() }
    package static var senderMissing: Self { Self() }
    package static var senderUnclear: Self { Self() }
    package static var stepWithoutDay: Self { Self() }
}
