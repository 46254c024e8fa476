import Files
import Kernel
import Media
import Pictures
import Programs

extension Downloads {
    /// Creates downloads with `curl` from PATH, which keep partial files in a folder of their own.
    ///
    /// - Parameters:
    ///   - folder: its absolute path. The first file creates it.
    ///   - isDryRun: whether partial files go to a temporary folder that is deleted at the end.
    package static func curl(_ programs: ProgramPath, workingIn folder: String, isDryRun: Bool = false) -> Downloads {
        let fetch = {
            @Sendable (address: WebAddress, limit: Int, advance: (Int) -> Void, partialFiles: PartialFiles) throws
                -> Fetched
            in
            let curl = try programs.require("curl", install: "apt-get install curl")
            return try partialFiles.withPartialFile(address) { partialFile in
                try withoutActuallyEscaping(advance) { advance in
                    // The call ends before this closure does.
                    nonisolated(unsafe) let advance = advance
                    try CurlFetch(curl: curl, address: address, limit: limit, partialFile: partialFile) { advance($0) }
                        .run()
                }
            }
        }
        guard !isDryRun else {
            return Downloads { address, limit, advance in
                // Retained only to delete the folder at its end.
                nonisolated(unsafe) let temporaryFolder = try TemporaryFolder(
                    below: FileManager.default.temporaryDirectory.path, prefix: "media")
                let fetched = try fetch(address, limit, advance, PartialFiles(root: temporaryFolder.path))
                return Fetched(fetched.source) { withExtendedLifetime(temporaryFolder) { fetched.drop() } }
            }
        }
        let partialFiles = PartialFiles(root: folder)
        return Downloads(
            fetch: { try fetch($0, $1, $2, partialFiles) }, partialFiles: partialFiles.all, sweep: partialFiles.sweep)
    }
}

/// The download of one file by as many calls of `curl` as necessary, each of which resumes the
/// previous one.
///
/// The data passes through this process and not directly from curl to a file. It is therefore
/// checked from its first byte, no byte beyond the limit is stored, and a curl without its parent
/// ends by itself.
struct CurlFetch {
    /// The path of the program.
    let curl: String
    let address: WebAddress
    /// The largest allowed size, in bytes.
    let limit: Int
    let partialFile: PartialFile
    /// Receives the percentage of the file.
    let advance: @Sendable (Int) -> Void

    /// Downloads the whole file into the partial file.
    ///
    /// - Throws: `fetchTooLarge`, `notFetched`, `mediaNotKept`.
    func run() throws {
        var hasRestarted = false
        // The limit stops a server that sends one byte for each call.
        for _ in 0..<CurlFetch.mostCalls {
            let sizeBefore = try partialFile.size()
            guard sizeBefore <= limit else { throw tooLarge() }
            let origin = partialFile.origin()
            if sizeBefore > 0, let total = origin?.total, sizeBefore == total { return }
            if sizeBefore > 0, origin == nil { try partialFile.truncate() }
            let download = IncomingDownload(
                partialFile: partialFile, limit: limit, offset: try partialFile.size(), knownOrigin: origin,
                reportPercentage: advance)
            let result = try call(download, origin).run()
            if let stopReason = download.trouble { throw failure(stopReason) }
            if case .exited(0) = result.ending, !download.isStale { return }
            // The server has another file or supports no ranges, so the download restarts once.
            if download.isStale || result.ending == .exited(33) || result.refusesRange, sizeBefore > 0, !hasRestarted {
                hasRestarted = true
                try partialFile.truncate()
                continue
            }
            let total = origin?.total ?? partialFile.origin()?.total
            guard result.isBrokenOff, try partialFile.size() > sizeBefore else {
                throw failure(result, size: try partialFile.size(), of: total)
            }
        }
        throw CurlFetch.brokenOff("")
    }

    /// The largest number of calls for one file.
    private static let mostCalls = 20

    /// Returns the failure of a broken connection, after which the same command resumes.
    private static func brokenOff(_ progress: String) -> Failure {
        Failure(
            .notFetched, "The connection broke off.\(progress)", advice: "Run the same command again to resume.",
            kind: .temporary)
    }

    /// Returns the call of `curl` that continues the partial file, if its origin is known.
    private func call(_ download: IncomingDownload, _ origin: PartialFile.Origin?) throws -> ProgramCall {
        var arguments = [
            // No configuration file is read. All options of this call are listed here.
            "--disable", "--silent", "--show-error", "--fail", "--globoff", "--no-buffer", "--location", "--max-redirs",
            "5", "--proto",
            "=http,https", "--proto-redir", "=http,https", "--connect-timeout", "15", "--speed-limit", "1",
            "--speed-time", "30",
            "--dump-header", partialFile.headerPath, "--write-out", "%{stderr}\n%{http_code}", "--output", "-",
        ]
        if download.offset > 0 {
            arguments += ["--continue-at", "\(download.offset)"]
            if let tag = origin?.tag { arguments += ["--header", "If-Range: \(tag)"] }
        }
        partialFile.removeHeader()
        var call = ProgramCall(
            curl, arguments + ["--", address.description], deadline: .seconds(6 * 3600), outputLimit: 1 << 20)
        call.sink = Sink(download.receive)
        return call
    }

    /// Returns the failure for a download that this process stopped.
    private func failure(_ stopReason: IncomingDownload.StopReason) -> Failure {
        switch stopReason {
        case .tooLarge: tooLarge()
        case .page:
            Failure(
                .notFetched, "The address leads to a web page, not to a photo, a video or a recording.",
                advice: "Open it in a browser, and copy the address of the file itself.", kind: .badData)
        case .notKept(let reason):
            Failure(
                .mediaNotKept, "What comes cannot be kept: \(reason).",
                advice: "Free some space, then run the same command again.", kind: .cannotCreate)
        }
    }

    /// Deletes the partial file, and returns the failure for a file above the limit.
    private func tooLarge() -> Failure {
        partialFile.remove()
        return Failure(
            .fetchTooLarge, "The file is larger than \(limit >> 20) MB.",
            advice: "Shorten it, and attach it with `media add`.", kind: .badData)
    }

    /// Returns the failure for a call of `curl` that ended with an error.
    ///
    /// - Parameter size: the bytes of the partial file.
    private func failure(_ result: ProgramResult, size: Int, of total: Int?) -> Failure {
        if result.isBrokenOff || result.timedOut {
            let totalText = total.map { " of \($0 / 1000)" } ?? ""
            return CurlFetch.brokenOff(size > 0 ? " Here are \(size / 1000)\(totalText) kB." : "")
        }
        if size == 0 { partialFile.remove() }
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
    /// The last status code of the server, or nil without a response.
    fileprivate var httpStatus: Int? {
        let last = String(decoding: errors.suffix(8), as: UTF8.self).split(whereSeparator: \.isNewline).last
        return last.flatMap { Int($0) }.flatMap { (100...599).contains($0) ? $0 : nil }
    }

    /// Whether the server refused to send only the rest of the file (416).
    fileprivate var refusesRange: Bool { ending == .exited(22) && httpStatus == 416 }

    /// Whether the connection broke: partial, timed out, closed, refused in the middle.
    fileprivate var isBrokenOff: Bool { [18, 28, 52, 55, 56, 92].contains { ending == .exited($0) } }
}
