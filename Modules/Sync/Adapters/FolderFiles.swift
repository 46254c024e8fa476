import Files
import Kernel
import Sync

/// The files of an account in a folder, as `files/<two letters>/<name>-<number>-<bytes>`.
///
/// Parts appear complete and never change. A part whose length differs from its name is incomplete.
/// Links, copies and drafts are ignored.
package struct FolderFiles: FilePlace {
    package let path: String
    private let mayMake: Bool
    private let now: (@Sendable () -> Instant)?
    private static let root = "files"
    /// More than an encrypted part has, in bytes.
    private static let maximumSize = 4 << 20

    /// - Parameters:
    ///   - mayMake: Whether to create a missing folder. Otherwise a missing folder counts as an
    ///     unplugged disk.
    ///   - now: The machine's clock, to recognize unchanged subfolders by their time. Without it
    ///     `tally()` reads every name.
    package init(_ path: String, mayMake: Bool, now: (@Sendable () -> Instant)? = nil) {
        self.path = path
        self.mayMake = mayMake
        self.now = now
    }

    package func parts() throws -> [String: Set<Int>] {
        try completeParts().reduce(into: [:]) { $0[$1.name.part.name, default: []].insert($1.name.part.number) }
    }

    package func fingerprint() throws -> String {
        try reportingUnreachable {
            guard let root = try open() else { return "" }
            let now = now?()
            var count = 0
            // A sum does not depend on the order of the names.
            var fingerprintSum = UInt64(0)
            for subfolder in try root.names() where subfolder.utf8.count == 2 {
                // A subfolder with the same, old enough time is unchanged. A recent one may change
                // twice within one clock tick.
                if let now, let changeTime = root.changedAt(subfolder),
                    FolderFiles.reliableAge.contains(now.milliseconds - changeTime.milliseconds)
                {
                    fingerprintSum &+= Fingerprint("\(subfolder) \(changeTime.milliseconds)".utf8).value
                    continue
                }
                try? root.subfolder(subfolder).eachName { name in
                    count += 1
                    fingerprintSum &+= Fingerprint(name).value
                }
            }
            return "\(count) \(fingerprintSum)"
        }
    }

    /// The age in milliseconds from which the time of a subfolder is reliable.
    ///
    /// It exceeds the coarsest clock tick of file systems, two seconds. A time in the future is not
    /// reliable.
    private static let reliableAge: ClosedRange<Int64> = 10_000 ... .max

    package func put(_ bytes: [UInt8], as part: FilePart) throws {
        guard part.isValid, bytes.count <= FolderFiles.maximumSize else { throw Failure.invalidPart }
        try reportingUnreachable {
            if mayMake { _ = try Folder.open(path, [], making: true) }
            _ = try Folder.open(path, [], making: false)
            let folder = try Folder.open(path, [FolderFiles.root, part.subfolder], making: true)
            let name = PartName(part: part, bytes: bytes.count)
            try folder.withFreeDraftName(name.text) { try folder.replace(bytes, named: name.text, draft: $0) }
        }
    }

    package func bytes(of part: FilePart) throws -> [UInt8]? {
        guard part.isValid else { return nil }
        return try reportingUnreachable {
            guard let folder = try open(part.subfolder) else { return nil }
            for name in try folder.names(of: part) {
                if let bytes = try? folder.read(name.text, limit: FolderFiles.maximumSize), bytes.count == name.bytes {
                    return bytes
                }
            }
            return nil
        }
    }

    package func remove(_ part: FilePart) throws {
        guard part.isValid else { return }
        try reportingUnreachable {
            guard let folder = try open(part.subfolder) else { return }
            for name in try folder.names(of: part) { try folder.removeIfExists(name.text) }
        }
    }

    package func remove(_ name: String) throws {
        let part = FilePart(name: name, number: 0)
        guard part.isValid else { return }
        try reportingUnreachable {
            guard let folder = try open(part.subfolder) else { return }
            for partName in try folder.names().compactMap(PartName.init) where partName.part.name == name {
                try folder.removeIfExists(partName.text)
            }
        }
    }

    package func size() throws -> Int { try completeParts().reduce(0) { $0 + $1.name.bytes } }

    // MARK: - Folder access

    /// Returns the parts whose length matches their name.
    private func completeParts() throws -> [(subfolder: String, name: PartName)] {
        try reportingUnreachable {
            guard let root = try open() else { return [] }
            return try root.names().filter { $0.utf8.count == 2 }.flatMap {
                subfolder -> [(subfolder: String, name: PartName)] in
                guard let folder = try? root.subfolder(subfolder) else { return [] }
                return try folder.names().compactMap(PartName.init).filter {
                    $0.part.subfolder == subfolder && folder.metadata(of: $0.text)?.bytes == $0.bytes
                }.map { (subfolder, $0) }
            }
        }
    }

    private func open(_ names: String...) throws -> Folder? {
        // A missing `path` is a failure, unlike a missing subfolder.
        do { _ = try Folder.open(path, [], making: false) } catch FileError.missing where mayMake { return nil }
        do { return try Folder.open(path, ([FolderFiles.root] + names)[...], making: false) } catch FileError.missing {
            return nil
        } catch FileError.notAFolder { return nil }
    }

    private func reportingUnreachable<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let trouble as FileError { throw FolderTransport.unreachable(path, trouble) }
    }
}

/// A file name in the folder, with its part and length.
private struct PartName {
    let part: FilePart
    let bytes: Int

    init(part: FilePart, bytes: Int) {
        self.part = part
        self.bytes = bytes
    }

    init?(_ text: String) {
        let words = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 3, let number = Int(words[1]), let bytes = Int(words[2]), bytes >= 0 else { return nil }
        self.init(part: FilePart(name: words[0], number: number), bytes: bytes)
        guard part.isValid, self.text == text else { return nil }
    }

    var text: String { "\(part.name)-\(part.number)-\(bytes)" }
}

extension FilePart { fileprivate var subfolder: String { String(name.prefix(2)) } }

extension Folder {
    fileprivate func names(of part: FilePart) throws -> [PartName] {
        try names().filter { $0.hasPrefix("\(part.name)-\(part.number)-") }.compactMap(PartName.init)
    }

    fileprivate func removeIfExists(_ name: String) throws {
        do { try remove(name) } catch FileError.missing { return }
    }
}
