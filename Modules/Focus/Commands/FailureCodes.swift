import Kernel

extension Failure.Code {
    package static var tasksUnreadable: Self { Self() }
    package static var upAndDown: Self { Self() }
}
