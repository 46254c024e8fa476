import Kernel

/// A small file beside a store that many people share: replaced whole, one writer after another, readable without waiting. Its times are
/// whole days, and nothing in it or about it is older than its contents.
package struct FileBeside: Sendable {
    private let folder: String
    private let name: String
    private let system: any FileSystem
    private let now: @Sendable () -> Instant

    /// The file of this name in the directory of a shared store.
    package init(
        _ name: String, in folder: String, system: any FileSystem = SystemCalls(), now: @escaping @Sendable () -> Instant
    ) {
        (self.name, self.folder, self.system, self.now) = (name, folder, system, now)
    }

    /// What stands in it; nothing when it is not there.
    package func bytes() throws -> [UInt8] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        let directory = try StoreDirectory(path: folder, access: .group, system: system, mayMake: false)
        return try bytes(directory)
    }

    /// Changes it: wholly or, when the body throws or gives nil, not at all.
    package func change<Value>(_ body: ([UInt8]) throws -> (value: Value, bytes: [UInt8]?)) throws -> Value {
        let directory = try StoreDirectory(path: folder, access: .group, system: system)
        guard let lock = try directory.open(name + ".lock", flags: O_RDWR | O_CREAT) else { throw missing }
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

    private func replace(_ bytes: [UInt8], _ directory: StoreDirectory) throws {
        let draft = name + ".new"
        // One that was left by somebody who died is theirs; ours is made anew.
        try directory.remove(draft)
        guard let file = try directory.open(draft, flags: O_RDWR | O_CREAT | O_EXCL) else { throw missing }
        try file.write(bytes, at: 0)
        try file.sync()
        setTimes { futimens(file.descriptor, $0) }
        try directory.rename(draft, to: name)
        // The directory's own time changed with the names in it. Whoever does not own it cannot set that, and need not.
        setTimes { utimensat(AT_FDCWD, folder, $0, 0) }
    }

    /// To the beginning of the day: a time to the second would stand beside the times of what was written in that second.
    private func setTimes(_ set: (UnsafePointer<timespec>) -> Int32) {
        let day = timespec(tv_sec: Int(now().milliseconds / 86_400_000) * 86_400, tv_nsec: 0)
        _ = [day, day].withUnsafeBufferPointer { times in times.baseAddress.map(set) }
    }

    private var missing: Failure {
        Failure(.diskTrouble, "Could not open \(folder)/\(name).", advice: "Try again.", kind: .temporary)
    }
}
