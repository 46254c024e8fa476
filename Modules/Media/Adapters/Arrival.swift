import Kernel
import Synchronization

/// What comes of one call of `curl`, judged while it comes.
final class Arrival: Sendable {
    /// Why no more is wanted.
    enum Trouble: Equatable, Sendable {
        case tooLarge
        case page
        case notKept(String)
    }

    private struct State {
        var size: Int
        var total: Int?
        var isBegun = false
        var trouble: Trouble?
        var isStale = false
    }

    /// Where it goes on.
    let offset: Int
    private let half: HalfFile
    private let limit: Int
    private let known: HalfFile.Note?
    private let advance: @Sendable (Int) -> Void
    private let state: Mutex<State>

    /// - Parameter advance: told how many hundredths are here, where the server says how large the file is.
    init(half: HalfFile, limit: Int, offset: Int, known: HalfFile.Note?, advance: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.advance = advance
        (self.half, self.limit, self.offset, self.known) = (half, limit, offset, known)
        state = Mutex(State(size: offset))
    }

    /// Why no more was taken; nil where nothing was wrong with it.
    var trouble: Trouble? { state.withLock(\.trouble) }
    /// Whether the server has another file than the one that is half here.
    var isStale: Bool { state.withLock(\.isStale) }

    /// Takes what came; false when no more is wanted.
    func take(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            do {
                if !state.isBegun {
                    state.isBegun = true
                    let head = AnswerHead(half.head())
                    guard fits(head) else {
                        state.isStale = true
                        return false
                    }
                    if offset == 0 {
                        if Arrival.isPage(bytes) { state.trouble = .page }
                        try half.note(HalfFile.Note(address: half.address, total: head.total, tag: head.tag))
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

    /// Whether this is the rest of what is here.
    private func fits(_ head: AnswerHead) -> Bool {
        guard offset > 0 else { return head.status != 206 }
        return head.status == 206 && (head.first ?? offset) == offset && (head.total == nil || head.total == known?.total)
            && (known?.tag == nil || head.tag == nil || head.tag == known?.tag)
    }

    /// Whether it begins as pages do. No file that is taken here begins with a bracket.
    static func isPage(_ bytes: [UInt8]) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
        return text.first { ![9, 10, 13, 32].contains($0) } == UInt8(ascii: "<")
    }
}

/// What a server says of a file before it comes: nobody vouches for it.
struct AnswerHead: Equatable {
    let status: Int
    /// Where what comes begins in the file.
    let first: Int?
    /// How large the whole file is.
    let total: Int?
    /// What tells this version of the file from others: its tag, or when it was changed.
    let tag: String?

    /// The last head of those that were written down: the others were on the way to it.
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
        // A weak tag says that two are alike, not that their bytes are the same.
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
