/// The location of shared data as a user names it: a folder, or a PostgreSQL database.
package enum SharedLocation: Hashable, Sendable {
    case folder(String)
    /// The address of a database: a URL, or the name of a service.
    case database(String)

    /// Parses a location.
    ///
    /// A database is a URL, or an address after `postgres:`. As in every URL, the scheme has no
    /// case. Any other text is the path of a folder.
    package init(_ text: String) {
        let scheme = text.prefix { $0 != ":" }
        let afterScheme = text.dropFirst(scheme.count)
        switch (scheme.lowercased(), afterScheme.isEmpty) {
        case ("postgresql", false): self = .database("postgresql\(afterScheme)")
        case ("postgres", false):
            self = .database(afterScheme.hasPrefix("://") ? "postgres\(afterScheme)" : String(afterScheme.dropFirst()))
        default: self = .folder(text)
        }
    }

    package var isDatabase: Bool { database != nil }

    /// The address of the database, or nil for a folder.
    package var database: String? {
        if case .database(let address) = self { address } else { nil }
    }

    /// Returns a typed location with the absolute path of a folder. A database stays as typed.
    package static func resolved(_ text: String, absolute: (String) throws -> String) rethrows -> String {
        try SharedLocation(text).isDatabase ? text : absolute(text)
    }
}
