import Kernel

extension Failure.Code {
    package static var archiveTooLarge: Self { Self() }
    package static var noSuchForm: Self { Self() }
    package static var badCursor: Self { Self() }
    package static var notAYear: Self { Self() }
    package static var bookTooLarge: Self { Self() }
}
