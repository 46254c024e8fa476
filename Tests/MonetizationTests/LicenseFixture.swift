import Foundation
import Kernel
import Monetization
import MonetizationAdapters
import Programs
import Storage
import TestSupport

/// A seller with a key, and customers' machines that trust it, with the real `openssl`.
struct LicenseFixture {
    static let programs = ProgramPath(path: "/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin")

    let home: Home
    let clock: ManualClock
    let office: LicenseOffice
    let publicKey: LicenseKey

    init(_ clock: ManualClock = ManualClock("2026-11-22T12:00:00Z")) throws {
        let home = try Home(isQuick: true)
        self.home = home
        self.clock = clock
        office = LicenseFixture.office(home, clock, folder: "hub")
        publicKey = try office.key.make()
    }

    static func office(_ home: Home, _ clock: ManualClock, folder: String) -> LicenseOffice {
        LicenseOffice(
            MemoryStore(),
            key: .file(home.path("\(folder)/licence-key.pem"), of: programs, workingIn: home.path("\(folder)/work")),
            catalogs: { try BundledCatalogs.names.map { ($0, try BundledCatalogs.catalog($0)) } },
            ids: .counting(prefix: "l"), time: clock.source())
    }

    /// Returns the bytes of a licence that the seller issues.
    func licence(
        _ product: Identifier<Product> = "com.focusflow.pro.lifetime", for holder: String = "Mina Park",
        _ request: LicenseOffice.LicenseRequest = .init()
    ) throws -> [UInt8] { Array(try office.issue(product, to: holder, request).text.utf8) }

    /// Returns the licences of an app on a machine. Their folder outlives the value.
    func licences(
        _ app: String = "focusflow", on machine: String = "home", keys: [LicenseKey]? = nil,
        revoked: Set<Identifier<License>> = [], programs: ProgramPath = programs
    ) -> Licenses {
        Licenses(
            app: app, seller: Seller(keys: keys ?? [publicKey], contacts: [app: "pay@example.org"], revoked: revoked),
            files: .folder(home.path("\(machine)/licences")),
            verifier: .openssl(of: programs, workingIn: home.path("\(machine)/work")), time: clock.source())
    }

    /// Returns the purchases of an app on a machine, over a store.
    func purchases(
        _ app: String = "focusflow", on machine: String = "home", store: any Store = MemoryStore(),
        revoked: Set<Identifier<License>> = [], programs: ProgramPath = programs
    ) throws -> Purchases {
        let sandbox = SandboxStoreFront(
            store, catalogue: try BundledCatalogs.catalog(app), ids: .counting(prefix: "s"))
        return Purchases(
            catalogue: try BundledCatalogs.catalog(app), repository: StoredLedgerRepository(store),
            storeFront: sandbox,
            licenses: licences(app, on: machine, revoked: revoked, programs: programs), time: clock.source())
    }
}

extension Purchases {
    var isOpen: Bool { entitlements().keeper.ask(Gates.tasks, 9).allowed }
}
