import Kernel

/// Where the devices of an account meet, as it is typed: a folder, or a database.
public struct SyncPlace: Hashable, Sendable, CustomStringConvertible {
    /// An absolute path, or an address that begins with `postgres:` or `postgresql:`.
    public let address: String

    /// A place as somebody typed it.
    ///
    /// - Parameter absolute: makes a path one that is seen from the root.
    /// - Throws: `accountPlaceInvalid`.
    public init(_ typed: String, absolute: (String) -> String) throws {
        guard !typed.isEmpty, !typed.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw Failure(
                .accountPlaceInvalid, "This is no place where devices could meet.",
                advice: "Name a folder that your other devices see too, or a database as postgres:URL.", kind: .usage)
        }
        address = SyncPlace.isServer(typed) ? typed : absolute(typed)
    }

    private init(address: String) { self.address = address }

    /// Whether it is a database.
    public var isServer: Bool { SyncPlace.isServer(address) }

    private static func isServer(_ text: String) -> Bool {
        ["postgres:", "postgresql:"].contains { text.lowercased().hasPrefix($0) }
    }

    /// The address.
    public var description: String { address }
}

extension SyncPlace: Codable {
    /// From its address.
    public init(from decoder: any Decoder) throws { self.init(address: try String(from: decoder)) }
    /// As its address.
    public func encode(to encoder: any Encoder) throws { try address.encode(to: encoder) }
}
