/// A part of a person's data that sync switches on or off as one. Several plugins can share it.
///
/// A module outside the package adds its own in an extension.
public struct Scope: Hashable, Sendable {
    /// The word that the user types and that is stored: `progress`.
    public let rawValue: String
    public let title: String

    public init(_ rawValue: String, _ title: String) {
        self.rawValue = rawValue
        self.title = title
    }

    public static func == (one: Scope, other: Scope) -> Bool { one.rawValue == other.rawValue }

    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    public static let profiles = Scope("profiles", "Profiles: names, belts and goals")
    public static let progress = Scope("progress", "What was practised, tested and played")
    public static let settings = Scope("settings", "Settings and choices")
    public static let diary = Scope("diary", "The diary, with its photos")
    public static let feedback = Scope("feedback", "Feedback, templates, and with whom it was shared")
    public static let tasks = Scope("tasks", "Tasks")
    public static let presets = Scope("presets", "Presets")
    public static let sessions = Scope("sessions", "Sessions of focus, and what they add up to")
}

/// The sync policy for the record kinds of a plugin when a person has several devices: shared by
/// all, or limited to one device.
///
/// Every kind of record has one of these policies.
public struct SyncPolicy: Sendable {
    /// The way in which records of a kind reach other devices.
    public enum Replication: Hashable, Sendable {
        /// The records are on all devices, as long as the person syncs this part.
        case synced(Scope)
        case local
        case derived
    }

    /// Updates derived data after records arrived from other devices.
    ///
    /// It is called after the transactions that stored them, and again after an interruption. It
    /// must therefore recompute values instead of adding to them. The store is that of the records'
    /// partition.
    public typealias Reconcile = @Sendable (_ touched: ReceivedRecords, _ store: any Store) throws -> Void

    public let replication: Replication
    public let kinds: @Sendable () -> [any StoredCollection]
    /// Whether a superseded version is kept for the person, because its loss would matter.
    public let keepsSupersededVersions: Bool
    /// Updates the data derived from these records. Nil if there is none.
    public let reconcile: Reconcile?

    /// Deletes unused data that the app created by itself and that would duplicate other devices'
    /// data.
    ///
    /// It is called once, when a guest with a backup joins an existing account.
    public let removeUnusedData: (@Sendable () throws -> Void)?

    /// Creates the policy of record kinds that sync.
    ///
    /// - Parameters:
    ///   - keepsSupersededVersions: whether the loss of a superseded version would matter. It is
    ///     false for data that no person wrote.
    ///   - removeUnusedData: deletes unused data that the app created by itself, before it joins
    ///     the data of other devices.
    ///   - reconcile: updates the derived data. It writes synced records only with `putDerived`,
    ///     so that no count wins over a person's edit.
    public init(
        _ scope: Scope, _ kinds: @autoclosure @escaping @Sendable () -> [any StoredCollection],
        keepsSupersededVersions: Bool = true,
        removeUnusedData: (@Sendable () throws -> Void)? = nil, reconcile: Reconcile? = nil
    ) {
        replication = .synced(scope)
        self.kinds = kinds
        self.keepsSupersededVersions = keepsSupersededVersions
        self.removeUnusedData = removeUnusedData
        self.reconcile = reconcile
    }

    private init(_ replication: Replication, _ kinds: @escaping @Sendable () -> [any StoredCollection]) {
        self.replication = replication
        self.kinds = kinds
        keepsSupersededVersions = false
        removeUnusedData = nil
        reconcile = nil
    }

    /// Returns the policy of kinds that describe one device and never leave it.
    public static func local(_ kinds: @autoclosure @escaping @Sendable () -> [any StoredCollection]) -> SyncPolicy {
        SyncPolicy(.local, kinds)
    }

    /// Returns the policy of kinds that each device derives from synced records.
    public static func derived(_ kinds: @autoclosure @escaping @Sendable () -> [any StoredCollection]) -> SyncPolicy {
        SyncPolicy(.derived, kinds)
    }

    /// The part of the data that these kinds belong to, or nil if they do not sync.
    public var scope: Scope? { if case .synced(let scope) = replication { scope } else { nil } }
}

/// Records of one partition that arrived from other devices or were deleted there.
public struct ReceivedRecords: Sendable {
    /// Addresses without duplicates.
    public let addresses: [RecordAddress]

    public init(_ addresses: [RecordAddress]) { self.addresses = addresses }

    /// Returns the identifiers of the records of one kind.
    public func ids<Record: Storable>(of kind: RecordCollection<Record>) -> [Identifier<Record>] {
        addresses.lazy.filter { $0.collection == kind.name }.map { Identifier($0.id) }
    }
}

extension ExtensionPoint where Contribution == SyncPolicy {
    public static var syncPolicies: Self { ExtensionPoint() }
}

extension Registry {
    /// Adds record kinds of a plugin with their sync policy. Plugins call it.
    public mutating func add(_ syncPolicies: SyncPolicy) {
        add(collections: syncPolicies.kinds())
        add(syncPolicies, to: .syncPolicies)
    }

    /// Adds several policies. Plugins call it.
    public mutating func add(_ syncPolicies: [SyncPolicy]) { for policy in syncPolicies { add(policy) } }

    /// The sync policies of all record kinds, in the order of the plugins.
    public var syncPolicies: [SyncPolicy] { all(.syncPolicies) }
}

extension Sequence where Element == SyncPolicy {
    /// The parts that can be switched on and off, each once, in the order of the plugins.
    public var scopes: [Scope] {
        var seen: Set<Scope> = []
        return compactMap(\.scope).filter { seen.insert($0).inserted }
    }

    /// Returns the names of the kinds that sync with some parts.
    public func syncedKinds(with scopes: Set<Scope>) -> Set<String> {
        Set(filter { $0.scope.map(scopes.contains) ?? false }.flatMap { $0.kinds().map(\.name) })
    }

    /// Updates the data derived from records that arrived from other devices. A repeated call has
    /// no further effect.
    public func reconcile(_ addresses: some Sequence<RecordAddress>, in store: any Store) throws {
        var byKind: [String: [Partition: Set<RecordAddress>]] = [:]
        for address in addresses {
            byKind[address.collection, default: [:]][address.partition, default: []].insert(address)
        }
        for policy in self {
            guard let reconcile = policy.reconcile else { continue }
            var addressesByPartition: [Partition: [RecordAddress]] = [:]
            for kind in policy.kinds() {
                for (partition, addresses) in byKind[kind.name] ?? [:] {
                    addressesByPartition[partition, default: []] += addresses
                }
            }
            for (partition, addresses) in addressesByPartition.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                let ordered = addresses.sorted { ($0.collection, $0.id) < ($1.collection, $1.id) }
                try reconcile(ReceivedRecords(ordered), store.scoped(to: partition))
            }
        }
    }
}
