import Kernel

/// The folder or database where the devices of an account meet, as the user typed it.
package struct SyncPlace: Hashable, Sendable, CustomStringConvertible {
    /// An absolute path, or an address that begins with `postgres:` or `postgresql:`.
    package let address: String

    /// Creates a place from typed text.
    ///
    /// - Parameter absolute: Makes a path absolute.
    /// - Throws: `accountPlaceInvalid`.
    package init(_ typed: String, absolute: (String) -> String) throws {
        guard !typed.isEmpty, !typed.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw Failure(
                .accountPlaceInvalid, "This is no place where devices could meet.",
                advice: "Name a folder that your other devices see too, or a database as postgres:URL.", kind: .usage)
        }
        address = SharedLocation.resolved(typed, absolute: absolute)
    }

    private init(address: String) { self.address = address }

    package var isServer: Bool { SharedLocation(address).isDatabase }

    package var description: String { address }
}

extension SyncPlace: Codable {
    package init(from decoder: any Decoder) throws { self.init(address: try String(from: decoder)) }
    package func encode(to encoder: any Encoder) throws { try address.encode(to: encoder) }
}
