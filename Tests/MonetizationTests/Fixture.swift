import Kernel
import Monetization
import MonetizationAdapters
import Storage
import Synchronization
import TestSupport
import XCTest

/// The purchases of one app over a sandbox in memory.
struct Shop {
    let clock: ManualClock
    let store: MemoryStore
    let catalogue: Catalog
    let sandbox: SandboxStoreFront
    let purchases: Purchases

    init(
        _ app: String = "focusflow", clock: ManualClock = ManualClock(), store: MemoryStore = MemoryStore(),
        ledger: MemoryStore? = nil,
        settings: SandboxSettings? = nil
    ) throws {
        self.clock = clock
        self.store = store
        let catalog = try BundledCatalogs.catalog(app)
        self.catalogue = catalog
        let ids = IDSource.timeOrdered(now: { clock.now }, random: RandomSource(seed: 7))
        sandbox = SandboxStoreFront(store, catalogue: catalog, settings: settings, ids: ids)
        purchases = Purchases(
            catalogue: catalog, repository: StoredLedgerRepository(ledger ?? store), storeFront: sandbox,
            time: clock.source())
    }

    var state: RenewalState? { get throws { try purchases.status()?.state } }
    var isEntitled: Bool { get throws { try purchases.status()?.isEntitled ?? false } }
}

/// The gates of the tests: at least one for each paywall context.
enum Gates {
    static let all: [GateRule] = [
        GateRule(Gate("sounds.all", "all focus sounds", context: "sound"), free: .bool(false)),
        GateRule(Gate("themes.all", "all themes", context: "theme"), free: .bool(false)),
        GateRule(Gate("ambiances.all", "all ambient backgrounds", context: "ambiance"), free: .bool(false)),
        GateRule(Gate("presets.create", "own presets", context: "preset"), free: .bool(false)),
        GateRule(Gate("presets.edit", "changing presets", context: "preset"), free: .bool(false)),
        GateRule(Gate("presets.reading", "the preset Reading", context: "preset"), free: .bool(false)),
        GateRule(tasks, free: .limit(3), lock: "{used}/{limit} tasks"),
        GateRule(
            Gate("reminders.task", "tasks with a reminder", context: "reminder"), free: .limit(1),
            lock: "Upgrade for unlimited reminders"),
        GateRule(
            Gate("history.days", "days of history", context: "history"), free: .limit(3),
            lock: "View full history with Pro"),
        GateRule(
            Gate("xp.levels", "XP and levels", context: "xpLevels"), free: .bool(false),
            lock: "Unlock XP & Levels with Pro"),
        GateRule(Gate("journey.view", "the Journey", context: "journey"), free: .bool(false)),
        GateRule(
            Gate("status.controls", "controls in the status line", context: "widget"), free: .bool(false),
            lock: "Upgrade for controls"),
        GateRule(
            Gate("live.activity", "the timer in the terminal's title", context: "liveActivity"), free: .bool(false)),
        GateRule(Gate("music.apps", "music apps", context: "externalMusic"), free: .bool(false)),
        GateRule(cloud, free: .bool(false), needsSignIn: true),
        GateRule(Gate("insights.weekly", "weekly insights", context: "general"), free: .bool(false)),
    ]

    static let tasks = Gate("tasks.active", "active tasks", context: "task")
    static let cloud = Gate("cloud.sync", "Cloud Sync", context: "cloudSync")
}

extension Purchases {
    func entitlements(signedIn: @escaping @Sendable () -> Bool = { false }) -> Entitlements {
        Entitlements(
            .freeAndPro("FocusFlow Pro"), rules: Gates.all, paywall: .focusFlow, purchases: self, signedIn: signedIn)
    }
}

func XCTAssertFailure<Value>(
    _ code: Failure.Code, file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Value
) {
    XCTAssertThrowsError(try body(), "\(code)", file: file, line: line) {
        XCTAssertEqual(($0 as? Failure)?.code, code, file: file, line: line)
    }
}
