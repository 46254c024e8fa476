import Files
import Kernel
import Monetization
import Synchronization

extension LicenseFiles {
    /// Returns license files in a private folder, created with the first file.
    ///
    /// - Parameter path: The absolute path, or empty if no data directory is known.
    package static func folder(_ path: String) -> LicenseFiles {
        LicenseFiles(place: path) {
            guard !path.isEmpty else { return [:] }
            do {
                let folder = try Folder.open(path, [], making: false)
                return try Dictionary(
                    uniqueKeysWithValues: folder.names().prefix(maximumFiles).map { name in
                        (name, (try? folder.read(name, limit: SignedText.largest)) ?? [])
                    })
            } catch FileError.missing {
                return [:]
            } catch {
                throw Failure(
                    .licenceUnreadable, "The licences in \(path) cannot be read: \(error).",
                    advice: "Check who may read it.", kind: .missingInput)
            }
        } keep: { name, bytes in
            do {
                guard !path.isEmpty else { throw FileError.missing }
                try SmallFile("\(path)/\(name)", limit: SignedText.largest).replace(bytes)
            } catch {
                throw Failure(
                    .licenceNotKept, "\(path)/\(name) cannot be written: \(error).",
                    advice: "Make room, or give a folder that you may write to with --data DIR.", kind: .cannotCreate)
            }
        }
    }

    /// Returns license files that end with the process.
    package static func memory() -> LicenseFiles {
        let storedFiles = Mutex<[String: [UInt8]]>([:])
        return LicenseFiles(
            place: "memory", all: { storedFiles.withLock { $0 } },
            keep: { name, bytes in storedFiles.withLock { $0[name] = bytes } })
    }

    /// The maximum number of files that are read.
    private static let maximumFiles = 200
}
