import Kernel

/// The kind, owner and permissions of a file, checked before its contents are trusted or run.
package struct FileMetadata: Hashable, Sendable {
    /// The kind of a file. Pipes and devices are `other`.
    package enum Kind: Hashable, Sendable { case file, folder, other }

    package let kind: Kind
    /// Whether this user or root owns the file.
    package let isOwn: Bool
    /// Whether the group or all users can write the file.
    package let isOpenToOthers: Bool
    package let isExecutable: Bool

    /// Reads the metadata at a path and follows links. The result is nil if the path or the target
    /// of a link does not exist.
    package init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        kind = status.st_mode & S_IFMT == S_IFREG ? .file : status.st_mode & S_IFMT == S_IFDIR ? .folder : .other
        isOwn = status.st_uid == getuid() || status.st_uid == 0
        isOpenToOthers = status.st_mode & (S_IWGRP | S_IWOTH) != 0
        isExecutable = access(path, X_OK) == 0
    }

    /// Returns the folder that contains the target of a path once all links are followed, or nil if
    /// there is no target.
    package static func realFolder(of path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return "/" + String(cString: real).split(separator: "/").dropLast().joined(separator: "/")
    }
}
