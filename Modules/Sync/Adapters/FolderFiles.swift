import Files
import Kernel
import Sync

/// Files of an account in a folder: `files/<two letters>/<name>-<number>-<bytes>`, parts that appear whole and never change. What is of another length than
/// its name says is not whole yet; links, copies and drafts count for nothing.
public struct FolderFiles: FilePlace {
    /// Where the folder is, absolute.
    public let path: String
    private let mayMake: Bool
    private let now: (@Sendable () -> Instant)?
    private static let root = "files"
    /// More than a part takes, sealed.
    private static let mostBytes = 4 << 20

    /// - Parameters:
    ///   - mayMake: whether the folder is made when it is not there. Else one that is missing is a disk that is not plugged in.
    ///   - now: the machine's clock, by which a shelf that has rested is known; without it `tally()` reads every name.
    public init(_ path: String, mayMake: Bool, now: (@Sendable () -> Instant)? = nil) {
        (self.path, self.mayMake, self.now) = (path, mayMake, now)
    }

    public func parts() throws -> [String: Set<Int>] {
        try each().reduce(into: [:]) { $0[$1.name.part.name, default: []].insert($1.name.part.number) }
    }

    public func tally() throws -> String {
        try reaching {
            guard let root = try open() else { return "" }
            let now = now?()
            var (count, sum) = (0, UInt64(0))
            for shelf in try root.names() where shelf.utf8.count == 2 {
                // A shelf that has rested is what it was, as long as its time is; one that has not may change twice within one tick of its clock.
                if let now, let changed = root.changedAt(shelf),
                    FolderFiles.rest.contains(now.milliseconds - changed.milliseconds)
                {
                    sum &+= FolderFiles.checksum("\(shelf) \(changed.milliseconds)".utf8)
                    continue
                }
                try? root.below(shelf).eachName { name in
                    count += 1
                    sum &+= FolderFiles.checksum(name)
                }
            }
            return "\(count) \(sum)"
        }
    }

    /// Milliseconds after which a shelf has rested: more than the two seconds that the coarsest clock of a file system takes for a tick. One whose time
    /// lies ahead of ours has not.
    private static let rest: ClosedRange<Int64> = 10_000 ... .max

    /// FNV-1a: the sum of several says nothing of their order.
    private static func checksum(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    public func put(_ bytes: [UInt8], as part: FilePart) throws {
        guard part.isSound, bytes.count <= FolderFiles.mostBytes else { throw Failure.unsoundPart }
        try reaching {
            if mayMake { _ = try Folder.open(path, [], making: true) }
            _ = try Folder.open(path, [], making: false)
            let folder = try Folder.open(path, [FolderFiles.root, part.shelf], making: true)
            let name = PartName(part: part, bytes: bytes.count)
            try folder.drafting(name.text) { try folder.replace(bytes, named: name.text, draft: $0) }
        }
    }

    public func bytes(of part: FilePart) throws -> [UInt8]? {
        guard part.isSound else { return nil }
        return try reaching {
            guard let folder = try open(part.shelf) else { return nil }
            for name in try folder.names(of: part) {
                if let bytes = try? folder.read(name.text, limit: FolderFiles.mostBytes), bytes.count == name.bytes {
                    return bytes
                }
            }
            return nil
        }
    }

    public func remove(_ part: FilePart) throws {
        guard part.isSound else { return }
        try reaching {
            guard let folder = try open(part.shelf) else { return }
            for name in try folder.names(of: part) { try folder.removeIfThere(name.text) }
        }
    }

    public func remove(_ name: String) throws {
        let part = FilePart(name: name, number: 0)
        guard part.isSound else { return }
        try reaching {
            guard let folder = try open(part.shelf) else { return }
            for other in try folder.names().compactMap(PartName.init) where other.part.name == name {
                try folder.removeIfThere(other.text)
            }
        }
    }

    public func size() throws -> Int { try each().reduce(0) { $0 + $1.name.bytes } }

    // MARK: - The folder

    /// Parts that are whole as far as their length goes.
    private func each() throws -> [(shelf: String, name: PartName)] {
        try reaching {
            guard let root = try open() else { return [] }
            return try root.names().filter { $0.utf8.count == 2 }.flatMap { shelf -> [(shelf: String, name: PartName)] in
                guard let folder = try? root.below(shelf) else { return [] }
                return try folder.names().compactMap(PartName.init).filter {
                    $0.part.shelf == shelf && folder.facts(of: $0.text)?.bytes == $0.bytes
                }.map { (shelf, $0) }
            }
        }
    }

    private func open(_ names: String...) throws -> Folder? {
        // That the whole place is gone is another thing.
        do { _ = try Folder.open(path, [], making: false) } catch FileTrouble.missing where mayMake { return nil }
        do { return try Folder.open(path, ([FolderFiles.root] + names)[...], making: false) } catch FileTrouble.missing {
            return nil
        } catch FileTrouble.notAFolder { return nil }
    }

    private func reaching<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let trouble as FileTrouble { throw FolderTransport.away(path, trouble) }
    }
}

/// A name in the folder: which part it is, and how long.
private struct PartName {
    let part: FilePart
    let bytes: Int

    init(part: FilePart, bytes: Int) { (self.part, self.bytes) = (part, bytes) }

    init?(_ text: String) {
        let words = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 3, let number = Int(words[1]), let bytes = Int(words[2]), bytes >= 0 else { return nil }
        self.init(part: FilePart(name: words[0], number: number), bytes: bytes)
        guard part.isSound, self.text == text else { return nil }
    }

    var text: String { "\(part.name)-\(part.number)-\(bytes)" }
}

extension FilePart {
    fileprivate var shelf: String { String(name.prefix(2)) }
}

extension Folder {
    fileprivate func names(of part: FilePart) throws -> [PartName] {
        try names().filter { $0.hasPrefix("\(part.name)-\(part.number)-") }.compactMap(PartName.init)
    }

    fileprivate func removeIfThere(_ name: String) throws {
        do { try remove(name) } catch FileTrouble.missing { return }
    }
}
