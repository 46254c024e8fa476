import Kernel

extension PostgresConnection {
    /// Asks the servers of an address, one behind the other, until one lets us in.
    ///
    /// Only looking up a host's name waits as long as the machine's resolver does.
    ///
    /// - Throws: `PostgresFailure` of the server that came nearest; `postgresTooOld`; `Failure`s of `PostgresLibrary`.
    public static func open(_ address: PostgresAddress, patience: PostgresPatience = PostgresPatience()) throws
        -> PostgresConnection
    {
        let calls = try LibraryCalls.found.get()
        var trouble: PostgresFailure?
        for settings in places(of: address, calls) {
            do {
                let connection = try open(settings, patience, calls)
                guard connection.serverVersion >= 130_000 else {
                    throw Failure(.postgresTooOld, "The server is older than PostgreSQL 13.", advice: "Use a newer one.")
                }
                return connection
            } catch let failure as PostgresFailure {
                // Whoever answered says more than who did not.
                if trouble == nil || trouble?.reason == .unreachable { trouble = failure }
            }
        }
        throw trouble ?? PostgresFailure(.unreachable, "No server is named.")
    }

    // MARK: - What is asked for

    /// The settings for each of the servers.
    private static func places(of address: PostgresAddress, _ calls: LibraryCalls) -> [[String: String]] {
        var settings = address.settings
        settings["client_encoding"] = "UTF8"
        settings["fallback_application_name"] = "commonplace"
        if settings["service"] != nil, let probe = start(settings, calls) {
            // What the file says is known once a connection is begun, and before anything is sent through it.
            let found = calls.settings(probe)
            calls.finish(probe)
            return [guarded(settings, by: found)]
        }
        let usual = calls.settings(nil)
        let hosts = (settings["host"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        guard hosts.count > 1, settings["hostaddr"] == nil else { return [guarded(settings, by: usual)] }
        let ports = (settings["port"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        return hosts.enumerated().map { number, host in
            var one = settings
            one["host"] = String(host)
            one["port"] =
                ports.count == 1 ? ports.first.map(String.init) : ports.indices.contains(number) ? String(ports[number]) : nil
            return guarded(one, by: usual)
        }
    }

    /// Verified TLS wherever the way leads out of this machine.
    private static func guarded(_ settings: [String: String], by usual: [String: String]) -> [String: String] {
        var guarded = settings
        let said = usual.merging(settings) { $1 }
        let hosts = ["host", "hostaddr"].flatMap { (said[$0] ?? "").split(separator: ",") }
        let isFar = hosts.contains { host in
            !(host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" || host.hasPrefix("127.") || host == "::1")
        }
        if isFar { guarded["sslmode"] = "verify-full" }
        guarded["options"] = said["options"] ?? ""
        return guarded
    }

    private static func start(_ settings: [String: String], _ calls: LibraryCalls) -> LibraryCalls.Connection? {
        let sorted = settings.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }
        let words = sorted.map { strdup($0.key) } + [nil]
        let values = sorted.map { strdup($0.value) } + [nil]
        defer { for word in words + values { free(word) } }
        return calls.start(words.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 0)
    }

    // MARK: - Being let in

    private static func open(
        _ settings: [String: String], _ patience: PostgresPatience, _ calls: LibraryCalls
    ) throws -> PostgresConnection {
        var full = settings
        full["options"] = patience.settings.map { "-c \($0) " }.joined() + (settings["options"] ?? "")
        do {
            return try letIn(full, patience, calls, isPooled: false)
        } catch let failure as PostgresFailure where failure.state == "08P01" {
            // A pooler takes no options: what they would say goes before each transaction.
            do {
                return try letIn(settings, patience, calls, isPooled: true)
            } catch let again as PostgresFailure where again.state == failure.state {
                throw PostgresFailure(.unreachable, again.message)
            }
        }
    }

    private static func letIn(
        _ settings: [String: String], _ patience: PostgresPatience, _ calls: LibraryCalls, isPooled: Bool
    ) throws -> PostgresConnection {
        guard let handle = start(settings, calls) else { throw PostgresFailure(.unreachable, "There is no memory.") }
        let connection = PostgresConnection(handle, calls, patience: patience, isPooled: isPooled)
        _ = calls.setVerbosity(handle, calls.numbers.verbose)
        _ = calls.setNotices(handle, { _, _ in }, nil)
        let end = ContinuousClock.now + patience.connecting
        // What cannot even be begun: a name that nobody knows, a service that stands in no file.
        guard calls.status(handle) != calls.numbers.broken else { throw refusal(handle, calls) }
        var step = calls.numbers.writing
        while step != calls.numbers.ready {
            guard step == calls.numbers.reading || step == calls.numbers.writing else { throw refusal(handle, calls) }
            let events = step == calls.numbers.reading ? POLLIN : POLLOUT
            guard try connection.wait(on: handle, for: events, atMost: max(.zero, end - .now)) != 0 else {
                throw PostgresFailure(
                    .unreachable, "It did not answer within \(max(1, patience.connecting.milliseconds / 1000)) seconds.")
            }
            step = calls.goOn(handle)
        }
        guard calls.setNonblocking(handle, 1) == 0 else { throw connection.lost() }
        return connection
    }

    /// What the library says of a server that did not let us in: `connection to … failed: FATAL:  28P01: …`.
    private static func refusal(_ handle: LibraryCalls.Connection, _ calls: LibraryCalls) -> PostgresFailure {
        let text = calls.trouble(handle).map { String(cString: $0) } ?? ""
        let line = PostgresFailure.plain(text)
        let parts = line.split(separator: ": ", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
        let state = parts.firstIndex { part in
            part.utf8.count == 5 && part.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
                && part.utf8.contains { (48...57).contains($0) }
        }
        if calls.needsPassword(handle) != 0 { return PostgresFailure(.login, "It asks for a password.", state: "28P01") }
        guard let state else { return PostgresFailure(.unreachable, line) }
        let failure = PostgresFailure(state: String(parts[state]), message: parts[(state + 1)...].joined(separator: ": "))
        // A server that ends, or has just been ended, is asked again as one that is away.
        return failure.reason == .lost && failure.state != "08P01"
            ? PostgresFailure(.unavailable, failure.message, state: failure.state) : failure
    }
}
