import Kernel
import Synchronization

/// The output of one call of `curl`, checked while it arrives.
final class IncomingDownload: Sendable {
    /// The reason to stop the download before its end.
    enum StopReason: Equatable, Sendable {
        /// The file is larger than the limit.
        case tooLarge
        /// The server sent a web page instead of a file.
        case page
        /// Storing the bytes failed, with the error as text.
        case notKept(String)
    }

    /// The progress of the download, shared between threads.
    private struct State {
        /// The bytes of the partial file so far.
        var size: Int
        /// The size of the complete file, or nil if the server gives none.
        var total: Int?
        /// Whether the first bytes have arrived.
        var isBegun = false
        var trouble: StopReason?
        var isStale = false
    }

    /// The bytes of the partial file before this call, which the call skips.
    let offset: Int
    private let partialFile: PartialFile
    /// The largest allowed size, in bytes.
    private let limit: Int
    /// The origin that the partial file was begun from.
    private let knownOrigin: PartialFile.Origin?
    private let reportPercentage: @Sendable (Int) -> Void
    private let state: Mutex<State>

    /// Creates the check of one call, which continues a partial file at an offset in bytes.
    ///
    /// - Parameter reportPercentage: receives 0…100, if the server reports the size of the file.
    init(
        partialFile: PartialFile, limit: Int, offset: Int, knownOrigin: PartialFile.Origin?,
        reportPercentage: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.reportPercentage = reportPercentage
        self.partialFile = partialFile
        self.limit = limit
        self.offset = offset
        self.knownOrigin = knownOrigin
        state = Mutex(State(size: offset))
    }

    /// The reason for stopping, or nil without an error.
    var trouble: StopReason? { state.withLock(\.trouble) }
    /// Whether the server now has a different file than the partial one on disk.
    var isStale: Bool { state.withLock(\.isStale) }

    /// Processes received bytes and returns false to stop the download.
    func receive(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            do {
                if !state.isBegun {
                    state.isBegun = true
                    let header = ResponseHeader(partialFile.header())
                    guard continuesPartialFile(header) else {
                        state.isStale = true
                        return false
                    }
                    if offset == 0 {
                        if IncomingDownload.isPage(bytes) { state.trouble = .page }
                        try partialFile.saveOrigin(
                            PartialFile.Origin(address: partialFile.address, total: header.total, tag: header.tag))
                    }
                    state.total = header.total ?? knownOrigin?.total
                    if let total = header.total, total > limit { state.trouble = .tooLarge }
                }
                if state.size + bytes.count > limit { state.trouble = .tooLarge }
                guard state.trouble == nil else { return false }
                try partialFile.append(bytes)
                state.size += bytes.count
                if let total = state.total, total > 0 { reportPercentage(min(100, state.size * 100 / total)) }
                return true
            } catch {
                state.trouble = .notKept("\(error)")
                return false
            }
        }
    }

    /// Returns whether the response continues the partial file.
    private func continuesPartialFile(_ header: ResponseHeader) -> Bool {
        guard offset > 0 else { return header.status != 206 }
        return header.status == 206 && (header.first ?? offset) == offset
            && (header.total == nil || header.total == knownOrigin?.total)
            && (knownOrigin?.tag == nil || header.tag == nil || header.tag == knownOrigin?.tag)
    }

    /// Returns whether the bytes begin like a web page. No accepted file begins with an angle
    /// bracket.
    static func isPage(_ bytes: [UInt8]) -> Bool {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
        return text.first { ![9, 10, 13, 32].contains($0) } == UInt8(ascii: "<")
    }
}

/// The untrusted header of a server's response.
struct ResponseHeader: Equatable {
    /// The status code, such as 200 or 206, or 0 without one.
    let status: Int
    /// The position of the first sent byte in the file, from a range.
    let first: Int?
    /// The size of the complete file in bytes.
    let total: Int?
    /// The version of the file: its tag, or its time of modification.
    let tag: String?

    /// Parses the last of the recorded headers. The earlier ones are redirects.
    init(_ text: String) {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { $0.trimmed }
        let start = lines.lastIndex { $0.lowercased().hasPrefix("http/") } ?? lines.startIndex
        var fields: [String: String] = [:]
        for line in lines[start...].dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmed
        }
        let words = lines.isEmpty ? [] : lines[start].split(separator: " ")
        status = words.count > 1 ? Int(words[1]) ?? 0 : 0
        let range = (fields["content-range"] ?? "").split(separator: "/")
        first = range.first?.split(separator: " ").last?.split(separator: "-").first.flatMap { Int($0) }
        let length = fields["content-length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
        total = status == 206 ? range.dropFirst().last.flatMap { Int($0) } : length
        // A weak tag indicates equivalence, not identical bytes.
        let tag = fields["etag"].flatMap { $0.hasPrefix("W/") ? nil : $0 } ?? fields["last-modified"]
        self.tag = tag.flatMap { tag in
            (1...200).contains(tag.utf8.count) && tag.utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? tag : nil
        }
    }
}

extension StringProtocol {
    /// The text without white space at both ends.
    fileprivate var trimmed: String {
        String(String(drop { $0.isWhitespace }).reversed().drop { $0.isWhitespace }.reversed())
    }
}
