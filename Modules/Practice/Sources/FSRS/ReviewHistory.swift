import Kernel

/// The reviews of one thing, as programs of FSRS hand them to each other.
public struct ReviewHistory: Hashable, Sendable {
    /// One review.
    public struct Review: Hashable, Sendable {
        /// How well it was known.
        public let rating: Rating
        /// When, counted from a beginning that all of them share.
        public let at: Instant
    }

    /// The most that is read at once, in bytes.
    public static let largestFile = 64 << 20
    /// The latest review, in seconds from the beginning: three hundred years.
    public static let latest = 9_467_280_000

    /// What the thing is called there: text or a whole number, as it was written.
    public let id: JSONValue
    /// Its reviews, none before the one that stands ahead of it.
    public let reviews: [Review]

    /// Reads `[{"id": …, "reviews": [{"rating": 1…4, "t_offset_s": …}]}]`; other members are passed over.
    ///
    /// - Throws: `historyInvalid`, which says where what is wrong stands.
    public static func all(in json: [UInt8]) throws -> [ReviewHistory] {
        guard json.count <= largestFile else { throw refusal("It is larger than 64 MB.") }
        guard let value = try? JSONValue(Data(json)) else { throw refusal("It is not JSON, or it is cut short.") }
        guard case .array(let histories) = value else { throw refusal("It is not a list of histories.") }
        return try histories.enumerated().map { number, history in try ReviewHistory(history, "History \(number + 1)") }
    }

    /// What FSRS remembers after each of the reviews.
    public func replayed(by fsrs: FSRS) -> [FSRSState] {
        var state: FSRSState?
        return reviews.map { review in
            let next = fsrs.state(after: review.rating, from: state, at: review.at)
            state = next
            return next
        }
    }

    private init(_ value: JSONValue, _ place: String) throws {
        switch value["id"] {
        case .string, .integer: id = value["id"] ?? .null
        default: throw ReviewHistory.refusal("\(place) has no id that is text or a whole number.")
        }
        guard case .array(let reviews)? = value["reviews"] else {
            throw ReviewHistory.refusal("\(place) has no list of reviews.")
        }
        var read: [Review] = []
        for (number, review) in reviews.enumerated() {
            read.append(try Review(review, "\(place), review \(number + 1)", after: read.last?.at))
        }
        self.reviews = read
    }

    fileprivate static func refusal(_ message: String) -> Failure {
        Failure(
            .historyInvalid, message, advice: "Write [{\"id\": 1, \"reviews\": [{\"rating\": 3, \"t_offset_s\": 0}]}].",
            kind: .badData)
    }
}

extension ReviewHistory.Review {
    fileprivate init(_ value: JSONValue, _ place: String, after last: Instant?) throws {
        guard case .integer(let number)? = value["rating"], let rating = Rating(rawValue: number) else {
            throw ReviewHistory.refusal("\(place): its rating is not 1, 2, 3 or 4.")
        }
        guard case .integer(let seconds)? = value["t_offset_s"], (0...ReviewHistory.latest).contains(seconds) else {
            throw ReviewHistory.refusal("\(place): its t_offset_s is not a whole number from 0 to \(ReviewHistory.latest).")
        }
        let at = Instant(milliseconds: Int64(seconds) * 1000)
        if let last, at < last { throw ReviewHistory.refusal("\(place): its time is before that of the review ahead of it.") }
        self.init(rating: rating, at: at)
    }
}
