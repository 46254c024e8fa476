import Kernel

extension Failure.Code {
    package static var __module__ItemNotFound: Self { Self() }
    package static var __module__TitleInvalid: Self { Self() }
    package static var __module__TitleTaken: Self { Self() }
}
