import Kernel

/// A small file next to a store that many people share.
///
/// Writers replace it as a whole, one after another, and readers take no lock. For the privacy of
/// the users, its times are whole days.
package struct SharedFile: Sendable {
    private let folder: String
    private let name: String
    private let system: any FileSystem
    private let now: @Sendable () -> Instant

    package init(
        _ name: String, in folder: String, system: any FileSystem = SystemCalls(),
        now: @escaping @Sendable () -> Instant
    ) {
        self.name = name
        self.folder = folder
        self.system = system
        self.now = now
    }

    /// Returns the contents, or nothing if the file is missing.
    package func bytes() throws -> [UInt8] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        let directory = try StoreDirectory(path: folder, access: .group, system: system, createsIfMissing: false)
        return try bytes(directory)
    }

    /// Replaces the contents, or leaves them unchanged if the body throws or returns nil.
    package func change<Value>(_ body: ([UInt8]) throws -> (value: Value, bytes: [UInt8]?)) throws -> Value {
        let directory = try StoreDirectory(path: folder, access: .group, system: system)
        guard let lock = try directory.open(name + ".lock", flags: O_RDWR | O_CREAT) else { throw openFailure }
        return try lock.locked {
            setTimes { futimens(lock.descriptor, $0) }
            let (value, bytes) = try body(bytes(directory))
            if let bytes { try replace(bytes, directory) }
            return value
        }
    }

    private func bytes(_ directory: StoreDirectory) throws -> [UInt8] {
        guard let file = try directory.open(name, flags: O_RDONLY) else { return [] }
        return try file.read(file.size(), at: 0)
    }

    /// Writes the new contents to a draft, and puts it in the place of the file.
    private func replace(_ bytes: [UInt8], _ directory: StoreDirectory) throws {
        let draft = name + ".new"
        // A process that was killed may have left a draft. Only its owner may write to it, so it is
        // created again.
        try directory.remove(draft)
        guard let file = try directory.open(draft, flags: O_RDWR | O_CREAT | O_EXCL) else { throw openFailure }
        try file.write(bytes, at: 0)
        try file.sync()
        setTimes { futimens(file.descriptor, $0) }
        try directory.rename(draft, to: name)
        // The directory's time changes with the names in it. Only the owner can set it, and other
        // users need not.
        setTimes { utimensat(AT_FDCWD, folder, $0, 0) }
    }

    /// Sets the times to the beginning of the day, because exact seconds could be matched with what
    /// was written then.
    private func setTimes(_ set: (UnsafePointer<timespec>) -> Int32) {
        let day = timespec(tv_sec: Int(now().milliseconds / 86_400_000) * 86_400, tv_nsec: 0)
        _ = [day, day].withUnsafeBufferPointer { times in times.baseAddress.map(set) }
    }

    private var openFailure: Failure {
        Failure(.diskTrouble, "Could not open \(folder)/\(name).", advice: "Try again.", kind: .temporary)
    }
}
