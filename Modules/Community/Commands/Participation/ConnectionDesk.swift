import Community
import Kernel
import Terminal

/// `community connect`, `status` and `send`.
struct ConnectionDesk: Sendable {
    let participation: Participation

    // MARK: - connect

    private static let placed: [Field<BoardPlace>] = [
        Field("id", title: "Community", "the community's id, wherever its folder is") { .text($0.id) },
        Field("folder", title: "Folder", "its folder, or the address of its database") { .text($0.path) },
    ]

    var connect: Command {
        ConnectionDesk.connect(participation.access, next: ["community status", "community roadmap"]) {
            let delivery = try participation.deliver()
            _ = try? participation.keepSight()
            return delivery.sent > 0 ? " Sent what was waiting: \(try participation.takeLateNews().counts)." : ""
        }
    }

    /// Connects to a community. One that is connected to another one is asked.
    ///
    /// - Parameter done: what follows at once, and what is said of it.
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
            returns: .one(placed), changes: true
        ) { folder, code, licence in
            guard code == nil || licence == nil else {
                throw Failure(.codeRefused, "--code and --licence say two things.", advice: "Give one of them.", kind: .usage)
            }
            let code = try licence.map { try Invitation.code(ofLicence: $0.bytes(limit: Invitation.largestLicence)) } ?? code
            let found = try access.find(folder)
            let known = try? access.place()
            @Sendable func connected() throws -> Output {
                try access.enter(found, code)
                try access.connect(found)
                let more = try done()
                return .changed("Connected to the community in \(found.path).\(more)", found, placed, next: next)
            }
            guard let id = known?.id, id != found.id else { return try connected() }
            return .confirm("You are connected to another community, in \(known?.path ?? ""). Leave it and join this one?") {
                try connected()
            }
        }
    }

    // MARK: - status

    private static let standing: [Field<Connection>] = [
        Field("state", title: "State", "connected, not connected, or away", cell: { StyledText(declared: $0.sentence) }) {
            .text($0.state)
        },
        Field("folder", title: "Folder", "where the community is") { .text($0.place?.path) },
        Field("id", title: "Community", "its id") { .text($0.place?.id) },
        Field(
            "waiting", title: "Waiting", "how many messages wait on this device",
            cell: { StyledText($0.waiting.isEmpty ? "nothing" : LateNews.counts($0.waiting)) }
        ) { .integer($0.waiting.values.reduce(0, +)) },
        Field("copiedAt", "the date of the copy that you can read without the community") { .instant($0.copiedAt) },
    ]

    var status: Command {
        Command(
            "community status", "Show which community you are connected to, and what is waiting to be sent",
            discussion: "The status is 75 when the community cannot be reached.",
            examples: [.init("community status", "where you stand")], returns: .one(ConnectionDesk.standing)
        ) {
            let connection = try participation.connection()
            var facts = ConnectionDesk.standing.compactMap { field in
                field.title.map { (name: $0, value: field.cell(connection)) }
            }.filter { !$0.value.text.isEmpty }
            if let copied = connection.copiedAt {
                facts.append((name: "Copy here", value: StyledText("of \(participation.date(of: copied))")))
            }
            let isConnected = connection.trouble == nil
            var output = Output.one(
                connection, ConnectionDesk.standing, blocks: [.facts(facts)],
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

    private struct Sending: Sendable { let sent, waiting: Int }
    private static let sendingFields: [Field<Sending>] = [
        Field("sent", title: "Sent", "how many were sent now") { .integer($0.sent) },
        Field("waiting", title: "Waiting", "how many still wait") { .integer($0.waiting) },
    ]

    var send: Command {
        Command(
            "community send", "Send what is waiting on this device",
            discussion: """
                Usually you need not do this: any command sends waiting messages in the background, as soon as the community can be reached. The status \
                is 75 while something waits.
                """,
            examples: [.init("community send", "try now")], returns: .one(ConnectionDesk.sendingFields), changes: true
        ) {
            guard let patience = participation.courier.patience() else { return Output() }
            let delivery = try participation.deliver(patience)
            _ = try? participation.keepSight(patience)
            let (sent, waiting) = (delivery.sent, delivery.waiting.count)
            let said = sent > 0 ? "Sent \(sent)." : waiting > 0 ? "Nothing could be sent." : "Nothing is waiting."
            var output = Output.changed(
                waiting > 0 ? "\(said) \(waiting == 1 ? "1 waits" : "\(waiting) wait") on this device." : said,
                Sending(sent: sent, waiting: waiting), ConnectionDesk.sendingFields, next: ["community status"])
            output.failure = waiting > 0 ? delivery.trouble : nil
            return output
        }
    }

    // MARK: - Beside other commands

    /// What had waited is told of once, below a command that went well.
    var afterword: Afterword {
        Afterword("community") { _ in
            guard let news = try? participation.takeLateNews(), !news.isEmpty else { return [] }
            let arrived = news.arrived.isEmpty ? [] : ["Sent in the meantime: \(news.counts)."]
            let refused = news.refusals.map { "Refused, \($0)" }
            return (arrived + refused).map { .paragraph(StyledText($0, .muted)) }
        }
    }

    /// What only explains opens no store for it.
    private static let talk: Set<String> = ["help", "about", "man", "completions", "__complete"]

    var errand: Errand {
        Errand("community") { command in
            if !ConnectionDesk.talk.contains(command) { participation.sendInBackground(looking: command == "community") }
        }
    }
}

extension Connection {
    fileprivate var state: String {
        switch trouble {
        case nil: "connected"
        case let failure? where failure.code == .notConnected: "not connected"
        default: "away"
        }
    }

    fileprivate var sentence: String {
        switch state {
        case "connected": "Connected"
        case "away": "Away"
        default: "Not connected yet"
        }
    }
}

extension Participation {
    /// The day of an instant as people read it: “3 November 2026”.
    func date(of instant: Instant) -> String {
        let day = time.calendar.day(of: instant)
        return day.spelledOut.split(separator: ", ", maxSplits: 1).last.map(String.init) ?? day.description
    }

    /// What the person sees, where there is a community or was one.
    ///
    /// - Throws: `notConnected`, and why the community cannot be reached when no copy of it was kept.
    func connectedSight() throws -> Sight {
        let sight = try sight()
        if let trouble = sight.trouble, sight.isUnconnected { throw trouble }
        return sight
    }
}

extension Output {
    /// Says of when a copy is, and fails with why it is one: what is shown is all there is.
    func seen(_ sight: Sight, by participation: Participation) -> Output {
        guard let trouble = sight.trouble else { return self }
        var output = self
        output.add(trouble, asOf: sight.asOf, by: participation)
        return output
    }

    /// Says why what is shown is only what this device knows. Before there is any community that is no failure.
    mutating func add(_ trouble: Failure, asOf: Instant? = nil, by participation: Participation) {
        guard trouble.code != .notConnected else {
            blocks += [.gap, .paragraph(StyledText("Not connected yet. \(trouble.advice)", .warning))]
            next = ["community connect DIR"]
            return
        }
        let copiedAt = asOf ?? (try? participation.copiedAt()) ?? nil
        if let copiedAt {
            blocks += [
                .gap,
                .paragraph(StyledText("As of \(participation.date(of: copiedAt)); the community cannot be reached.", .warning)),
            ]
        } else {
            blocks += [
                .gap, .paragraph(StyledText("The community cannot be reached. This is what this device knows.", .warning)),
            ]
        }
        failure = trouble
    }
}
