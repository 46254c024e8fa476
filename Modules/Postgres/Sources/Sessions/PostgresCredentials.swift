/// The login of a device at a database.
package struct PostgresCredentials: Codable, Hashable, Sendable {
    package let name: String
    package let password: String

    package init(name: String, password: String) {
        self.name = name
        self.password = password
    }

    /// Returns the credentials of a role with a public password, which only admits new people.
    package static func door(_ role: String) -> PostgresCredentials {
        PostgresCredentials(name: role, password: "commonplace")
    }
}

extension PostgresAddress {
    /// Returns the same address with the login of this device. Only libpq receives its password,
    /// and no text contains it.
    package func loggingIn(as login: PostgresCredentials) -> PostgresAddress {
        var address = self
        var loginSettings = settings
        (loginSettings["user"], loginSettings["password"], loginSettings["passfile"]) = (
            login.name, login.password, nil
        )
        address.settings = loginSettings
        return address
    }
}
