import Kernel

/// All votes of a community, and nothing beside them: what was voted for, and under which names, in the order of the names.
///
/// No time stands here, no order in which they came, no device, no number; and no vote stands anywhere else. That is why whoever has all files
/// of a board cannot tell which author cast which vote. A vote cannot come twice, for it is nothing but a name in a set.
public struct Ballots: Hashable, Sendable {
    /// What names are noted for.
    public struct Topic: Hashable, Sendable {
        let text: String

        /// The votes for an item or a suggestion.
        public init<Subject: VoteSubject>(_ id: Identifier<Subject>) {
            text = "\(Subject.voteTopic)/\(Topic.plain(id.rawValue))"
        }

        private init(_ kind: String, _ month: String) { text = "\(kind)/\(Topic.plain(month))" }

        /// Those counted in a month who have ever voted, each under a name of that month alone.
        package static func voters(in month: String) -> Topic { Topic("voters", month) }
        /// Those counted in a month who did something in it, each under a name of that month alone.
        package static func active(in month: String) -> Topic { Topic("active", month) }

        /// Letters, digits, `.`, `_` and `-`; all else in hexadecimal digits, so that a topic is one word.
        private static func plain(_ text: String) -> String {
            text.utf8.map { byte in
                switch byte {
                case 48...57, 65...90, 97...122, 45, 46, 95: String(UnicodeScalar(byte))
                default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
                }
            }.joined()
        }
    }

    /// A name has 26 characters; behind it stands a newline.
    private static let width = 27
    private static let headline = "commonplace ballots 1 "

    /// By topic, the names in order, a line each.
    private var names: [String: [UInt8]] = [:]

    /// Without a vote.
    public init() {}

    /// How many names are noted for something.
    public func count(of topic: Topic) -> Int { (names[topic.text]?.count ?? 0) / Ballots.width }

    /// Whether a name is noted for something.
    public func holds(_ name: String, for topic: Topic) -> Bool {
        names[topic.text].map { Ballots.place(of: Array(name.utf8), in: $0).isThere } ?? false
    }

    /// Notes a name, once. What is no name is not noted.
    public mutating func insert(_ name: String, for topic: Topic) {
        let bytes = Array(name.utf8)
        guard bytes.count == Ballots.width - 1, !bytes.contains(where: { $0 <= 32 }) else { return }
        let (offset, isThere) = Ballots.place(of: bytes, in: names[topic.text] ?? [])
        if !isThere { names[topic.text, default: []].insert(contentsOf: bytes + [10], at: offset) }
    }

    /// Takes a name away.
    ///
    /// - Returns: whether it was there.
    @discardableResult
    public mutating func remove(_ name: String, for topic: Topic) -> Bool {
        let (offset, isThere) = Ballots.place(of: Array(name.utf8), in: names[topic.text] ?? [])
        guard isThere else { return false }
        names[topic.text]?.removeSubrange(offset..<offset + Ballots.width)
        if names[topic.text]?.isEmpty == true { names[topic.text] = nil }
        return true
    }

    /// All names that are noted for something.
    func all(for topic: Topic) -> [String] {
        let lines = names[topic.text] ?? []
        return stride(from: 0, to: lines.count, by: Ballots.width).map {
            String(decoding: lines[$0..<$0 + Ballots.width - 1], as: UTF8.self)
        }
    }

    /// Takes away what is noted for something.
    mutating func clear(_ topic: Topic) { names[topic.text] = nil }

    /// Takes a voter's name from everything.
    ///
    /// - Returns: from how much.
    mutating func forget(_ voter: Voter) -> Int {
        let topics = names.keys
        return topics.count { remove(voter.rawValue, for: Topic(text: $0)) }
    }

    /// Takes away the votes for items and suggestions that are not there.
    mutating func keep(only there: Set<Topic>, of kind: String) {
        for text in names.keys where text.hasPrefix(kind + "/") && !there.contains(Topic(text: text)) { names[text] = nil }
    }

    /// Whether somebody voted for an item of the roadmap.
    func hasVoted(_ voter: Voter) -> Bool {
        names.keys.contains { $0.hasPrefix(RoadmapItem.voteTopic + "/") && holds(voter.rawValue, for: Topic(text: $0)) }
    }

    /// Where a name stands, or would stand.
    private static func place(of name: [UInt8], in lines: [UInt8]) -> (offset: Int, isThere: Bool) {
        var (low, high) = (0, lines.count / width)
        while low < high {
            let middle = (low + high) / 2
            let line = lines[middle * width..<middle * width + width - 1]
            if line.elementsEqual(name) { return (middle * width, true) }
            if line.lexicographicallyPrecedes(name) { low = middle + 1 } else { high = middle }
        }
        return (low * width, false)
    }
}

extension Ballots.Topic {
    fileprivate init(text: String) { self.text = text }
}

// MARK: - As a file

extension Ballots {
    /// As text: a headline with a checksum of the rest; then by topic its word, how many names, and these, a line each.
    public var bytes: [UInt8] {
        var rest: [UInt8] = []
        for (topic, lines) in names.sorted(by: { $0.key < $1.key }) {
            rest += Array("\(topic) \(lines.count / Ballots.width)\n".utf8) + lines
        }
        return Array("\(Ballots.headline)\(Ballots.sum(rest))\n".utf8) + rest
    }

    /// The ballots that such a text holds; an empty one holds none.
    ///
    /// - Throws: `ballotsDamaged`.
    public init(bytes: [UInt8]) throws {
        self.init()
        guard !bytes.isEmpty else { return }
        guard let end = bytes.firstIndex(of: 10) else { throw Failure.ballotsDamaged }
        var rest = bytes[(end + 1)...]
        guard String(decoding: bytes[..<end], as: UTF8.self) == Ballots.headline + Ballots.sum(Array(rest)) else {
            throw Failure.ballotsDamaged
        }
        while let end = rest.firstIndex(of: 10) {
            let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
            guard words.count == 2, let count = Int(words[1]), count > 0, count <= rest.count / Ballots.width else {
                throw Failure.ballotsDamaged
            }
            let lines = rest[(end + 1)...].prefix(count * Ballots.width)
            guard lines.count == count * Ballots.width else { throw Failure.ballotsDamaged }
            names[String(words[0])] = Array(lines)
            rest = rest[(end + 1 + lines.count)...]
        }
        guard rest.isEmpty else { throw Failure.ballotsDamaged }
    }

    private static func sum(_ bytes: [UInt8]) -> String {
        let digits = String(bytes.withUnsafeBytes { CRC32C.checksum($0) }, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

extension Failure {
    static let ballotsDamaged = Failure(
        .ballotsDamaged, "The votes of this community are damaged: its file `ballots` was changed from outside.",
        advice: "Restore it from a backup. Without one, move the file away: voting starts again, and everything else stays.",
        kind: .badData)
}
