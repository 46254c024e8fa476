import Kernel
import Synchronization

/// Brings the files that records name to all devices of an account, beside the records and after them: by content, each content once, part by part, small
/// ones first. Nothing of it is remembered but what lies in the place and in the drafts, so a process may end at any moment and another one goes on.
public struct FileExchange: Sendable {
    let replica: Replica
    let place: any FilePlace
    let home: any FileHome
    let drafts: any FilePlace
    let files: TravellingFiles
    private let secret: [UInt8]
    /// Files that this process has read and found to be what was told of them.
    let proved = Proved()
    /// How many bytes of a file are a part: with what stands around them they are sealed as a mebibyte.
    package var partLength = 1 << 20 - 64

    /// - Parameters:
    ///   - replica: whose records name the files, and whose seal closes them.
    ///   - home: where files lie on this device.
    ///   - drafts: where parts wait on this device until their file is whole. Nobody else has it.
    ///   - key: names in the place follow from it, so that a stranger cannot ask whether a file that he has lies there; nil where nothing is sealed.
    public init(
        of replica: Replica, at place: any FilePlace, home: any FileHome, drafts: any FilePlace, files: TravellingFiles,
        key: AccountKey?
    ) {
        (self.replica, self.place, self.home, self.drafts, self.files) = (replica, place, home, drafts, files)
        secret = key?.derived("files") ?? Array(replica.settings.account.utf8)
    }

    /// Sends and fetches what is missing, within limits, and removes from the place what nothing names any more.
    ///
    /// - Parameter records: what the round of records before it has done: only when that had all there is, a file may be called unwanted.
    /// - Throws: `Failure` of the store and of the app's questions. Of the place and the seal: `stopped` in the report.
    @discardableResult
    public func round(after records: SyncReport, _ limits: FileLimits = FileLimits()) throws -> FileReport {
        guard try !isQuiet() else { return FileReport() }
        let feed = try feedEnd()
        let named = try files.named().filter { home.holds($0.path) }
        var round = Round(limits: limits, known: try wanting(named))
        do {
            let tally = try place.tally()
            round.there = try place.parts()
            try dropDrafts(named, in: &round)
            try tellTwins(named, in: &round)
            for file in try sorted(named, round.known) { try bring(file, in: &round) }
            if records.troubles.isEmpty && records.missing == 0 {
                try letGo(named, in: &round)
                if round.report == FileReport() { try replica.store.write { try $0.put(QuietFiles(feed: feed, tally: tally)) } }
            }
        } catch let failure as Failure where failure.isOfLink {
            round.report.stopped = failure
        }
        if round.report.stopped != nil { round.report.waiting = try named.count { try !isDone($0, round) } }
        return round.report
    }

    /// Whether nothing was written here and nothing came to the place, or went from it, since a round that had nothing to do. Once a day a card is written.
    private func isQuiet() throws -> Bool {
        guard let quiet = try replica.store.read({ try $0.record(QuietFiles.only) }) else { return false }
        // One by one: a feed gives whole transactions, and leaves out the one that goes beyond the limit.
        let next = try replica.store.changes(since: quiet.feed, limit: 1)
        guard next.count == 1, next[0].address.collection == QuietFiles.collection.name,
            try replica.store.changes(since: next[0].sequence, limit: 1).isEmpty
        else { return false }
        do { return try place.tally() == quiet.tally } catch is Failure { return false }
    }

    private func feedEnd() throws -> Int {
        let position = try replica.feedPosition()
        return try replica.feed(behind: FeedPosition(sequence: position)).last?.sequence ?? position
    }

    /// How many files are still to leave or to come; it asks the place what lies there.
    public func waiting() throws -> Int {
        var round = Round(limits: FileLimits(), known: try records())
        round.there = try place.parts()
        return try files.named().count { try home.holds($0.path) && !isDone($0, round) }
    }

    /// What one round remembers.
    struct Round {
        var report = FileReport()
        let limits: FileLimits
        /// By path; unwanted ones too.
        var known: [String: FileRecord]
        var there: [String: Set<Int>] = [:]
        private(set) var parts = 0

        init(limits: FileLimits, known: [String: FileRecord]) { (self.limits, self.known) = (limits, known) }

        /// Whether another part may go.
        func maySpend(_ now: Instant) -> Bool {
            guard parts > 0 else { return true }
            if let bytes = limits.bytes, report.bytesSent + report.bytesReceived >= bytes { return false }
            return limits.until.map { now < $0 } ?? true
        }

        mutating func spend(sent: Int = 0, received: Int = 0) {
            parts += 1
            report.bytesSent += sent
            report.bytesReceived += received
        }
    }

    // MARK: - Names

    /// A content's name in the place.
    package func name(of digest: String) -> String {
        HMAC.code(Array("\(digest) \(partLength)".utf8), by: secret).letters
    }

    func partCount(_ size: Int) -> Int { max(1, (size + partLength - 1) / partLength) }

    func content(_ record: FileRecord, _ number: Int) -> (part: FilePart, offset: Int, count: Int) {
        let offset = number * partLength
        return (FilePart(name: name(of: record.digest), number: number), offset, min(partLength, record.size - offset))
    }

    func missing(_ record: FileRecord, in there: [String: Set<Int>]) -> [Int] {
        let there = there[name(of: record.digest)] ?? []
        return (0..<partCount(record.size)).filter { !there.contains($0) }
    }

    // MARK: - Records

    func records() throws -> [String: FileRecord] {
        let all = try replica.store.read { try $0.records(Selection<FileRecord>.all) }
        return Dictionary(all.filter(\.isSound).map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// What is known of files, where everything that is named is wanted.
    private func wanting(_ named: [TravellingFile]) throws -> [String: FileRecord] {
        var known = try records()
        let back = named.compactMap { known[$0.path] }.filter { !$0.isWanted }
        guard !back.isEmpty else { return known }
        try replica.store.write { transaction in
            for var record in back {
                record.isWanted = true
                try transaction.put(record)
            }
        }
        for record in back { known[record.path]?.isWanted = true }
        return known
    }

    private func sorted(_ named: [TravellingFile], _ known: [String: FileRecord]) throws -> [TravellingFile] {
        let sized = try named.map { file in (file, try known[file.path]?.size ?? home.size(of: file.path) ?? Int.max) }
        return sized.sorted { ($0.0.order, $0.1, $0.0.path) < ($1.0.order, $1.1, $1.0.path) }.map(\.0)
    }

    private func isDone(_ file: TravellingFile, _ round: Round) throws -> Bool {
        guard let record = round.known[file.path], missing(record, in: round.there).isEmpty else { return false }
        return try home.size(of: file.path) != nil
    }

    private func bring(_ file: TravellingFile, in round: inout Round) throws {
        let isHere = try home.size(of: file.path) != nil
        if isHere, round.report.stopped != nil { return }
        do {
            if try !(isHere ? send(file.path, in: &round) : fetch(file.path, in: &round)) { round.report.waiting += 1 }
        } catch let failure as Failure where isHere && failure.isOfLink {
            // A place that has no more room still gives what lies there, and lets go of what nobody names.
            round.report.stopped = failure
        } catch let failure as Failure where !failure.isOfLink {
            round.report.waiting += 1
            round.report.troubles.append(failure)
        }
    }
}

/// Paths, known to whoever has the same exchange.
final class Proved: Sendable {
    private let paths = Mutex<Set<String>>([])

    func holds(_ path: String) -> Bool { paths.withLock { $0.contains(path) } }
    func note(_ path: String) { paths.withLock { _ = $0.insert(path) } }
}

extension FileRecord {
    /// What others say is judged before anything is made of it.
    var isSound: Bool {
        (0...1 << 36).contains(size) && digest.utf8.count == 64 && id == FileRecord.id(of: path)
    }
}

extension Failure {
    /// Whether the place or the seal is at fault, and not a file: it is the same for all of them.
    var isOfLink: Bool {
        [.syncPlaceAway, .syncSealUnable, .syncWrongKey, .syncOtherAccount, .syncForeignPlace].contains(code)
            || kind == .missingProgram
    }
}
