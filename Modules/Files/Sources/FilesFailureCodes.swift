import Kernel

extension Failure.Code {
    /// Thrown when neither HOME, XDG variables nor `--data` determine the folder of the program's
    /// data.
    package static var noHome: Self { Self() }
}
