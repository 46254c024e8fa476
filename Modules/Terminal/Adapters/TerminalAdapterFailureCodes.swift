import Kernel

extension Failure.Code {
    package static var editorFailed: Self { Self() }
    package static var menuElsewhere: Self { Self() }
    package static var menuTaken: Self { Self() }
    package static var menuUnsaid: Self { Self() }
    package static var menuUnwritten: Self { Self() }
    package static var noPlace: Self { Self() }
    package static var notUnicode: Self { Self() }
}
