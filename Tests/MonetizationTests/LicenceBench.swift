import Foundation
import Kernel
import Monetization
import MonetizationAdapters
import Programs
import Storage
import TestBench

/// A seller with a key of their own, and machines of customers who trust it; signed and verified by the real `openssl`.
struct LicenceBench {
    static let programs = Programs(path: "/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin")

    let home: Home
    let clock: HandClock
    let office: LicenceOffice
    let half: LicenceKey

    init(_ clock: HandClock = HandClock("2026-11-22T12:00:00Z")) throws {
        let home = try Home(isQuick: true)
        (self.home, self.clock) = (home, clock)
        office = LicenceBench.office(home, clock, folder: "hub")
        half = try office.key.make()
    }

    static func office(_ home: Home, _ clock: HandClock, folder: String) -> LicenceOffice {
        LicenceOffice(
            MemoryStore(),
            key: .file(home.path("\(folder)/licence-key.pem"), of: programs, workingIn: home.path("\(folder)/work")),
            catalogues: { try BundledCatalogues.names.map { ($0, try BundledCatalogues.catalogue($0)) } },
            ids: .counting(prefix: "l"), time: clock.source())
    }

    /// The file of a licence that the seller makes.
    func licence(
        _ product: Identifier<Product> = "com.focusflow.pro.lifetime", for holder: String = "Mina Park",
        _ wish: LicenceOffice.Wish = .init()
    ) throws -> [UInt8] { Array(try office.issue(product, to: holder, wish).text.utf8) }

    /// The licences of an app on a machine: a folder that outlives the value.
    func licences(
        _ app: String = "focusflow", on machine: String = "home", keys: [LicenceKey]? = nil,
        revoked: Set<Identifier<Licence>> = [], programs: Programs = programs
    ) -> Licences {
        Licences(
            app: app, seller: Seller(keys: keys ?? [half], contacts: [app: "pay@example.org"], revoked: revoked),
            files: .folder(home.path("\(machine)/licences")),
            verifier: .openssl(of: programs, workingIn: home.path("\(machine)/work")), time: clock.source())
    }

    /// What an app on a machine knows of purchases, over a store.
    func purchases(
        _ app: String = "focusflow", on machine: String = "home", store: any Store = MemoryStore(),
        revoked: Set<Identifier<Licence>> = [], programs: Programs = programs
    ) throws -> Purchases {
        let sandbox = SandboxStoreFront(store, catalogue: try BundledCatalogues.catalogue(app), ids: .counting(prefix: "s"))
        return Purchases(
            catalogue: try BundledCatalogues.catalogue(app), repository: StoredLedgerRepository(store), storeFront: sandbox,
            licences: licences(app, on: machine, revoked: revoked, programs: programs), time: clock.source())
    }
}

extension Purchases {
    var isOpen: Bool { entitlements().keeper.ask(Gates.tasks, 9).allowed }
}
