import Content
import Kernel
import KernelTesting

/// The contract of every `PackSource`: the same bytes on each read, and the correct error for
/// everything else.
package enum PackSourceContract {
    /// Returns the contract for a source that `make` creates over exactly these files, by path
    /// inside the pack.
    package static func over(files: [String: [UInt8]], _ make: @escaping () throws -> PackSource) -> Contract<
        PackSource
    > {
        Contract("PackSource", promises: bytes(files) + refusals + [manifest], make)
    }

    private static func bytes(_ files: [String: [UInt8]]) -> [Contract<PackSource>.Promise] {
        files.sorted { $0.key < $1.key }.map { path, bytes in
            Contract.Promise("\(path) is complete and the same in two reads") { source in
                for turn in 1...2 { try expect(try source.read(path) == bytes, "other bytes, turn \(turn)") }
            }
        }
    }

    private static var manifest: Contract<PackSource>.Promise {
        Contract.Promise("the manifest can be read and is a pack") { source in _ = try PackReading(source) }
    }

    private static var refusals: [Contract<PackSource>.Promise] {
        let missing = ["no-such-file.json", "no/such/folder.json"].map {
            ($0, Failure.Code.missingPackFile, Failure.Kind.missingInput)
        }
        let leaving = [
            "../pack.json", "/etc/hosts.json", "terms/../../x.json", "./pack.json", "terms//x.json", "", "pack.txt",
            "a\\b.json",
        ]
        .map { ($0, Failure.Code.pathLeavesPack, Failure.Kind.badData) }
        return (missing + leaving).map { path, code, kind in
            Contract.Promise("“\(path)” is refused as \(code)") { source in
                try expectFailure(code) {
                    do {
                        return try source.read(path)
                    } catch let failure as Failure {
                        try expectEqual(failure.kind, kind, "kind")
                        throw failure
                    }
                }
            }
        }
    }
}
