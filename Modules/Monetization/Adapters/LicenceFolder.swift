import Files
import Kernel
import Monetization
import Synchronization

extension LicenceFiles {
    /// Files in a folder that is made for the first of them, for nobody else to read.
    ///
    /// - Parameter path: absolute; empty where nothing says where data belongs.
    public static func folder(_ path: String) -> LicenceFiles {
        LicenceFiles(place: path) {
            guard !path.isEmpty else { return [:] }
            do {
                let folder = try Folder.open(path, [], making: false)
                return try Dictionary(
                    uniqueKeysWithValues: folder.names().prefix(most).map { name in
                        (name, (try? folder.read(name, limit: SignedText.largest)) ?? [])
                    })
            } catch FileTrouble.missing {
                return [:]
            } catch {
                throw Failure(
                    .licenceUnreadable, "The licences in \(path) cannot be read: \(error).", advice: "Check who may read it.",
                    kind: .missingInput)
            }
        } keep: { name, bytes in
            do {
                guard !path.isEmpty else { throw FileTrouble.missing }
                try SmallFile("\(path)/\(name)", limit: SignedText.largest).replace(bytes)
            } catch {
                throw Failure(
                    .licenceNotKept, "\(path)/\(name) cannot be written: \(error).",
                    advice: "Make room, or give a folder that you may write to with --data DIR.", kind: .cannotCreate)
            }
        }
    }

    /// Files that are forgotten with the process.
    public static func memory() -> LicenceFiles {
        let kept = Mutex<[String: [UInt8]]>([:])
        return LicenceFiles(
            place: "memory", all: { kept.withLock { $0 } }, keep: { name, bytes in kept.withLock { $0[name] = bytes } })
    }

    /// More files than these are not looked at.
    private static let most = 200
}
