import Kernel

/// The stored form of an encrypted payload: the ID of its bundle, or the bytes.
enum SealedPayload {
    /// The record is in the bundle with this ID.
    case bundle(String)
    /// The record is encrypted by itself, in these bytes.
    case alone([UInt8])

    private static let start = Array(#"{"vault."#.utf8)
    private static let bundlePrefix = Array(#"{"vault.bundle":""#.utf8)
    private static let sealedPrefix = Array(#"{"vault.sealed":""#.utf8)
    private static let end = Array(#""}"#.utf8)

    static func isSealed(_ payload: Data) -> Bool { payload.starts(with: start) }

    /// Parses a payload, or returns nil for one that is not encrypted.
    init?(_ payload: Data) throws {
        guard SealedPayload.isSealed(payload) else { return nil }
        guard payload.suffix(2).elementsEqual(SealedPayload.end) else { throw Failure.unreadableItem }
        if payload.starts(with: SealedPayload.bundlePrefix) {
            self = .bundle(
                String(decoding: payload.dropFirst(SealedPayload.bundlePrefix.count).dropLast(2), as: UTF8.self))
        } else if payload.starts(with: SealedPayload.sealedPrefix),
            let bytes = Data(base64Encoded: Data(payload.dropFirst(SealedPayload.sealedPrefix.count).dropLast(2)))
        {
            self = .alone(Array(bytes))
        } else {
            throw Failure.unreadableItem
        }
    }

    var payload: Data {
        switch self {
        case .bundle(let id): Data(SealedPayload.bundlePrefix + Array(id.utf8) + SealedPayload.end)
        case .alone(let bytes):
            Data(SealedPayload.sealedPrefix) + Data(bytes).base64EncodedData() + Data(SealedPayload.end)
        }
    }
}

extension StoredRecord {
    /// Whether the payload is encrypted.
    var isSealed: Bool { payload.map(SealedPayload.isSealed) ?? false }

    /// The bundle of the record, or nil without one.
    var bundle: String? {
        guard let payload, let sealedPayload = try? SealedPayload(payload), case .bundle(let id) = sealedPayload else {
            return nil
        }
        return id
    }

    func with(entries: [IndexEntry], payload: Data?) -> StoredRecord {
        StoredRecord(address: address, stamp: stamp, payloadVersion: payloadVersion, entries: entries, payload: payload)
    }
}
