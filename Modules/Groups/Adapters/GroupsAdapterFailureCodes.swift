import Kernel

extension Failure.Code {
    /// Thrown when the database refuses this device's login, before it becomes `notMember` or
    /// `groupEmptied`.
    package static var groupLogin: Self { Self() }
    /// Thrown when the file of logins for groups cannot be read or written.
    package static var groupLoginNotKept: Self { Self() }
    /// Thrown when the database refuses a text because of its length or characters.
    package static var groupTextRefused: Self { Self() }
    /// Thrown when the key file for groups cannot be created.
    package static var memberKeyNotKept: Self { Self() }
    /// Thrown when the key file is a link, or other users own or may read it.
    package static var memberKeyUnsafe: Self { Self() }
}
