import Kernel

/// The common format of encrypted bytes, independent of the cipher.
///
/// The label outside contains the kind, the version and a fingerprint of the key, so a wrong key is
/// distinct from damage. The encrypted part contains a proof of the key, the length, the bytes, and
/// zeros that hide the size. The proof is necessary because the process list shows the `age`
/// recipient.
package struct SealedForm: Sendable {
    private static let kind: [UInt8] = [0x93] + Array("sealed".utf8)
    private static let form: UInt8 = 1
    /// The minimum padded length in bytes, which hides the length of a single record.
    private static let minimumLength = 1_024
    private static let proofLength = 16
    private static let lengthLength = 8
    private static let markLength = 8
    /// The number of leading bytes that identify encrypted data.
    package static let labelLength = kind.count + 1 + markLength

    private let label: [UInt8]
    private let proof: [UInt8]

    package init(_ key: AccountKey) {
        label = SealedForm.kind + [SealedForm.form] + key.derived("mark").prefix(SealedForm.markLength)
        proof = Array(key.derived("proof").prefix(SealedForm.proofLength))
    }

    /// Whether bytes are sealed, with any key.
    static func isSealed(_ bytes: [UInt8]) -> Bool { bytes.starts(with: kind) }

    /// Returns the fingerprint of the key (`AccountKey.fingerprint`) from the first `labelLength`
    /// bytes. Returns nil if they are not encrypted.
    package static func fingerprint(of start: some Collection<UInt8>) -> String? {
        guard start.count >= labelLength, start.starts(with: kind + [form]) else { return nil }
        return start.prefix(labelLength).suffix(markLength).hexadecimal
    }

    // MARK: - Encrypted content

    /// Returns the padded bytes to encrypt, with the proof of the key.
    package func paddedContent(_ bytes: [UInt8]) -> [UInt8] {
        let length = (0..<SealedForm.lengthLength).map { UInt8(truncatingIfNeeded: bytes.count >> (56 - 8 * $0)) }
        let count = SealedForm.padded(proof.count + length.count + bytes.count)
        var content: [UInt8] = []
        content.reserveCapacity(count)
        content += proof
        content += length
        content += bytes
        content += [UInt8](repeating: 0, count: count - content.count)
        return content
    }

    /// Returns the original bytes from the decrypted ones.
    ///
    /// - Throws: `syncUnreadable`.
    package func content(of paddedBytes: [UInt8]) throws -> [UInt8] {
        let start = SealedForm.proofLength + SealedForm.lengthLength
        guard paddedBytes.count >= start, paddedBytes.starts(with: proof) else {
            throw WireText.unreadable("nobody of this account sealed it")
        }
        let length = paddedBytes[SealedForm.proofLength..<start].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length <= UInt64(paddedBytes.count - start) else { throw WireText.unreadable("it is damaged") }
        return Array(paddedBytes[start..<start + Int(length)])
    }

    /// Returns the padded length by Padmé. It is at most one eighth longer, and only its leading
    /// bits vary.
    ///
    /// Source: Nikitin and others, “Reducing Metadata Leakage from Encrypted Files and
    /// Communication with PURBs”, arXiv 1806.03160.
    static func padded(_ length: Int) -> Int {
        guard length > minimumLength else { return minimumLength }
        let exponent = Int.bitWidth - 1 - length.leadingZeroBitCount
        let keptBits = Int.bitWidth - exponent.leadingZeroBitCount
        let mask = 1 << (exponent - keptBits) - 1
        return (length + mask) & ~mask
    }

    // MARK: - Label

    /// Returns the encrypted bytes with their label.
    package func labeled(_ closed: [UInt8]) -> [UInt8] { label + closed }

    /// Returns the encrypted bytes without their label.
    ///
    /// - Throws: `syncWrongKey`, `syncUnreadable`, `syncNewerForm`.
    package func encryptedBytes(in sealed: [UInt8]) throws -> [UInt8] {
        guard SealedForm.isSealed(sealed) else { throw WireText.unreadable("it lies open, and this account is sealed") }
        guard sealed.count >= label.count else { throw WireText.unreadable("it is cut short") }
        guard sealed[SealedForm.kind.count] <= SealedForm.form else { throw WireText.newer }
        guard sealed.starts(with: label) else {
            throw Failure(
                .syncWrongKey, "This key does not open what lies in the place.",
                advice: "Take the key of the account that lies there: the words that were shown when it was made.",
                kind: .badData
            )
        }
        return Array(sealed[label.count...])
    }
}
