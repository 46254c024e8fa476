import Guidance
import Kernel
import Monetization
import Terminal

/// Brings `licence …` to the console of whoever sells the apps.
public struct SellerPlugin: Plugin {
    public let name = "Seller"
    private let desk: SellerDesk

    /// The commands over an office.
    public init(_ office: LicenceOffice) { desk = SellerDesk(office: office) }

    public func contribute(to registry: inout Registry) {
        registry.add(.staying([IssuedLicence.collection]))
        registry.add(all: desk.commands, to: .commands)
        registry.add(SecretFile("licence-key.pem", "the key that signs licences"), to: .secretFiles)
        registry.add(
            CommandGroup("Sell", order: 45, ["licence issue", "licence list", "licence show", "licence revoke"]),
            to: .commandGroups)
    }
}
