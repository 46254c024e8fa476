import Kernel

/// The content of a file, and the parts that could not be read.
package struct ParsedFile: Sendable {
    /// A value with its position: the number of its line, row or entry.
    package struct PositionedValue<Value: Sendable>: Sendable {
        /// The position, from 1.
        package let place: Int
        package let value: Value

        package init(place: Int, value: Value) {
            self.place = place
            self.value = value
        }
    }

    /// The maximum number of tasks and times that are read from one file.
    package static let most = 200_000

    package let form: FileFormat
    /// The tasks, in file order.
    package private(set) var todos: [PositionedValue<Todo>] = []
    /// The tracked times, in file order.
    package private(set) var times: [PositionedValue<TrackedTime>] = []
    /// The unsupported parts of the file, by name.
    package var unread = Tally()
    /// The entries or lines that could not be read, by reason.
    package var faults = Tally()

    init(_ form: FileFormat) { self.form = form }

    package init(_ form: FileFormat, todos: [Todo] = [], times: [TrackedTime] = []) {
        self.form = form
        self.todos = todos.enumerated().map { PositionedValue(place: $0.offset + 1, value: $0.element) }
        self.times = times.enumerated().map { PositionedValue(place: $0.offset + 1, value: $0.element) }
    }

    mutating func add(_ todo: Todo, at place: Int) throws {
        try checkLimit()
        todos.append(PositionedValue(place: place, value: todo))
    }

    mutating func add(_ time: TrackedTime, at place: Int) throws {
        try checkLimit()
        times.append(PositionedValue(place: place, value: time))
    }

    /// Records why an entry or a line could not be read.
    mutating func recordFault(_ reason: String, at place: Int) { faults.add(reason, "\(form.positionNoun) \(place)") }

    /// Throws `formTooLarge` if the file already has `most` values.
    private func checkLimit() throws {
        guard todos.count + times.count < ParsedFile.most else {
            throw Failure(
                .formTooLarge, "The file has more than 200,000 tasks and sessions.", advice: "Split it into parts.",
                kind: .badData)
        }
    }
}

/// A count of messages, with the first few subjects of each.
package struct Tally: Sendable {
    /// A message with its count and subjects.
    package struct Group: Sendable {
        package let message: String
        package fileprivate(set) var count: Int
        /// The first few subjects of the message.
        package fileprivate(set) var examples: [String]
    }

    private static let (maximumGroups, maximumExamples) = (50, 3)

    /// The groups, in the order of their first message.
    package private(set) var groups: [Group] = []
    private var places: [String: Int] = [:]

    package init() {}

    package var isEmpty: Bool { groups.isEmpty }
    package var count: Int { groups.reduce(0) { $0 + $1.count } }

    /// Adds a message, with an optional subject.
    package mutating func add(_ message: String, _ example: String? = nil) {
        let message = places[message] == nil && groups.count >= Tally.maximumGroups ? "other" : message
        guard let place = places[message] else {
            places[message] = groups.count
            groups.append(Group(message: message, count: 1, examples: example.map { [$0] } ?? []))
            return
        }
        groups[place].count += 1
        if let example, groups[place].examples.count < Tally.maximumExamples { groups[place].examples.append(example) }
    }
}
