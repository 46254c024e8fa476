import Kernel

/// The users who may access a store's files.
public enum StoreAccess: Sendable {
    /// Only the owner: directory 0700, files 0600.
    case owner
    /// The group of the directory: 2770 and 0660.
    case group
}

extension StoreAccess {
    /// The permissions of the directory.
    var directoryMode: mode_t { self == .owner ? 0o700 : 0o2770 }
    /// The permissions of its files.
    var fileMode: mode_t { self == .owner ? 0o600 : 0o660 }

    /// Checks the owner and permissions of an item.
    ///
    /// - Parameter group: the group that a file in a shared store must have, or nil for the
    ///   directory itself.
    func check(_ status: stat, path: String, group: gid_t?) throws {
        switch self {
        case .owner:
            guard status.st_uid == geteuid() else { throw Failure.unsafe(path, "it belongs to another user") }
            guard status.st_mode & 0o022 == 0 else {
                throw Failure.unsafe(path, "other people can write to it", advice: "chmod go-w")
            }
        case .group:
            if let group, status.st_gid != group {
                throw Failure.unsafe(path, "its group is not the group of its folder")
            }
            guard status.st_mode & 0o002 == 0 else {
                throw Failure.unsafe(path, "all users can write to it", advice: "chmod o-w")
            }
        }
    }
}

extension Failure {
    /// Returns the failure for an item that others could change.
    static func unsafe(_ path: String, _ reason: String, advice: String = "") -> Failure {
        Failure(
            .unsafeStore, "\(path) cannot be used for your data: \(reason).",
            advice: advice.isEmpty
                ? "Choose another folder, or correct that." : "Correct that with `\(advice) \(path)`.",
            kind: .cannotCreate)
    }
}
