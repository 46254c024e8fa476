import Kernel

extension PostgresConnection {
    /// Connects to the first server of an address that accepts, trying them in order.
    ///
    /// The timeout does not cover the lookup of a host name, which takes as long as the system's
    /// resolver does.
    ///
    /// - Throws: The `PostgresFailure` of the server that got furthest, `postgresTooOld`, and the
    ///   `Failure`s of `PostgresLibrary`.
    package static func open(_ address: PostgresAddress, waitLimit: PostgresTimeouts = PostgresTimeouts()) throws
        -> PostgresConnection
    {
        let calls = try LibraryCalls.shared.get()
        var bestFailure: PostgresFailure?
        for settings in settingsPerServer(of: address, calls) {
            do {
                let connection = try open(settings, waitLimit, calls)
                guard connection.serverVersion >= 130_000 else {
                    throw Failure(
                        .postgresTooOld, "The server is older than PostgreSQL 13.", advice: "Use a newer one.")
                }
                return connection
            } catch let failure as PostgresFailure {
                // The error of a server that answered is more useful than that of an unreachable
                // one.
                if bestFailure == nil || bestFailure?.reason == .unreachable { bestFailure = failure }
            }
        }
        throw bestFailure ?? PostgresFailure(.unreachable, "No server is named.")
    }

    // MARK: - Settings

    /// Returns the settings for each server.
    private static func settingsPerServer(of address: PostgresAddress, _ calls: LibraryCalls) -> [[String: String]] {
        var settings = address.settings
        settings["client_encoding"] = "UTF8"
        settings["fallback_application_name"] = "commonplace"
        if settings["service"] != nil, let probe = start(settings, calls) {
            // The settings of the service file are known once a connection was begun, before any
            // data is sent.
            let serviceSettings = calls.settings(probe)
            calls.finish(probe)
            return [withVerifiedTLS(settings, by: serviceSettings)]
        }
        let defaults = calls.settings(nil)
        let hosts = (settings["host"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        guard hosts.count > 1, settings["hostaddr"] == nil else { return [withVerifiedTLS(settings, by: defaults)] }
        let ports = (settings["port"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        return hosts.enumerated().map { number, host in
            var serverSettings = settings
            serverSettings["host"] = String(host)
            serverSettings["port"] =
                ports.count == 1
                ? ports.first.map(String.init) : ports.indices.contains(number) ? String(ports[number]) : nil
            return withVerifiedTLS(serverSettings, by: defaults)
        }
    }

    /// Returns the settings with verified TLS for every remote server.
    private static func withVerifiedTLS(_ settings: [String: String], by defaults: [String: String]) -> [String: String]
    {
        var result = settings
        let effective = defaults.merging(settings) { $1 }
        let hosts = ["host", "hostaddr"].flatMap { (effective[$0] ?? "").split(separator: ",") }
        let isRemote = hosts.contains { host in
            !(host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" || host.hasPrefix("127.")
                || host == "::1")
        }
        if isRemote { result["sslmode"] = "verify-full" }
        result["options"] = effective["options"] ?? ""
        return result
    }

    /// Begins a connection. Its settings are known, but nothing was sent yet.
    private static func start(_ settings: [String: String], _ calls: LibraryCalls) -> LibraryCalls.Connection? {
        let sorted = settings.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }
        let names = sorted.map { strdup($0.key) } + [nil]
        let values = sorted.map { strdup($0.value) } + [nil]
        defer { for string in names + values { free(string) } }
        return calls.start(names.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 0)
    }

    // MARK: - Login

    /// Connects directly, or again as to a pooler if the options were refused.
    private static func open(
        _ settings: [String: String], _ waitLimit: PostgresTimeouts, _ calls: LibraryCalls
    ) throws -> PostgresConnection {
        var allSettings = settings
        allSettings["options"] = waitLimit.sessionSettings.map { "-c \($0) " }.joined() + (settings["options"] ?? "")
        do {
            return try connect(allSettings, waitLimit, calls, isPooled: false)
        } catch let failure as PostgresFailure where failure.state == "08P01" {
            // A pooler accepts no options, so they are set at the start of each transaction.
            do {
                return try connect(settings, waitLimit, calls, isPooled: true)
            } catch let pooledFailure as PostgresFailure where pooledFailure.state == failure.state {
                throw PostgresFailure(.unreachable, pooledFailure.message)
            }
        }
    }

    private static func connect(
        _ settings: [String: String], _ waitLimit: PostgresTimeouts, _ calls: LibraryCalls, isPooled: Bool
    ) throws -> PostgresConnection {
        guard let handle = start(settings, calls) else { throw PostgresFailure(.unreachable, "There is no memory.") }
        let connection = PostgresConnection(handle, calls, waitLimit: waitLimit, isPooled: isPooled)
        _ = calls.setVerbosity(handle, calls.numbers.verbose)
        _ = calls.setNotices(handle, { _, _ in }, nil)
        let deadline = ContinuousClock.now + waitLimit.connecting
        // The connection cannot even begin: an unknown host name, or a service missing from the
        // service file.
        guard calls.status(handle) != calls.numbers.broken else { throw refusal(handle, calls) }
        var pollStatus = calls.numbers.writing
        while pollStatus != calls.numbers.ready {
            guard pollStatus == calls.numbers.reading || pollStatus == calls.numbers.writing else {
                throw refusal(handle, calls)
            }
            let events = pollStatus == calls.numbers.reading ? POLLIN : POLLOUT
            guard try connection.wait(on: handle, for: events, atMost: max(.zero, deadline - .now)) != 0 else {
                throw PostgresFailure(
                    .unreachable,
                    "It did not answer within \(max(1, waitLimit.connecting.milliseconds / 1000)) seconds.")
            }
            pollStatus = calls.poll(handle)
        }
        guard calls.setNonblocking(handle, 1) == 0 else { throw connection.closeAsLost() }
        return connection
    }

    /// Returns the error for a server that refused the connection: `connection to … failed: FATAL:
    /// 28P01: …`.
    private static func refusal(_ handle: LibraryCalls.Connection, _ calls: LibraryCalls) -> PostgresFailure {
        let text = calls.errorMessage(handle).map { String(cString: $0) } ?? ""
        let line = PostgresFailure.plain(text)
        let parts = line.split(separator: ": ", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
        let stateIndex = parts.firstIndex { part in
            part.utf8.count == 5 && part.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
                && part.utf8.contains { (48...57).contains($0) }
        }
        if calls.needsPassword(handle) != 0 {
            return PostgresFailure(.login, "It asks for a password.", state: "28P01")
        }
        guard let stateIndex else { return PostgresFailure(.unreachable, line) }
        let failure = PostgresFailure(
            state: String(parts[stateIndex]), message: parts[(stateIndex + 1)...].joined(separator: ": "))
        // A server that is shutting down is retried like an unavailable one.
        return failure.reason == .lost && failure.state != "08P01"
            ? PostgresFailure(.unavailable, failure.message, state: failure.state) : failure
    }
}
