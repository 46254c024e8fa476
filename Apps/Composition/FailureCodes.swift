import Kernel

extension Failure.Code {
    static var cannotKeep: Self { Self() }
    static var editorFailed: Self { Self() }
    static var noHome: Self { Self() }
}
