import Files
import Interchange
import Kernel

/// Reads the time zones of this machine.
enum ZoneFolder {
    private static let folders = ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo"]

    /// Returns the calendar of a zone in the tz database, or nil for an unknown name.
    static func calendar(_ name: String) -> LocalCalendar? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        // Letters, digits and the signs of zone names, but no way out of the folder.
        let isName = parts.allSatisfy { part in
            !part.isEmpty && part.first != "."
                && part.utf8.allSatisfy { $0 > 0x2A && $0 < 0x7B && $0 != 0x2F && $0 != 0x5C }
        }
        guard isName, name.utf8.count < 64 else { return nil }
        // A zone may be a link, but only the system creates links here.
        return folders.lazy.compactMap { try? Data(contentsOf: URL(fileURLWithPath: "\($0)/\(name)")) }.first.flatMap {
            ZoneFile.calendar(Array($0))
        }
    }
}
