import Guidance
import Interface
import Kernel
import Monetization

/// A plugin that adds `licence …` to the seller's console.
package struct SellerPlugin: Plugin {
    package let name = "Seller"
    private let sellerCommands: SellerCommands

    package init(_ office: LicenseOffice) { sellerCommands = SellerCommands(office: office) }

    package func contribute(to registry: inout Registry) {
        registry.add(.local([IssuedLicense.collection]))
        registry.add(all: sellerCommands.commands, to: .commands)
        registry.add(SecretFile("licence-key.pem", "the key that signs licences"), to: .secretFiles)
        registry.add(
            CommandGroup("Sell", order: 45, ["licence issue", "licence list", "licence show", "licence revoke"]),
            to: .commandGroups)
    }
}
