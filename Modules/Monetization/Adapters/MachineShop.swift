import Kernel
import Monetization
import Programs

/// The dependencies of a shop on the machine and on the app.
package struct ShopContext: Sendable {
    let app: String
    let data: String?
    let seller: Seller?
    let isDryRun: Bool
    let programs: ProgramPath
    let ids: IDSource
    let time: TimeSource
    let signedIn: @Sendable () -> Bool
    let listener: (@Sendable (Gate) -> Void)?

    /// Creates the dependencies of a shop.
    ///
    /// - Parameters:
    ///   - app: The app whose catalog is sold.
    ///   - data: The app's absolute folder. It is nil if nothing outlives the process, and empty if
    ///     no data directory is known.
    ///   - seller: The seller whose licenses count, or nil for the built-in one.
    ///   - isDryRun: Whether to store nothing.
    ///   - programs: The location of `openssl`.
    ///   - signedIn: Reports whether the user is signed in. It is called each time.
    ///   - listener: A listener for every gate that is asked.
    package init(
        app: String, data: String?, seller: Seller?, isDryRun: Bool, programs: ProgramPath, ids: IDSource,
        time: TimeSource,
        signedIn: @escaping @Sendable () -> Bool, listener: (@Sendable (Gate) -> Void)?
    ) {
        self.app = app
        self.data = data
        self.seller = seller
        self.isDryRun = isDryRun
        self.programs = programs
        self.ids = ids
        self.time = time
        self.signedIn = signedIn
        self.listener = listener
    }

    /// The temporary folder for programs.
    var work: String { folder("work") ?? "" }

    /// Returns a folder below the app's folder, or nil if nothing outlives the process.
    func folder(_ name: String) -> String? { data.map { $0.isEmpty ? "" : "\($0)/\(name)" } }
}

/// The products of an app and the state of their payment, by license or in the sandbox of `plan
/// sandbox`.
package struct Shop: Sendable {
    package let entitlements: Entitlements
    package let keeper: GateKeeper
    /// The store front behind `plan sandbox`.
    package let sandbox: SandboxStoreFront

    /// Creates the shop of an app with a bundled catalog, which is read on first use.
    ///
    /// - Throws: `catalogueMissing`.
    package init(_ context: ShopContext, _ store: any Store, _ offering: Offering) throws {
        let app = context.app
        try BundledCatalogs.require(app)
        sandbox = SandboxStoreFront(store, catalogue: try BundledCatalogs.catalog(app), ids: context.ids)
        let purchases = Purchases(
            catalogue: try BundledCatalogs.catalog(app), repository: StoredLedgerRepository(store),
            storeFront: sandbox, licenses: Licenses(context), time: context.time)
        entitlements = Entitlements(
            offering.plan, rules: offering.rules, paywall: offering.paywall, purchases: purchases,
            first: offering.first, signedIn: context.signedIn)
        keeper = context.listener.map(entitlements.keeper.observed) ?? entitlements.keeper
    }
}

extension Licenses {
    fileprivate init(_ context: ShopContext) {
        let files = context.folder("licences").map { LicenseFiles.folder($0) } ?? .memory()
        self.init(
            app: context.app, seller: try context.seller ?? BundledCatalogs.seller(),
            files: context.isDryRun ? files.dryRunCopy : files,
            verifier: .openssl(of: context.programs, workingIn: context.work), time: context.time)
    }
}

extension LicenseOffice {
    /// Returns the office of the seller for every app with a bundled catalog. The key is stored in
    /// the app's folder as `licence-key.pem`.
    package static func machine(_ context: ShopContext, _ store: any Store) -> LicenseOffice {
        let key =
            context.folder("licence-key.pem").map { path in
                SigningKey.file(path, isDryRun: context.isDryRun, of: context.programs, workingIn: context.work)
            } ?? .memory(of: context.programs, workingIn: context.work)
        return LicenseOffice(
            store, key: key,
            catalogs: { try BundledCatalogs.names.map { ($0, try BundledCatalogs.catalog($0)) } },
            ids: context.ids, time: context.time)
    }
}
