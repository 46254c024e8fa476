import Kernel

/// What a file holds, and what of it could not be read.
public struct Parcel: Sendable {
    /// A value, and where it stands: the number of its line, row or entry.
    public struct Found<Value: Sendable>: Sendable {
        /// From 1.
        public let place: Int
        /// What stands there.
        public let value: Value

        /// A value at a place.
        public init(place: Int, value: Value) { (self.place, self.value) = (place, value) }
    }

    /// So many are taken of one file.
    public static let most = 200_000

    /// How its file is written.
    public let form: Form
    /// What is to be done, in the order of the file.
    public private(set) var todos: [Found<Todo>] = []
    /// What time was spent, in the order of the file.
    public private(set) var times: [Found<TrackedTime>] = []
    /// What stands there and has no place here, by its name.
    public var unread = Tally()
    /// What could not be read, by its reason.
    public var faults = Tally()

    init(_ form: Form) { self.form = form }

    /// What is to be written.
    public init(_ form: Form, todos: [Todo] = [], times: [TrackedTime] = []) {
        self.form = form
        self.todos = todos.enumerated().map { Found(place: $0.offset + 1, value: $0.element) }
        self.times = times.enumerated().map { Found(place: $0.offset + 1, value: $0.element) }
    }

    mutating func add(_ todo: Todo, at place: Int) throws {
        try admit()
        todos.append(Found(place: place, value: todo))
    }

    mutating func add(_ time: TrackedTime, at place: Int) throws {
        try admit()
        times.append(Found(place: place, value: time))
    }

    mutating func fault(_ reason: String, at place: Int) { faults.add(reason, "\(form.place) \(place)") }

    private func admit() throws {
        guard todos.count + times.count < Parcel.most else {
            throw Failure(
                .formTooLarge, "The file has more than 200,000 tasks and sessions.", advice: "Split it into parts.",
                kind: .badData)
        }
    }
}

/// How often something was said, with the first few of whom it was.
public struct Tally: Sendable {
    /// One thing that was said.
    public struct Group: Sendable {
        /// What was said.
        public let what: String
        /// How often.
        public fileprivate(set) var count: Int
        /// Of whom, the first few.
        public fileprivate(set) var first: [String]
    }

    private static let (mostGroups, mostNamed) = (50, 3)

    /// In the order in which they came.
    public private(set) var groups: [Group] = []
    private var places: [String: Int] = [:]

    /// Nothing was said.
    public init() {}

    /// Whether nothing was said.
    public var isEmpty: Bool { groups.isEmpty }
    /// How much was said.
    public var count: Int { groups.reduce(0) { $0 + $1.count } }

    /// Says something of somebody.
    public mutating func add(_ what: String, _ whom: String? = nil) {
        let what = places[what] == nil && groups.count >= Tally.mostGroups ? "other" : what
        guard let place = places[what] else {
            places[what] = groups.count
            groups.append(Group(what: what, count: 1, first: whom.map { [$0] } ?? []))
            return
        }
        groups[place].count += 1
        if let whom, groups[place].first.count < Tally.mostNamed { groups[place].first.append(whom) }
    }
}
