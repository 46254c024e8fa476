import Kernel

extension Failure.Code {
    package static var notAnOrdinaryFile: Self { Self() }
    static var packageNotMade: Self { Self() }
    static var packageTooLarge: Self { Self() }
    package static var packNotLaid: Self { Self() }
    package static var unreadableFile: Self { Self() }
}
