import Kernel

extension Failure.Code {
    package static var editorFailed: Self { Self() }
    package static var noPlace: Self { Self() }
    package static var notUnicode: Self { Self() }
}
