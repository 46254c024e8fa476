import Kernel
import KernelContract

/// What every store promises, as a value that can be tried on any of them.
///
///     for broken in StoreContract(.passing { MemoryStore() }).brokenPromises() { XCTFail(broken.description) }
public struct StoreContract {
    private let maker: StoreMaker
    private let first: () throws -> (site: Site, store: any Store)

    /// A contract for the stores of a maker, each at a place of its own.
    public init(_ maker: StoreMaker) {
        self.maker = maker
        let places = Places()
        first = {
            let site = Site(maker: maker, place: places.next())
            return (site, try site.open())
        }
    }

    /// The names of all promises, in the order in which they are tried.
    public static var promises: [String] { all.map(\.name) }

    /// The names of the promises that a maker's stores are not asked for, since it declares that they have no such extent.
    public var unasked: [String] { StoreContract.all.filter { !$0.isAsked(of: maker) }.map(\.name) }

    /// Tries every promise that the stores are asked for and tells which are broken; empty for a store that keeps them all.
    public func brokenPromises() -> [BrokenPromise] { Contract("Store", promises: asked.map(\.promise), first).brokenPromises() }

    /// Tries some promises only, by their names.
    ///
    /// - Throws: `unknownPromise` for a name of which nothing is asked here.
    public func brokenPromises(of names: [String]) throws -> [BrokenPromise] {
        let chosen = asked.filter { names.contains($0.name) }
        guard chosen.count == names.count else {
            throw Failure(.unknownPromise, "Of these stores the contract does not ask all of \(names).", kind: .usage)
        }
        return Contract("Store", promises: chosen.map(\.promise), first).brokenPromises()
    }

    private var asked: [Promise] { StoreContract.all.filter { $0.isAsked(of: maker) } }

    static var all: [Promise] {
        transactions + queries + limits + sizes + payloads + history + feed + upkeep + lasting + handles + processes
    }

    private final class Places {
        private var count = 0

        func next() -> String {
            count += 1
            return "place-\(count)"
        }
    }
}

struct Promise {
    let name: String
    let extent: StoreMaker.Extent
    let isOfAge: Bool
    let check: @Sendable (Trial, any Store) throws -> Void

    /// - Parameters:
    ///   - extent: what a store must be for the promise to mean something.
    ///   - isOfAge: whether it speaks of stores that let go of what is old.
    init(
        _ name: String, of extent: StoreMaker.Extent = .passing, isOfAge: Bool = false,
        check: @escaping @Sendable (Trial, any Store) throws -> Void
    ) {
        (self.name, self.extent, self.isOfAge, self.check) = (name, extent, isOfAge, check)
    }

    func isAsked(of maker: StoreMaker) -> Bool { extent <= maker.extent && (!isOfAge || maker.aged != nil) }

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

/// Collects what was seen while one promise is tried, so that the first thing that is wrong does not hide the rest.
final class Trial {
    var broken: [String] = []
    private let site: Site
    private var opened: [any Store] = []

    init(_ site: Site) { self.site = site }

    // MARK: - Other handles

    var extent: StoreMaker.Extent { site.maker.extent }

    /// One more handle of the store that is tried.
    func another() throws -> any Store {
        let store = try site.open()
        opened.append(store)
        return store
    }

    /// The store, opened anew behind a handle that is closed.
    func reopened(_ store: any Store) throws -> any Store {
        try store.close()
        return try another()
    }

    /// The store that is tried, with a clock and what other devices have seen.
    func aged(now: @escaping @Sendable () -> Instant, peers: @escaping @Sendable () -> HybridTime?) throws -> any Store {
        guard let store = try site.maker.aged?(site.place, now, peers) else {
            throw Failure(.unknownPromise, "These stores have no clock.", kind: .usage)
        }
        opened.append(store)
        return store
    }

    /// A process of its own over the store that is tried.
    func process(_ task: String) throws -> OtherProcess { try OtherProcess(site.maker.command(site.place, task)) }

    func closeAll() { for store in opened { try? store.close() } }

    // MARK: - What is seen

    func expect<Value: Equatable>(_ what: String, _ value: @autoclosure () throws -> Value, is expected: Value) {
        do {
            let seen = try value()
            if seen != expected { broken.append("\(what): \(brief(seen)), not \(brief(expected))") }
        } catch {
            broken.append("\(what): it threw \(error)")
        }
    }

    func expect(_ what: String, _ holds: Bool) { if !holds { broken.append(what) } }

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

    /// Nobody reads sixteen mebibytes.
    private func brief(_ value: some Any) -> String {
        let text = "\(value)"
        return text.utf8.count > 400 ? "\(text.prefix(400))… (\(text.utf8.count) bytes)" : text
    }
}
