/// A part of what people have on all their devices, which they switch on and off as one. Several plugins may contribute to one; a module from outside
/// adds its own in an extension.
public struct Scope: Hashable, Sendable {
    /// The word that is typed and kept: `progress`.
    public let rawValue: String
    /// What is in it, for people.
    public let title: String

    /// A part by its word.
    public init(_ rawValue: String, _ title: String) { (self.rawValue, self.title) = (rawValue, title) }

    /// By the word alone.
    public static func == (one: Scope, other: Scope) -> Bool { one.rawValue == other.rawValue }

    /// By the word alone.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// Who practises here.
    public static let profiles = Scope("profiles", "Profiles: names, belts and goals")
    /// What came of practice.
    public static let progress = Scope("progress", "What was practised, tested and played")
    /// What was chosen.
    public static let settings = Scope("settings", "Settings and choices")
    /// A photo a day.
    public static let diary = Scope("diary", "The diary, with its photos")
    /// Feedback that was written.
    public static let feedback = Scope("feedback", "Feedback, templates, and with whom it was shared")
    /// What is to be done.
    public static let tasks = Scope("tasks", "Tasks")
    /// Plans for sessions.
    public static let presets = Scope("presets", "Presets")
    /// Stretches of focus.
    public static let sessions = Scope("sessions", "Sessions of focus, and what they add up to")
}

/// What becomes of records that a plugin keeps when their person has several devices: which are theirs wherever they are, and which belong to one
/// device. Every kind of record is in one of these.
public struct Belongings: Sendable {
    /// What becomes of them.
    public enum Fate: Hashable, Sendable {
        /// They are on all devices, as long as the person wants this part.
        case travels(Scope)
        /// They say something of this device alone.
        case stays
        /// Each device makes them of what travels.
        case remade
    }

    /// Makes right what follows from records, after some of them came from elsewhere. It is called behind the transactions that took them in, and once
    /// more where it was interrupted; so it makes anew and never adds. The store is that of the partition in which they lie.
    public typealias Settle = @Sendable (_ touched: Touched, _ store: any Store) throws -> Void

    /// What becomes of them.
    public let fate: Fate
    /// The kinds of record, made when somebody asks.
    public let kinds: @Sendable () -> [any StoredCollection]
    /// Whether a version that had to give way is kept for its person: it holds what somebody would miss.
    public let isMissed: Bool
    /// Makes right what follows from them; nil where nothing does.
    public let settle: Settle?

    /// Lets go of what the app has made by itself and nobody has used: it would only stand beside what others have. Called once, when a guest who has a
    /// backup joins an account that is there.
    public let tidy: (@Sendable () throws -> Void)?

    /// Kinds of record that travel.
    ///
    /// - Parameters:
    ///   - isMissed: whether somebody would miss a version that gives way; false for what nobody wrote.
    ///   - tidy: lets go of what the app has made by itself and nobody has used, before it joins what others have.
    ///   - settle: makes right what follows from them. It writes into travelling records with `amend` alone, so that no count wins over a person.
    public init(
        _ scope: Scope, _ kinds: @autoclosure @escaping @Sendable () -> [any StoredCollection], isMissed: Bool = true,
        tidy: (@Sendable () throws -> Void)? = nil, settle: Settle? = nil
    ) {
        (fate, self.kinds, self.isMissed, self.tidy, self.settle) = (.travels(scope), kinds, isMissed, tidy, settle)
    }

    private init(_ fate: Fate, _ kinds: @escaping @Sendable () -> [any StoredCollection]) {
        (self.fate, self.kinds, isMissed, tidy, settle) = (fate, kinds, false, nil, nil)
    }

    /// Kinds that say something of one device: they leave it never.
    public static func staying(_ kinds: @autoclosure @escaping @Sendable () -> [any StoredCollection]) -> Belongings {
        Belongings(.stays, kinds)
    }

    /// Kinds that each device makes of what travels.
    public static func remade(_ kinds: @autoclosure @escaping @Sendable () -> [any StoredCollection]) -> Belongings {
        Belongings(.remade, kinds)
    }

    /// The part that they belong to; nil where they do not travel.
    public var scope: Scope? { if case .travels(let scope) = fate { scope } else { nil } }
}

/// Records of one partition that came from elsewhere, or went.
public struct Touched: Sendable {
    /// Where they lie; each once.
    public let addresses: [RecordAddress]

    /// Records of one partition.
    public init(_ addresses: [RecordAddress]) { self.addresses = addresses }

    /// The identifiers of those of one kind.
    public func ids<Record: Storable>(of kind: RecordCollection<Record>) -> [Identifier<Record>] {
        addresses.lazy.filter { $0.collection == kind.name }.map { Identifier($0.id) }
    }
}

extension ExtensionPoint where Contribution == Belongings {
    /// What becomes of each kind of record on several devices.
    public static var belongings: Self { ExtensionPoint("belongings") }
}

extension Registry {
    /// Adds kinds of record that a plugin keeps, and what becomes of them on several devices; called by plugins.
    public mutating func add(_ belongings: Belongings) {
        add(collections: belongings.kinds())
        add(belongings, to: .belongings)
    }

    /// Adds several of them; called by plugins.
    public mutating func add(_ belongings: [Belongings]) { for one in belongings { add(one) } }

    /// What becomes of each kind of record on several devices, in the order of the plugins.
    public var belongings: [Belongings] { all(.belongings) }
}

extension Sequence where Element == Belongings {
    /// The parts that can be switched on and off, each once, in the order of the plugins.
    public var scopes: [Scope] {
        var seen: Set<Scope> = []
        return compactMap(\.scope).filter { seen.insert($0).inserted }
    }

    /// The names of the kinds that travel with some parts.
    public func travelling(with scopes: Set<Scope>) -> Set<String> {
        Set(filter { $0.scope.map(scopes.contains) ?? false }.flatMap { $0.kinds().map(\.name) })
    }

    /// Makes right what follows from records that came from elsewhere. What is done twice is done once.
    public func settle(_ addresses: some Sequence<RecordAddress>, in store: any Store) throws {
        var byKind: [String: [Partition: Set<RecordAddress>]] = [:]
        for address in addresses { byKind[address.collection, default: [:]][address.partition, default: []].insert(address) }
        for one in self {
            guard let settle = one.settle else { continue }
            var touched: [Partition: [RecordAddress]] = [:]
            for kind in one.kinds() {
                for (partition, some) in byKind[kind.name] ?? [:] { touched[partition, default: []] += some }
            }
            for (partition, some) in touched.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                let order = some.sorted { ($0.collection, $0.id) < ($1.collection, $1.id) }
                try settle(Touched(order), store.scoped(to: partition))
            }
        }
    }
}
