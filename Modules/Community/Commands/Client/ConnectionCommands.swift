import Community
import Interface
import Kernel
import Outbox
import OutboxCommands

/// The commands `community connect`, `status` and `send`.
struct ConnectionCommands: Sendable {
    let client: CommunityClient

    // MARK: - connect

    static let placeFields: [Field<BoardPlace>] = [
        Field("id", title: "Community", "the community's id, wherever its folder is") { .text($0.id) },
        Field("folder", title: "Folder", "its folder, or the address of its database") { .text($0.path) },
    ]

    var connect: Command {
        ConnectionCommands.connect(client.access, next: ["community status", "community roadmap"]) {
            let delivery = try client.deliver()
            _ = try? client.refreshSnapshot()
            return delivery.sent > 0 ? " Sent what was waiting: \(try client.takeDeliveryReport().counts)." : ""
        }
    }

    /// Creates the command that connects to a community and asks first if the app is connected to
    /// another one.
    ///
    /// - Parameter done: runs right after the connection and returns a message about its result.
    static func connect(_ access: BoardAccess, next: [String], _ done: @escaping @Sendable () throws -> String = { "" })
        -> Command
    {
        Command(
            "community connect", "Connect to a community, or to its new folder",
            discussion: """
                A community is a folder that its developers share with you. Its id stays the same when the folder moves; then name its new \
                place. All your apps on this device are connected at once.

                A larger community is in a database: name its address, and the code that its developers gave you. You get a login that stays on this \
                device.
                """,
            examples: [
                .init("community connect /srv/community", "the folder that the developers named", runs: false),
                .init("community connect postgres://club.example/community --code CODE", "a database", runs: false),
            ],
            .argument("folder", .text("DIR", limit: 4096), "the community's folder, or the address of its database"),
            .option("code", .text("CODE", limit: 200), "what lets you into a database"),
            .option("licence", .inputFile, "your licence, where the developers let its owner in; instead of a code"),
            returns: .one(placeFields), changes: true
        ) { folder, code, license in
            guard code == nil || license == nil else {
                throw Failure(
                    .codeRefused, "--code and --licence say two things.", advice: "Give one of them.", kind: .usage)
            }
            let code =
                try license.map { try Invitation.code(ofLicence: $0.bytes(limit: Invitation.largestLicence)) } ?? code
            let place = try access.find(folder)
            let current = try? access.place()
            @Sendable func connectNow() throws -> Output {
                try access.enter(place, code)
                try access.connect(place)
                let result = try done()
                return .changed("Connected to the community in \(place.path).\(result)", place, placeFields, next: next)
            }
            guard let id = current?.id, id != place.id else { return try connectNow() }
            return .confirm(
                "You are connected to another community, in \(current?.path ?? ""). Leave it and join this one?"
            ) {
                try connectNow()
            }
        }
    }

    // MARK: - status

    private static let connectionFields: [Field<Connection>] = [
        Field("state", title: "State", "connected, not connected, or away", cell: { StyledText(declared: $0.sentence) })
        {
            .text($0.state)
        },
        Field("folder", title: "Folder", "where the community is") { .text($0.place?.path) },
        Field("id", title: "Community", "its id") { .text($0.place?.id) },
        Field(
            "waiting", title: "Waiting", "how many messages wait on this device",
            cell: { StyledText($0.waiting.isEmpty ? "nothing" : DeliveryReport.counts($0.waiting)) }
        ) { .integer($0.waiting.values.reduce(0, +)) },
        Field("copiedAt", "the date of the copy that you can read without the community") { .instant($0.copiedAt) },
    ]

    var status: Command {
        Command(
            "community status", "Show which community you are connected to, and what is waiting to be sent",
            discussion: "The status is 75 when the community cannot be reached.",
            examples: [.init("community status", "where you stand")], returns: .one(ConnectionCommands.connectionFields)
        ) {
            let connection = try client.connection()
            var facts = ConnectionCommands.connectionFields.compactMap { field in
                field.title.map { (name: $0, value: field.cell(connection)) }
            }.filter { !$0.value.text.isEmpty }
            if let copied = connection.copiedAt {
                facts.append((name: "Copy here", value: StyledText("of \(client.date(of: copied))")))
            }
            let isConnected = connection.trouble == nil
            var output = Output.one(
                connection, ConnectionCommands.connectionFields, blocks: [.facts(facts)],
                next: isConnected ? ["community roadmap"] : ["community connect DIR"])
            if let trouble = connection.trouble {
                if trouble.code == .notConnected {
                    output.blocks += [.gap, .paragraph(StyledText(declared: trouble.advice))]
                } else {
                    output.failure = trouble
                }
            }
            return output
        }
    }

    // MARK: - send

    var send: Command {
        Command(
            "community send", "Send what is waiting on this device",
            discussion: """
                Usually you need not do this: any command sends waiting messages in the background, as soon as the community can be reached. The status \
                is 75 while something waits.
                """,
            examples: [.init("community send", "try now")], returns: .one(SendReport.fields), changes: true
        ) {
            guard let waitLimit = client.sender.claimDelivery() else { return Output() }
            let delivery = try client.deliver(waitLimit)
            _ = try? client.refreshSnapshot(waitLimit)
            return SendReport(sent: delivery.sent, waiting: delivery.waiting.count)
                .output(because: delivery.trouble, next: ["community status"])
        }
    }

    // MARK: - After other commands

    /// The hint after a successful command that reports submissions delivered since the last one,
    /// once.
    var postCommandHint: PostCommandHint {
        PostCommandHint("community") { _ in
            guard let report = try? client.takeDeliveryReport(), !report.isEmpty else { return [] }
            let arrived = report.arrived.isEmpty ? [] : ["Sent in the meantime: \(report.counts)."]
            let refused = report.refusals.map { "Refused, \($0)" }
            return (arrived + refused).map { .paragraph(StyledText($0, .muted)) }
        }
    }

    var postCommandTask: PostCommandTask { PostCommandTask("community") { client.sendInBackground(after: $0) } }
}

extension Connection {
    /// The state for programs: `connected`, `not connected` or `away`.
    fileprivate var state: String {
        switch trouble {
        case nil: "connected"
        case let failure? where failure.code == .notConnected: "not connected"
        default: "away"
        }
    }

    /// The state for people.
    fileprivate var sentence: String {
        switch state {
        case "connected": "Connected"
        case "away": "Away"
        default: "Not connected yet"
        }
    }
}

extension CommunityClient {
    /// Returns the day of an instant for display, for example “3 November 2026”.
    func date(of instant: Instant) -> String {
        let day = time.calendar.day(of: instant)
        return day.spelledOut.split(separator: ", ", maxSplits: 1).last.map(String.init) ?? day.description
    }

    /// Returns the person's snapshot if there is or was a community.
    ///
    /// - Throws: `notConnected`, or the reason why the community is unreachable if there is no
    ///   saved copy.
    func connectedSnapshot() throws -> BoardSnapshot {
        let snapshot = try snapshot()
        if let trouble = snapshot.trouble, snapshot.isUnconnected { throw trouble }
        return snapshot
    }
}

extension Output {
    /// Adds the age of a saved copy and the failure that explains why the copy is shown.
    func noting(_ snapshot: BoardSnapshot, by client: CommunityClient) -> Output {
        guard let trouble = snapshot.trouble else { return self }
        var output = self
        output.add(trouble, asOf: snapshot.asOf, by: client)
        return output
    }

    /// Adds the reason why the output shows only this device's data. `notConnected` does not count
    /// as a failure.
    mutating func add(_ trouble: Failure, asOf: Instant? = nil, by client: CommunityClient) {
        guard trouble.code != .notConnected else {
            blocks += [.gap, .paragraph(StyledText("Not connected yet. \(trouble.advice)", .warning))]
            next = ["community connect DIR"]
            return
        }
        let copiedAt = asOf ?? (try? client.copiedAt()) ?? nil
        let notice = CopyNotice.text(asOf: copiedAt.map { client.date(of: $0) })
        blocks += [.gap, .paragraph(StyledText(declared: notice, .warning))]
        failure = trouble
    }
}
