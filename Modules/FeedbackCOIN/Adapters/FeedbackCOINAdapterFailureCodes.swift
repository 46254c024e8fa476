import Kernel

extension Failure.Code {
    package static var draftNotOpened: Self { Self() }
    package static var mailNotConfigured: Self { Self() }
    package static var mailNotSent: Self { Self() }
    package static var mailProgramMissing: Self { Self() }
    package static var mailRefused: Self { Self() }
    package static var mailUncertain: Self { Self() }
}
