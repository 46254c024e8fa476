import Files
import Kernel
import Media
import Pictures
import Programs

extension Downloads {
    /// `curl`, where it is on PATH; what is not whole yet lies in a folder of ours.
    ///
    /// - Parameters:
    ///   - folder: its absolute path; it is made when the first file comes.
    ///   - isRehearsal: whether nothing is kept there: what comes lies in a folder that goes with it.
    public static func curl(_ programs: Programs, workingIn folder: String, isRehearsal: Bool = false) -> Downloads {
        let fetch = { @Sendable (address: WebAddress, limit: Int, advance: (Int) -> Void, halves: HalfFiles) throws -> Fetched in
            let curl = try programs.require("curl", install: "apt-get install curl")
            return try halves.taking(address) { half in
                try withoutActuallyEscaping(advance) { advance in
                    // The call ends before this closure does.
                    nonisolated(unsafe) let advance = advance
                    try CurlFetch(curl: curl, address: address, limit: limit, half: half) { advance($0) }.run()
                }
            }
        }
        guard !isRehearsal else {
            return Downloads { address, limit, advance in
                // Kept for nothing but its end.
                nonisolated(unsafe) let passing = try TemporaryFolder(
                    below: FileManager.default.temporaryDirectory.path, prefix: "media")
                let fetched = try fetch(address, limit, advance, HalfFiles(root: passing.path))
                return Fetched(fetched.source) { withExtendedLifetime(passing) { fetched.drop() } }
            }
        }
        let halves = HalfFiles(root: folder)
        return Downloads(fetch: { try fetch($0, $1, $2, halves) }, halves: halves.all, sweep: halves.sweep)
    }
}

/// One file on its way: as many calls of `curl` as it takes, each of which goes on where the one before was broken off.
///
/// What comes passes through us, and not from curl to a file: so it is judged from its first byte, not a byte beyond the limit is kept, and a curl whose
/// caller was killed ends by itself.
struct CurlFetch {
    let curl: String
    let address: WebAddress
    let limit: Int
    let half: HalfFile
    /// Told how many hundredths are here.
    let advance: @Sendable (Int) -> Void

    func run() throws {
        var isAgain = false
        // A server that gives a byte a call would be asked for ever.
        for _ in 0..<CurlFetch.mostCalls {
            let have = try half.size()
            guard have <= limit else { throw tooLarge() }
            let note = half.note()
            if have > 0, let total = note?.total, have == total { return }
            if have > 0, note == nil { try half.empty() }
            let arrival = Arrival(half: half, limit: limit, offset: try half.size(), known: note, advance: advance)
            let result = try call(arrival, note).run()
            if let trouble = arrival.trouble { throw failure(trouble) }
            if case .exited(0) = result.ending, !arrival.isStale { return }
            // What the server has now is another file, or it gives no parts: it comes anew, once.
            if arrival.isStale || result.ending == .exited(33) || result.refusesRange, have > 0, !isAgain {
                isAgain = true
                try half.empty()
                continue
            }
            let total = note?.total ?? half.note()?.total
            guard result.isBrokenOff, try half.size() > have else { throw failure(result, have: try half.size(), of: total) }
        }
        throw CurlFetch.brokenOff("")
    }

    private static let mostCalls = 20

    private static func brokenOff(_ far: String) -> Failure {
        Failure(
            .notFetched, "The connection broke off.\(far)", advice: "The same command goes on from there.", kind: .temporary)
    }

    private func call(_ arrival: Arrival, _ note: HalfFile.Note?) throws -> ProgramCall {
        var words = [
            // No file of settings: what this call does stands here.
            "--disable", "--silent", "--show-error", "--fail", "--globoff", "--no-buffer", "--location", "--max-redirs", "5",
            "--proto",
            "=http,https", "--proto-redir", "=http,https", "--connect-timeout", "15", "--speed-limit", "1", "--speed-time", "30",
            "--dump-header", half.headPath, "--write-out", "%{stderr}\n%{http_code}", "--output", "-",
        ]
        if arrival.offset > 0 {
            words += ["--continue-at", "\(arrival.offset)"]
            if let tag = note?.tag { words += ["--header", "If-Range: \(tag)"] }
        }
        half.forgetHead()
        var call = ProgramCall(curl, words + ["--", address.description], deadline: .seconds(6 * 3600), outputLimit: 1 << 20)
        call.sink = Sink(arrival.take)
        return call
    }

    private func failure(_ trouble: Arrival.Trouble) -> Failure {
        switch trouble {
        case .tooLarge: tooLarge()
        case .page:
            Failure(
                .notFetched, "The address leads to a web page, not to a photo, a video or a recording.",
                advice: "Open it in a browser, and copy the address of the file itself.", kind: .badData)
        case .notKept(let why):
            Failure(
                .mediaNotKept, "What comes cannot be kept: \(why).", advice: "Make space; the same command goes on then.",
                kind: .cannotCreate)
        }
    }

    private func tooLarge() -> Failure {
        half.remove()
        return Failure(
            .fetchTooLarge, "The file is larger than \(limit >> 20) MB.", advice: "Shorten it, and attach it with `media add`.",
            kind: .badData)
    }

    private func failure(_ result: ProgramResult, have: Int, of total: Int?) -> Failure {
        if result.isBrokenOff || result.timedOut {
            let parts = total.map { " of \($0 / 1000)" } ?? ""
            return CurlFetch.brokenOff(have > 0 ? " Here are \(have / 1000)\(parts) kB." : "")
        }
        if have == 0 { half.remove() }
        switch result.ending {
        case .exited(1), .exited(47):
            return Failure(
                .notFetched, "The address leads on to one that is not fetched.",
                advice: "Only http and https are, over five steps at most.", kind: .badData)
        case .exited(22):
            return Failure(
                .notFetched, "The server says no\(result.httpStatus.map { " (\($0))" } ?? "").",
                advice: "Check the address in a browser.", kind: .missingInput)
        case .exited(6), .exited(7):
            return Failure(
                .notFetched, "The server cannot be reached.", advice: "Check the address and your connection.", kind: .temporary)
        case .exited(35), .exited(60):
            return Failure(
                .notFetched, "The server cannot prove who it is.", advice: "Check the address in a browser.", kind: .temporary)
        default:
            let failed = (try? result.succeeded()) == nil
            return Failure(
                .notFetched, "The file cannot be fetched\(failed ? " (curl: \(result.ending.shellStatus))" : "").",
                advice: "Try again later.", kind: .temporary)
        }
    }
}

extension ProgramResult {
    /// What the server said last; nil where it said nothing.
    fileprivate var httpStatus: Int? {
        let last = String(decoding: errors.suffix(8), as: UTF8.self).split(whereSeparator: \.isNewline).last
        return last.flatMap { Int($0) }.flatMap { (100...599).contains($0) ? $0 : nil }
    }

    fileprivate var refusesRange: Bool { ending == .exited(22) && httpStatus == 416 }

    /// Whether the line broke: partial, timed out, closed, refused in the middle.
    fileprivate var isBrokenOff: Bool {
        [18, 28, 52, 55, 56, 92].contains { ending == .exited($0) }
    }
}
