import Kernel

/// The reviews of one item, in the exchange format of FSRS programs.
package struct ReviewHistory: Hashable, Sendable {
    /// A review.
    package struct Review: Hashable, Sendable {
        package let rating: Rating
        /// The time of the review, relative to a common start.
        package let at: Instant
    }

    /// The maximum file size, in bytes.
    package static let largestFile = 64 << 20
    /// The latest possible review, in seconds from the start: three hundred years.
    package static let latest = 9_467_280_000

    /// The identifier in the file, text or a whole number, in its original form.
    package let id: JSONValue
    /// The reviews in chronological order.
    package let reviews: [Review]

    /// Parses `[{"id": …, "reviews": [{"rating": 1…4, "t_offset_s": …}]}]`, ignoring other members.
    ///
    /// - Throws: `historyInvalid` with the location of the error.
    package static func all(in json: [UInt8]) throws -> [ReviewHistory] {
        guard json.count <= largestFile else { throw refusal("It is larger than 64 MB.") }
        guard let value = try? JSONValue(Data(json)) else { throw refusal("It is not JSON, or it is cut short.") }
        guard case .array(let histories) = value else { throw refusal("It is not a list of histories.") }
        return try histories.enumerated().map { number, history in try ReviewHistory(history, "History \(number + 1)") }
    }

    /// Returns the state after each review.
    package func replayed(by fsrs: FSRS) -> [FSRSState] {
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
        var parsedReviews: [Review] = []
        for (number, review) in reviews.enumerated() {
            parsedReviews.append(try Review(review, "\(place), review \(number + 1)", after: parsedReviews.last?.at))
        }
        self.reviews = parsedReviews
    }

    /// Returns the failure for an invalid history.
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
            throw ReviewHistory.refusal(
                "\(place): its t_offset_s is not a whole number from 0 to \(ReviewHistory.latest).")
        }
        let at = Instant(milliseconds: Int64(seconds) * 1000)
        if let last, at < last {
            throw ReviewHistory.refusal("\(place): its time is before that of the review ahead of it.")
        }
        self.init(rating: rating, at: at)
    }
}
