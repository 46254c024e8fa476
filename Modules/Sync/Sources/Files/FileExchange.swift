import Kernel
import Synchronization

/// Exchanges the files that records refer to between all devices of an account.
///
/// Files follow their records, once for each content, in parts and small ones first. The whole
/// state is in the place and the drafts. So a process may end at any moment, and another one
/// continues.
package struct FileExchange: Sendable {
    let replica: Replica
    let place: any FilePlace
    let home: any FileHome
    let drafts: any FilePlace
    let files: SyncableFiles
    /// The secret from which the names in the place are computed.
    private let secret: [UInt8]
    /// The paths whose content this process has verified.
    let verifiedPaths = VerifiedPaths()
    /// The size of a part in bytes. Encrypted it has one MiB.
    package var partLength = 1 << 20 - 64

    /// - Parameters:
    ///   - replica: The records that refer to the files, and the seal.
    ///   - home: The files on this device.
    ///   - drafts: The private storage for parts of incomplete files.
    ///   - key: Determines the names in the place, so that strangers cannot test for a known file.
    ///     Nil without encryption.
    package init(
        of replica: Replica, at place: any FilePlace, home: any FileHome, drafts: any FilePlace, files: SyncableFiles,
        key: AccountKey?
    ) {
        self.replica = replica
        self.place = place
        self.home = home
        self.drafts = drafts
        self.files = files
        secret = key?.derived("files") ?? Array(replica.settings.account.utf8)
    }

    /// Uploads and downloads missing files within limits, and deletes unused files from the place.
    ///
    /// - Parameter records: The report of the preceding round of records. Files are deleted only if
    ///   that round was complete.
    /// - Throws: A `Failure` of the store or of the app's closures. Failures of the place and the
    ///   seal are in `stopped` of the report.
    @discardableResult
    package func round(after records: SyncReport, _ limits: FileLimits = FileLimits()) throws -> FileReport {
        guard try !hasNoWork() else { return FileReport() }
        let feedPosition = try feedEnd()
        let referencedFiles = try files.referencedFiles().filter { home.accepts($0.path) }
        var round = Round(limits: limits, known: try markingWanted(referencedFiles))
        do {
            let tally = try place.fingerprint()
            round.partsInPlace = try place.parts()
            try deleteDrafts(referencedFiles, in: &round)
            try publishSameSizeRecords(referencedFiles, in: &round)
            for file in try sorted(referencedFiles, round.known) { try sync(file, in: &round) }
            if records.troubles.isEmpty && records.missing == 0 {
                try removeUnwanted(referencedFiles, in: &round)
                if round.report == FileReport() {
                    try replica.store.write { try $0.put(IdleFileRound(feed: feedPosition, tally: tally)) }
                }
            }
        } catch let failure as Failure where failure.isConnectionFailure {
            round.report.stopped = failure
        }
        if round.report.stopped != nil { round.report.waiting = try referencedFiles.count { try !isDone($0, round) } }
        return round.report
    }

    /// Returns whether neither this device nor the place has changed since a round without work. A
    /// card is written at least once a day, so this ends then.
    private func hasNoWork() throws -> Bool {
        guard let idleRound = try replica.store.read({ try $0.record(IdleFileRound.only) }) else { return false }
        // The feed is read change by change. It returns whole transactions, and omits one that
        // exceeds the limit.
        let nextChanges = try replica.store.changes(since: idleRound.feed, limit: 1)
        guard nextChanges.count == 1, nextChanges[0].address.collection == IdleFileRound.collection.name,
            try replica.store.changes(since: nextChanges[0].sequence, limit: 1).isEmpty
        else { return false }
        do { return try place.fingerprint() == idleRound.tally } catch is Failure { return false }
    }

    private func feedEnd() throws -> Int {
        let position = try replica.feedPosition()
        return try replica.feed(after: FeedPosition(sequence: position)).last?.sequence ?? position
    }

    /// Returns the number of files to upload or download, and contacts the place.
    package func waiting() throws -> Int {
        var round = Round(limits: FileLimits(), known: try records())
        round.partsInPlace = try place.parts()
        return try files.referencedFiles().count { try home.accepts($0.path) && !isDone($0, round) }
    }

    /// The state of one round.
    struct Round {
        var report = FileReport()
        let limits: FileLimits
        /// The records by path, including those of unused files.
        var known: [String: FileRecord]
        var partsInPlace: [String: Set<Int>] = [:]
        /// The number of parts transferred in this round.
        private(set) var transferCount = 0

        init(limits: FileLimits, known: [String: FileRecord]) {
            self.limits = limits
            self.known = known
        }

        /// Returns whether another part may be transferred.
        func mayTransfer(_ now: Instant) -> Bool {
            guard transferCount > 0 else { return true }
            if let bytes = limits.bytes, report.bytesSent + report.bytesReceived >= bytes { return false }
            return limits.until.map { now < $0 } ?? true
        }

        mutating func recordTransfer(sent: Int = 0, received: Int = 0) {
            transferCount += 1
            report.bytesSent += sent
            report.bytesReceived += received
        }
    }

    // MARK: - Names

    /// Returns the name of a content in the place.
    package func name(of digest: String) -> String {
        KeyedDigest(key: secret).code(of: Array("\(digest) \(partLength)".utf8)).letters
    }

    func partCount(_ size: Int) -> Int { max(1, (size + partLength - 1) / partLength) }

    /// Returns one part of a file with its byte range.
    func content(_ record: FileRecord, _ number: Int) -> (part: FilePart, offset: Int, count: Int) {
        let offset = number * partLength
        return (FilePart(name: name(of: record.digest), number: number), offset, min(partLength, record.size - offset))
    }

    /// Returns the numbers of the parts that the place lacks.
    func missing(_ record: FileRecord, in storedParts: [String: Set<Int>]) -> [Int] {
        let storedParts = storedParts[name(of: record.digest)] ?? []
        return (0..<partCount(record.size)).filter { !storedParts.contains($0) }
    }

    // MARK: - Records

    func records() throws -> [String: FileRecord] {
        let fileRecords = try replica.store.read { try $0.records(Selection<FileRecord>.all) }
        return Dictionary(fileRecords.filter(\.isValid).map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the known files. Files that are referred to again are marked as wanted.
    private func markingWanted(_ referencedFiles: [SyncableFile]) throws -> [String: FileRecord] {
        var known = try records()
        let wantedAgain = referencedFiles.compactMap { known[$0.path] }.filter { !$0.isWanted }
        guard !wantedAgain.isEmpty else { return known }
        try replica.store.write { transaction in
            for var record in wantedAgain {
                record.isWanted = true
                try transaction.put(record)
            }
        }
        for record in wantedAgain { known[record.path]?.isWanted = true }
        return known
    }

    /// Returns the files by priority, then by size.
    private func sorted(_ referencedFiles: [SyncableFile], _ known: [String: FileRecord]) throws -> [SyncableFile] {
        let sized = try referencedFiles.map { file in
            (file, try known[file.path]?.size ?? home.size(of: file.path) ?? Int.max)
        }
        return sized.sorted { ($0.0.order, $0.1, $0.0.path) < ($1.0.order, $1.1, $1.0.path) }.map(\.0)
    }

    private func isDone(_ file: SyncableFile, _ round: Round) throws -> Bool {
        guard let record = round.known[file.path], missing(record, in: round.partsInPlace).isEmpty else { return false }
        return try home.size(of: file.path) != nil
    }

    /// Uploads or downloads one file, and records a failure in the report.
    private func sync(_ file: SyncableFile, in round: inout Round) throws {
        let existsHere = try home.size(of: file.path) != nil
        if existsHere, round.report.stopped != nil { return }
        do {
            if try !(existsHere ? upload(file.path, in: &round) : download(file.path, in: &round)) {
                round.report.waiting += 1
            }
        } catch let failure as Failure where existsHere && failure.isConnectionFailure {
            // A full place still serves downloads and deletions.
            round.report.stopped = failure
        } catch let failure as Failure where !failure.isConnectionFailure {
            round.report.waiting += 1
            round.report.troubles.append(failure)
        }
    }
}

/// The verified paths, shared by all copies of one exchange.
final class VerifiedPaths: Sendable {
    private let paths = Mutex<Set<String>>([])

    func contains(_ path: String) -> Bool { paths.withLock { $0.contains(path) } }
    func insert(_ path: String) { paths.withLock { _ = $0.insert(path) } }
}

extension FileRecord {
    /// Whether a record from another device is valid.
    var isValid: Bool { (0...1 << 36).contains(size) && digest.utf8.count == 64 && id == FileRecord.id(of: path) }
}

extension Failure {
    /// Whether the place or the seal has failed, which affects all files alike.
    var isConnectionFailure: Bool {
        [.syncPlaceAway, .syncSealUnable, .syncWrongKey, .syncOtherAccount, .syncForeignPlace].contains(code)
            || kind == .missingProgram
    }
}
