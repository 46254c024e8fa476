import Kernel

extension Failure.Code {
    package static var notAnOrdinaryFile: Self { Self() }
    package static var unreadableFile: Self { Self() }
}
