import Kernel

extension Failure.Code {
    /// Thrown when the editor exits with an error, or saves a file that is unreadable or over 1
    /// MiB.
    package static var editorFailed: Self { Self() }
    /// Thrown on macOS, which lacks the application menus of Linux desktops.
    package static var menuElsewhere: Self { Self() }
    /// Thrown when the `.desktop` file at the path was written or changed by another program or the
    /// user.
    package static var menuTaken: Self { Self() }
    /// Thrown when the path of the program contains characters that a `.desktop` file cannot
    /// express.
    package static var menuUnsaid: Self { Self() }
    /// Thrown when the `.desktop` file cannot be written or removed, or its folder is unknown.
    package static var menuUnwritten: Self { Self() }
    /// Thrown when display settings are saved while both HOME and `--data` are missing.
    package static var noPlace: Self { Self() }
    /// Thrown when the editor saves a draft that is invalid UTF-8.
    package static var notUnicode: Self { Self() }
}
