import Files
import Kernel
import Media
import Pictures
import Programs

extension Downloads {
    /// Creates downloads with `curl` from PATH, which keep partial files in a folder of their own.
    ///
    /// - Parameters:
    ///   - folder: its absolute path; the first file creates it.
    ///   - isDryRun: whether partial files go to a temporary folder that is deleted at the end.
    package static func curl(_ programs: ProgramPath, workingIn folder: String, isDryRun: Bool = false) -> Downloads {
        let fetch = {
            @Sendable (address: WebAddress, limit: Int, advance: (Int) -> Void, halves: PartialFiles) throws -> Fetched
            in
            let curl = try programs.require("curl", install: "apt-get install curl")
            return try halves.withPartialFile(address) { half in
                try withoutActuallyEscaping(advance) { advance in
                    // The call ends before this closure does.
                    nonisolated(unsafe) let advance = advance
                    try CurlFetch(curl: curl, address: address, limit: limit, partialFile: half) { advance($0) }.run()
                }
            }
        }
        guard !isDryRun else {
            return Downloads { address, limit, advance in
                // Retained only to delete the folder at its end.
                nonisolated(unsafe) let passing = try TemporaryFolder(
                    below: FileManager.default.temporaryDirectory.path, prefix: "media")
                let fetched = try fetch(address, limit, advance, PartialFiles(root: passing.path))
                return Fetched(fetched.source) { withExtendedLifetime(passing) { fetched.drop() } }
            }
        }
        let halves = PartialFiles(root: folder)
        return Downloads(fetch: { try fetch($0, $1, $2, halves) }, partialFiles: halves.all, sweep: halves.sweep)
    }
}

/// The download of one file by as many calls of `curl` as necessary, each of which resumes the
/// previous one.
///
/// The data passes through this process and not directly from curl to a file. It is therefore
/// checked from its first byte, no byte beyond the limit is stored, and a curl without its parent
/// ends by itself.
struct CurlFetch {
    let curl: String
    let address: WebAddress
    let limit: Int
    let partialFile: PartialFile
    let advance: @Sendable (Int) -> Void

    func run() throws {
        var isAgain = false
        // The limit stops a server that sends one byte for each call.
        for _ in 0..<CurlFetch.mostCalls {
            let have = try partialFile.size()
            guard have <= limit else { throw tooLarge() }
            let note = partialFile.origin()
            if have > 0, let total = note?.total, have == total { return }
            if have > 0, note == nil { try partialFile.truncate() }
            let arrival = IncomingDownload(
                half: partialFile, limit: limit, offset: try partialFile.size(), known: note, advance: advance)
            let result = try call(arrival, note).run()
            if let trouble = arrival.trouble { throw failure(trouble) }
            if case .exited(0) = result.ending, !arrival.isStale { return }
            // The server has another file or supports no ranges, so the download restarts once.
            if arrival.isStale || result.ending == .exited(33) || result.refusesRange, have > 0, !isAgain {
                isAgain = true
                try partialFile.truncate()
                continue
            }
            let total = note?.total ?? partialFile.origin()?.total
            guard result.isBrokenOff, try partialFile.size() > have else {
                throw failure(result, have: try partialFile.size(), of: total)
            }
        }
        throw CurlFetch.brokenOff("")
    }

    private static let mostCalls = 20

    private static func brokenOff(_ progress: String) -> Failure {
        Failure(
            .notFetched, "The connection broke off.\(progress)", advice: "Run the same command again to resume.",
            kind: .temporary)
    }

    private func call(_ arrival: IncomingDownload, _ note: PartialFile.Origin?) throws -> ProgramCall {
        var words = [
            // No configuration file is read. All options of this call are listed here.
            "--disable", "--silent", "--show-error", "--fail", "--globoff", "--no-buffer", "--location", "--max-redirs",
            "5", "--proto",
            "=http,https", "--proto-redir", "=http,https", "--connect-timeout", "15", "--speed-limit", "1",
            "--speed-time", "30",
            "--dump-header", partialFile.headerPath, "--write-out", "%{stderr}\n%{http_code}", "--output", "-",
        ]
        if arrival.offset > 0 {
            words += ["--continue-at", "\(arrival.offset)"]
            if let tag = note?.tag { words += ["--header", "If-Range: \(tag)"] }
        }
        partialFile.removeHeader()
        var call = ProgramCall(
            curl, words + ["--", address.description], deadline: .seconds(6 * 3600), outputLimit: 1 << 20)
        call.sink = Sink(arrival.receive)
        return call
    }

    private func failure(_ trouble: IncomingDownload.StopReason) -> Failure {
        switch trouble {
        case .tooLarge: tooLarge()
        case .page:
            Failure(
                .notFetched, "The address leads to a web page, not to a photo, a video or a recording.",
                advice: "Open it in a browser, and copy the address of the file itself.", kind: .badData)
        case .notKept(let why):
            Failure(
                .mediaNotKept, "What comes cannot be kept: \(why).",
                advice: "Free some space, then run the same command again.", kind: .cannotCreate)
        }
    }

    private func tooLarge() -> Failure {
        partialFile.remove()
        return Failure(
            .fetchTooLarge, "The file is larger than \(limit >> 20) MB.",
            advice: "Shorten it, and attach it with `media add`.", kind: .badData)
    }

    private func failure(_ result: ProgramResult, have: Int, of total: Int?) -> Failure {
        if result.isBrokenOff || result.timedOut {
            let parts = total.map { " of \($0 / 1000)" } ?? ""
            return CurlFetch.brokenOff(have > 0 ? " Here are \(have / 1000)\(parts) kB." : "")
        }
        if have == 0 { partialFile.remove() }
        switch result.ending {
        case .exited(1), .exited(47):
            return Failure(
                .notFetched, "The address leads on to one that is not fetched.",
                advice: "Only http and https are, over five steps at most.", kind: .badData)
        case .exited(22):
            return Failure(
                .notFetched, "The server refused the request\(result.httpStatus.map { " (\($0))" } ?? "").",
                advice: "Check the address in a browser.", kind: .missingInput)
        case .exited(6), .exited(7):
            return Failure(
                .notFetched, "The server cannot be reached.", advice: "Check the address and your connection.",
                kind: .temporary)
        case .exited(35), .exited(60):
            return Failure(
                .notFetched, "The server's identity cannot be verified.", advice: "Check the address in a browser.",
                kind: .temporary)
        default:
            let failed = (try? result.succeeded()) == nil
            return Failure(
                .notFetched, "The file cannot be fetched\(failed ? " (curl: \(result.ending.shellStatus))" : "").",
                advice: "Try again later.", kind: .temporary)
        }
    }
}

extension ProgramResult {
    /// The last status code of the server; nil without a response.
    fileprivate var httpStatus: Int? {
        let last = String(decoding: errors.suffix(8), as: UTF8.self).split(whereSeparator: \.isNewline).last
        return last.flatMap { Int($0) }.flatMap { (100...599).contains($0) ? $0 : nil }
    }

    fileprivate var refusesRange: Bool { ending == .exited(22) && httpStatus == 416 }

    /// Whether the connection broke: partial, timed out, closed, refused in the middle.
    fileprivate var isBrokenOff: Bool { [18, 28, 52, 55, 56, 92].contains { ending == .exited($0) } }
}
