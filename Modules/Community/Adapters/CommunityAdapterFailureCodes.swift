import Kernel

extension Failure.Code {
    /// Thrown when the database has a newer schema or a record that this version cannot read.
    package static var communityNewer: Self { Self() }
    /// Thrown when the database has an older schema and needs `hub community migrate`.
    package static var communityOlder: Self { Self() }
    /// Thrown when the author's name in the identity file differs from the one of its secret.
    package static var identityForged: Self { Self() }
    /// Thrown when the identity file cannot be created or deleted.
    package static var identityNotKept: Self { Self() }
    /// Thrown when the identity file is a link, or other users own or may read it.
    package static var identityUnsafe: Self { Self() }
    /// Thrown when the file with the saved community is unreadable or has a wrong format.
    package static var pinDamaged: Self { Self() }
    /// Thrown when the file of database logins cannot be read or written.
    package static var loginNotKept: Self { Self() }
    /// Thrown when the file with the saved community cannot be written.
    package static var pinNotKept: Self { Self() }
    /// Thrown when the database refuses a text because of its length or characters.
    package static var textRefused: Self { Self() }
}
