import Kernel

extension Failure.Code {
    package static var archiveBroken: Self { Self() }
    package static var folderNotWritten: Self { Self() }
    package static var importUnknown: Self { Self() }
}
