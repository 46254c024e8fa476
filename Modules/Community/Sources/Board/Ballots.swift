import Kernel

/// All votes of a community: voter names in alphabetical order for each topic.
///
/// Ballots contain no time, order of arrival, device or number, and no other place contains votes.
/// Therefore a reader of all files of a board cannot link authors to votes. A vote cannot count
/// twice, because it is a name in a set.
package struct Ballots: Hashable, Sendable {
    /// The subject of a set of names.
    package struct Topic: Hashable, Sendable {
        /// The kind, a slash and the id or month, for example `item/video`.
        let text: String

        /// Creates the topic of the votes for an item or a suggestion.
        package init<Subject: VoteSubject>(_ id: Identifier<Subject>) {
            text = "\(Subject.voteTopic)/\(Topic.plain(id.rawValue))"
        }

        private init(_ kind: String, _ month: String) { text = "\(kind)/\(Topic.plain(month))" }

        /// Returns the topic of a month's counted people who have ever voted, each under a name for
        /// that month only.
        package static func voters(in month: String) -> Topic { Topic("voters", month) }
        /// Returns the topic of a month's counted people who contributed in it, each under a name
        /// for that month only.
        package static func active(in month: String) -> Topic { Topic("active", month) }

        /// Returns the text as one word: letters, digits, `.`, `_` and `-` remain, other bytes
        /// become hexadecimal digits.
        private static func plain(_ text: String) -> String {
            text.utf8.map { byte in
                switch byte {
                case 48...57, 65...90, 97...122, 45, 46, 95: String(UnicodeScalar(byte))
                default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
                }
            }.joined()
        }
    }

    /// The bytes of one line: a name of 26 characters and a newline.
    private static let width = 27
    private static let headline = "commonplace ballots 1 "

    /// The voter names of each topic, sorted, each followed by a newline.
    private var names: [String: [UInt8]] = [:]

    package init() {}

    /// Returns the number of names under a topic.
    package func count(of topic: Topic) -> Int { (names[topic.text]?.count ?? 0) / Ballots.width }

    /// Whether a name is present under a topic.
    package func contains(_ name: String, for topic: Topic) -> Bool {
        names[topic.text].map { Ballots.position(of: Array(name.utf8), in: $0).isPresent } ?? false
    }

    /// Inserts a name once. Text that is not a valid name is ignored.
    package mutating func insert(_ name: String, for topic: Topic) {
        let bytes = Array(name.utf8)
        guard bytes.count == Ballots.width - 1, !bytes.contains(where: { $0 <= 32 }) else { return }
        let (offset, isPresent) = Ballots.position(of: bytes, in: names[topic.text] ?? [])
        if !isPresent { names[topic.text, default: []].insert(contentsOf: bytes + [10], at: offset) }
    }

    /// Removes a name.
    ///
    /// - Returns: whether the name was present.
    @discardableResult
    package mutating func remove(_ name: String, for topic: Topic) -> Bool {
        let (offset, isPresent) = Ballots.position(of: Array(name.utf8), in: names[topic.text] ?? [])
        guard isPresent else { return false }
        names[topic.text]?.removeSubrange(offset..<offset + Ballots.width)
        if names[topic.text]?.isEmpty == true { names[topic.text] = nil }
        return true
    }

    /// Returns the names under a topic in alphabetical order.
    func all(for topic: Topic) -> [String] {
        let lines = names[topic.text] ?? []
        return stride(from: 0, to: lines.count, by: Ballots.width).map {
            String(decoding: lines[$0..<$0 + Ballots.width - 1], as: UTF8.self)
        }
    }

    /// Removes a voter's name from every topic.
    ///
    /// - Returns: the number of topics that contained it.
    mutating func forget(_ voter: Voter) -> Int {
        let topics = names.keys
        return topics.count { remove(voter.rawValue, for: Topic(text: $0)) }
    }

    /// Removes the votes for items and suggestions that no longer exist.
    mutating func keep(only existing: Set<Topic>, of kind: String) {
        for text in names.keys where text.hasPrefix(kind + "/") && !existing.contains(Topic(text: text)) {
            names[text] = nil
        }
    }

    /// Whether a voter has voted for a roadmap item.
    func hasVoted(_ voter: Voter) -> Bool {
        names.keys.contains {
            $0.hasPrefix(RoadmapItem.voteTopic + "/") && contains(voter.rawValue, for: Topic(text: $0))
        }
    }

    /// Returns the offset of a name, or its insertion point.
    private static func position(of name: [UInt8], in lines: [UInt8]) -> (offset: Int, isPresent: Bool) {
        var low = 0
        var high = lines.count / width
        while low < high {
            let middle = (low + high) / 2
            let line = lines[middle * width..<middle * width + width - 1]
            if line.elementsEqual(name) { return (middle * width, true) }
            if line.lexicographicallyPrecedes(name) { low = middle + 1 } else { high = middle }
        }
        return (low * width, false)
    }
}

extension Ballots.Topic { fileprivate init(text: String) { self.text = text } }

// MARK: - As a file

extension Ballots {
    /// The ballots as text.
    ///
    /// A headline contains a checksum of all other lines. Each topic follows as its word, the
    /// number of names, and the names, one a line.
    package var bytes: [UInt8] {
        var body: [UInt8] = []
        for (topic, lines) in names.sorted(by: { $0.key < $1.key }) {
            body += Array("\(topic) \(lines.count / Ballots.width)\n".utf8) + lines
        }
        return Array("\(Ballots.headline)\(Ballots.checksum(body))\n".utf8) + body
    }

    /// Parses ballots from their text. Empty text means no ballots.
    ///
    /// - Throws: `ballotsDamaged`.
    package init(bytes: [UInt8]) throws {
        self.init()
        guard !bytes.isEmpty else { return }
        guard let headlineEnd = bytes.firstIndex(of: 10) else { throw Failure.ballotsDamaged }
        var remaining = bytes[(headlineEnd + 1)...]
        guard
            String(decoding: bytes[..<headlineEnd], as: UTF8.self) == Ballots.headline
                + Ballots.checksum(Array(remaining))
        else {
            throw Failure.ballotsDamaged
        }
        while let end = remaining.firstIndex(of: 10) {
            let words = String(decoding: remaining[..<end], as: UTF8.self).split(separator: " ")
            guard words.count == 2, let count = Int(words[1]), count > 0, count <= remaining.count / Ballots.width
            else {
                throw Failure.ballotsDamaged
            }
            let lines = remaining[(end + 1)...].prefix(count * Ballots.width)
            guard lines.count == count * Ballots.width else { throw Failure.ballotsDamaged }
            names[String(words[0])] = Array(lines)
            remaining = remaining[(end + 1 + lines.count)...]
        }
        guard remaining.isEmpty else { throw Failure.ballotsDamaged }
    }

    /// Returns the CRC-32C of the bytes as eight hexadecimal digits.
    private static func checksum(_ bytes: [UInt8]) -> String {
        let digits = String(bytes.withUnsafeBytes { CRC32C.checksum($0) }, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

extension Failure {
    static let ballotsDamaged = Failure(
        .ballotsDamaged, "The votes of this community are damaged: its file `ballots` was changed from outside.",
        advice:
            "Restore it from a backup. Without one, move the file away: voting starts again, and everything else stays.",
        kind: .badData)
}
