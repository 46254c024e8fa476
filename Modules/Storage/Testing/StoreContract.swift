import Kernel
import KernelTesting

/// The promises of every store, as a value that can test any engine.
///
///     for broken in StoreContract(.passing { MemoryStore() }).brokenPromises() { XCTFail(broken.description) }
public struct StoreContract {
    private let maker: StoreMaker
    /// Opens a new store at a place of its own.
    private let first: () throws -> (site: Site, store: any Store)

    /// Creates a contract for the stores of a maker, each at a place of its own.
    public init(_ maker: StoreMaker) {
        self.maker = maker
        let places = Places()
        first = {
            let site = Site(maker: maker, place: places.next())
            return (site, try site.open())
        }
    }

    /// The names of all promises in test order.
    public static var promises: [String] { all.map(\.name) }

    /// The names of the promises that are not tested because the maker's extent excludes them.
    public var untested: [String] { StoreContract.all.filter { !$0.applies(to: maker) }.map(\.name) }

    /// Tests every applicable promise, and returns the broken ones.
    public func brokenPromises() -> [BrokenPromise] {
        Contract("Store", promises: applicablePromises.map(\.promise), first).brokenPromises()
    }

    /// Tests the promises of the given names.
    ///
    /// - Throws: `unknownPromise` for a name that is not applicable.
    public func brokenPromises(of names: [String]) throws -> [BrokenPromise] {
        let chosenPromises = applicablePromises.filter { names.contains($0.name) }
        guard chosenPromises.count == names.count else {
            throw Failure(.unknownPromise, "Of these stores the contract does not ask all of \(names).", kind: .usage)
        }
        return Contract("Store", promises: chosenPromises.map(\.promise), first).brokenPromises()
    }

    private var applicablePromises: [Promise] { StoreContract.all.filter { $0.applies(to: maker) } }

    static var all: [Promise] {
        transactions + queries + limits + sizes + payloads + history + feed + upkeep + lasting + handles + processes
    }

    /// A source of place names, each used once.
    private final class Places {
        private var count = 0

        func next() -> String {
            count += 1
            return "place-\(count)"
        }
    }
}

/// One behavior that every store must have, with its check.
struct Promise {
    let name: String
    let extent: StoreMaker.Extent
    let needsAging: Bool
    let check: @Sendable (Trial, any Store) throws -> Void

    /// Creates a promise.
    ///
    /// - Parameters:
    ///   - extent: the extent that a store needs for this promise.
    ///   - needsAging: whether it concerns stores that drop old data.
    init(
        _ name: String, of extent: StoreMaker.Extent = .passing, needsAging: Bool = false,
        check: @escaping @Sendable (Trial, any Store) throws -> Void
    ) {
        self.name = name
        self.extent = extent
        self.needsAging = needsAging
        self.check = check
    }

    func applies(to maker: StoreMaker) -> Bool { extent <= maker.extent && (!needsAging || maker.aged != nil) }

    var promise: Contract<(site: Site, store: any Store)>.Promise {
        let check = check
        return Contract.Promise(name) { site, store in
            let trial = Trial(site)
            do { try check(trial, store) } catch { trial.broken.append("it threw \(error)") }
            try? store.close()
            trial.closeAll()
            try expect(trial.broken.isEmpty, trial.broken.joined(separator: "; "))
        }
    }
}

/// A collector of all failures during the test of one promise, so that the first does not hide the
/// others.
final class Trial {
    var broken: [String] = []
    private let site: Site
    private var openStores: [any Store] = []

    init(_ site: Site) { self.site = site }

    // MARK: - Other handles

    var extent: StoreMaker.Extent { site.maker.extent }

    /// Opens another handle of the tested store.
    func openAnotherHandle() throws -> any Store {
        let store = try site.open()
        openStores.append(store)
        return store
    }

    /// Closes a handle and opens the store again.
    func reopened(_ store: any Store) throws -> any Store {
        try store.close()
        return try openAnotherHandle()
    }

    /// Opens the tested store with a clock and the state of other devices.
    func openWithClock(now: @escaping @Sendable () -> Instant, peers: @escaping @Sendable () -> HybridTime?) throws
        -> any Store
    {
        guard let store = try site.maker.aged?(site.place, now, peers) else {
            throw Failure(.unknownPromise, "These stores have no clock.", kind: .usage)
        }
        openStores.append(store)
        return store
    }

    /// Starts a process on the tested store.
    func process(_ task: String) throws -> OtherProcess { try OtherProcess(site.maker.command(site.place, task)) }

    func closeAll() { for store in openStores { try? store.close() } }

    // MARK: - Expectations

    func expect<Value: Equatable>(_ what: String, _ value: @autoclosure () throws -> Value, is expected: Value) {
        do {
            let actual = try value()
            if actual != expected { broken.append("\(what): \(brief(actual)), not \(brief(expected))") }
        } catch {
            broken.append("\(what): it threw \(error)")
        }
    }

    func expect(_ what: String, _ condition: Bool) { if !condition { broken.append(what) } }

    func expect(_ what: String, fails code: Failure.Code, _ body: () throws -> Void) {
        do {
            try body()
            broken.append("\(what): nothing was thrown, not \(code)")
        } catch let failure as Failure {
            if failure.code != code { broken.append("\(what): \(failure.code) was thrown, not \(code)") }
        } catch {
            broken.append("\(what): \(error) was thrown, not \(code)")
        }
    }

    /// Shortens values of up to sixteen mebibytes for messages.
    private func brief(_ value: some Any) -> String {
        let text = "\(value)"
        return text.utf8.count > 400 ? "\(text.prefix(400))… (\(text.utf8.count) bytes)" : text
    }
}
