import Kernel

extension Failure.Code {
    package static var photosDiffer: Self { Self() }
    package static var badCursor: Self { Self() }
    package static var notAYear: Self { Self() }
    package static var bookTooLarge: Self { Self() }
}
