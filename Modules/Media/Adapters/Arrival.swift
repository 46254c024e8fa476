import Kernel
import Synchronization

/// The output of one call of `curl`, checked while it arrives.
final class IncomingDownload: Sendable {
    /// The reason to stop the download.
    enum StopReason: Equatable, Sendable {
        case tooLarge
        case page
        case notKept(String)
    }

    private struct State {
        var size: Int
        var total: Int?
        var isBegun = false
        var trouble: StopReason?
        var isStale = false
    }

    let offset: Int
    private let half: PartialFile
    private let limit: Int
    private let known: PartialFile.Origin?
    private let advance: @Sendable (Int) -> Void
    private let state: Mutex<State>

    /// - Parameter advance: receives the percentage, if the server reports the file's size.
    init(
        half: PartialFile, limit: Int, offset: Int, known: PartialFile.Origin?,
        advance: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.advance = advance
        self.half = half
        self.limit = limit
        self.offset = offset
        self.known = known
        state = Mutex(State(size: offset))
    }

    /// The reason for stopping; nil without an error.
    var trouble: StopReason? { state.withLock(\.trouble) }
    /// Whether the server now has a different file than the partial one on disk.
    var isStale: Bool { state.withLock(\.isStale) }

    /// Processes received bytes and returns false to stop the download.
    func receive(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            do {
                if !state.isBegun {
                    state.isBegun = true
                    let head = ResponseHeader(half.header())
                    guard fits(head) else {
                        state.isStale = true
                        return false
                    }
                    if offset == 0 {
                        if IncomingDownload.isPage(bytes) { state.trouble = .page }
                        try half.saveOrigin(PartialFile.Origin(address: half.address, total: head.total, tag: head.tag))
                    }
                    state.total = head.total ?? known?.total
                    if let total = head.total, total > limit { state.trouble = .tooLarge }
                }
                if state.size + bytes.count > limit { state.trouble = .tooLarge }
                guard state.trouble == nil else { return false }
                try half.append(bytes)
                state.size += bytes.count
                if let total = state.total, total > 0 { advance(min(100, state.size * 100 / total)) }
                return true
            } catch {
                state.trouble = .notKept("\(error)")
                return false
            }
        }
    }

    /// Returns whether the response continues the partial file.
    private func fits(_ head: ResponseHeader) -> Bool {
        guard offset > 0 else { return head.status != 206 }
        return head.status == 206 && (head.first ?? offset) == offset
            && (head.total == nil || head.total == known?.total)
            && (known?.tag == nil || head.tag == nil || head.tag == known?.tag)
    }

    /// Returns whether the bytes begin like a web page; no accepted file begins with an angle
    /// bracket.
    static func isPage(_ bytes: [UInt8]) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
        return text.first { ![9, 10, 13, 32].contains($0) } == UInt8(ascii: "<")
    }
}

/// The untrusted header of a server's response.
struct ResponseHeader: Equatable {
    let status: Int
    let first: Int?
    let total: Int?
    /// The version of the file: its tag, or its time of modification.
    let tag: String?

    /// Parses the last of the recorded headers; the earlier ones are redirects.
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
    fileprivate var trimmed: String {
        String(String(drop { $0.isWhitespace }).reversed().drop { $0.isWhitespace }.reversed())
    }
}
