import Kernel
import KernelTesting
import Monetization

/// The contract of a signing key and its verifier.
package enum SigningContract {
    /// A key before its creation, and the verifier of its signatures.
    package typealias Pair = (key: SigningKey, verifier: SignatureVerifier)

    /// Returns the contract over new pairs from a closure.
    package static func over(_ make: @escaping () throws -> Pair) -> Contract<Pair> {
        Contract("SigningKey", promises: promises, make)
    }

    private static let promises: [Contract<Pair>.Promise] = [
        .init("a missing key has no public half and signs nothing") { pair in
            try expect(pair.key.publicHalf() == nil, "there is a key that nobody made")
            try expectFailure(.noSigningKey) { try pair.key.sign([1]) }
        },
        .init("create makes the key once") { pair in
            let publicKey = try pair.key.make()
            try expectEqual(pair.key.publicHalf(), publicKey)
            try expectEqual(pair.key.make(), publicKey)
        },
        .init("the key verifies its own signatures, and nothing else") { pair in
            let key = try pair.key.make()
            for message in [[], [7], Array("line\nline\n".utf8), [UInt8](repeating: 200, count: 5000)] as [[UInt8]]
            where !message.isEmpty {
                let signature = try pair.key.sign(message)
                try expectEqual(signature.count, 64)
                try expect(pair.verifier.verify(message, signature, key), "\(message.count) bytes are refused")
                try expect(!pair.verifier.verify(message + [0], signature, key), "a byte more is taken")
                for place in [0, 31, 32, 63] {
                    var changedSignature = signature
                    changedSignature[place] ^= 1
                    try expect(
                        !pair.verifier.verify(message, changedSignature, key),
                        "a signature changed at \(place) is taken")
                }
            }
        },
        .init("a license of another key is refused") { pair in
            let key = try pair.key.make()
            let signature = try pair.key.sign([1, 2, 3])
            var bytes = key.bytes
            bytes[5] ^= 1
            let isTaken = try LicenseKey(bytes).map { try pair.verifier.verify([1, 2, 3], signature, $0) } ?? false
            try expect(!isTaken, "it is taken")
        },
    ]
}

/// The contract of every storage of license files.
package enum LicenseFilesContract {
    /// Returns the contract over empty places from a closure.
    package static func over(_ make: @escaping () throws -> LicenseFiles) -> Contract<LicenseFiles> {
        Contract("LicenceFiles", promises: promises, make)
    }

    private static let promises: [Contract<LicenseFiles>.Promise] = [
        .init("starts empty") { try expectEqual($0.all(), [:]) },
        .init("a file has the same bytes after a read") { files in
            let bytes = (0...255).map { UInt8($0) }
            try files.keep("a.licence", bytes)
            try files.keep("b.licence", [])
            try expectEqual(files.all(), ["a.licence": bytes, "b.licence": []])
        },
        .init("a file of the same name replaces the older one") { files in
            try files.keep("a.licence", [1])
            try files.keep("a.licence", [2, 3])
            try expectEqual(files.all(), ["a.licence": [2, 3]])
        },
        .init("a dry run saves nothing") { files in
            try files.keep("a.licence", [1])
            try files.dryRunCopy.keep("a.licence", [2])
            try expectEqual(files.dryRunCopy.all(), ["a.licence": [1]])
        },
    ]
}
