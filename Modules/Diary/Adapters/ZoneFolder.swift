import Files
import Interchange
import Kernel

/// The time zones that this machine knows.
enum ZoneFolder {
    private static let folders = ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo"]

    /// The calendar of a zone by its name in the tz database; nil for any other.
    static func calendar(_ name: String) -> LocalCalendar? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isName = parts.allSatisfy { part in
            !part.isEmpty && part.first != "." && part.utf8.allSatisfy { $0 > 0x2A && $0 < 0x7B && $0 != 0x2F && $0 != 0x5C }
        }
        guard isName, name.utf8.count < 64 else { return nil }
        // A zone may be a link to another, which only the system makes here.
        return folders.lazy.compactMap { try? Data(contentsOf: URL(fileURLWithPath: "\($0)/\(name)")) }.first.flatMap {
            ZoneFile.calendar(Array($0))
        }
    }
}
