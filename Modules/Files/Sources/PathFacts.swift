import Kernel

/// What lies at a path, and who may change it: what is asked before somebody else's words or programs are trusted.
public struct PathFacts: Hashable, Sendable {
    /// What programs are, what they lie in, and everything else: links to nothing, pipes, devices.
    public enum Kind: Hashable, Sendable { case file, folder, other }

    /// A program must be a file.
    public let kind: Kind
    /// Whether it belongs to this person or to root.
    public let isOwn: Bool
    /// Whether its group or everybody may change it.
    public let isOpenToOthers: Bool
    /// Whether this person may run it.
    public let isExecutable: Bool

    /// What lies at a path, behind any link; nil where there is nothing, or a link to nothing.
    public init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        kind = status.st_mode & S_IFMT == S_IFREG ? .file : status.st_mode & S_IFMT == S_IFDIR ? .folder : .other
        isOwn = status.st_uid == getuid() || status.st_uid == 0
        isOpenToOthers = status.st_mode & (S_IWGRP | S_IWOTH) != 0
        isExecutable = access(path, X_OK) == 0
    }

    /// The folder in which a path ends once all links are followed; nil where it leads to nothing.
    public static func realFolder(of path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return "/" + String(cString: real).split(separator: "/").dropLast().joined(separator: "/")
    }
}
