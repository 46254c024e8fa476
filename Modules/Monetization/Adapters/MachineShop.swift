import Kernel
import Monetization
import Programs

/// What a shop needs of the machine and of whoever starts an app.
public struct ShopPlace: Sendable {
    let app: String
    let data: String?
    let seller: Seller?
    let isRehearsal: Bool
    let programs: Programs
    let ids: IDSource
    let time: TimeSource
    let signedIn: @Sendable () -> Bool
    let listener: (@Sendable (Gate) -> Void)?

    /// A place.
    ///
    /// - Parameters:
    ///   - app: whose catalogue it is.
    ///   - data: the app's folder, absolute; nil where nothing outlives the process, empty where nothing says where data belongs.
    ///   - seller: whose licences count; nil for the one that is built in.
    ///   - isRehearsal: nothing is kept.
    ///   - programs: where `openssl` is.
    ///   - signedIn: whether somebody is signed in now; asked each time.
    ///   - listener: who is told of every gate that is asked.
    public init(
        app: String, data: String?, seller: Seller?, isRehearsal: Bool, programs: Programs, ids: IDSource, time: TimeSource,
        signedIn: @escaping @Sendable () -> Bool, listener: (@Sendable (Gate) -> Void)?
    ) {
        (self.app, self.data, self.seller, self.isRehearsal) = (app, data, seller, isRehearsal)
        (self.programs, self.ids, self.time, self.signedIn, self.listener) = (programs, ids, time, signedIn, listener)
    }

    /// Where programs work for a moment.
    var work: String { folder("work") ?? "" }

    /// A folder in the app's own; nil where nothing outlives the process.
    func folder(_ name: String) -> String? { data.map { $0.isEmpty ? "" : "\($0)/\(name)" } }
}

/// What an app sells, and what follows from what was paid: with a licence, or in the sandbox of `plan sandbox`.
public struct Shop: Sendable {
    /// Where gates are answered.
    public let entitlements: Entitlements
    /// Who answers the gates of the features.
    public let keeper: GateKeeper
    /// What `plan sandbox` does.
    public let sandbox: SandboxStoreFront

    /// The shop of an app with a bundled catalogue, which is read when somebody asks what it holds.
    ///
    /// - Throws: `catalogueMissing`.
    public init(_ place: ShopPlace, _ store: any Store, _ offering: Offering) throws {
        let app = place.app
        try BundledCatalogues.require(app)
        sandbox = SandboxStoreFront(store, catalogue: try BundledCatalogues.catalogue(app), ids: place.ids)
        let purchases = Purchases(
            catalogue: try BundledCatalogues.catalogue(app), repository: StoredLedgerRepository(store), storeFront: sandbox,
            licences: Licences(place), time: place.time)
        entitlements = Entitlements(
            offering.plan, rules: offering.rules, paywall: offering.paywall, purchases: purchases, first: offering.first,
            signedIn: place.signedIn)
        keeper = place.listener.map(entitlements.keeper.heard) ?? entitlements.keeper
    }
}

extension Licences {
    fileprivate init(_ place: ShopPlace) {
        let files = place.folder("licences").map { LicenceFiles.folder($0) } ?? .memory()
        self.init(
            app: place.app, seller: try place.seller ?? BundledCatalogues.seller(),
            files: place.isRehearsal ? files.rehearsed : files,
            verifier: .openssl(of: place.programs, workingIn: place.work), time: place.time)
    }
}

extension LicenceOffice {
    /// The office of whoever sells every app with a bundled catalogue. The key lies in the folder of its app, as `licence-key.pem`.
    public static func machine(_ place: ShopPlace, _ store: any Store) -> LicenceOffice {
        let key =
            place.folder("licence-key.pem").map { path in
                SigningKey.file(path, isRehearsal: place.isRehearsal, of: place.programs, workingIn: place.work)
            } ?? .memory(of: place.programs, workingIn: place.work)
        return LicenceOffice(
            store, key: key, catalogues: { try BundledCatalogues.names.map { ($0, try BundledCatalogues.catalogue($0)) } },
            ids: place.ids, time: place.time)
    }
}
