import FeedbackCOIN
import Groups
import Interface
import Kernel
import Outbox
import OutboxCommands

/// The commands for messages in a team: `team request`, `give`, `inbox`, `read`, `acknowledge`,
/// `comment`, `show`, `withdraw` and `send`.
struct TeamFeedbackCommands: Sendable {
    let teams: FeedbackTeam
    let sender: BackgroundSender

    private var parameters: TeamParameters { TeamParameters(teams: teams) }
    private var fields: [Field<TeamItem>] { TeamItem.fields(teams.day(of:)) }

    // MARK: - Asking and giving

    var request: Command {
        Command(
            "team request", "Ask somebody in a team for feedback",
            discussion: "Only whom you ask sees it; with --everybody the whole team does.",
            examples: [
                .init("team request Sam 'How did the demo go?'", "one person", runs: false),
                .init("team request --everybody 'What should I do less of?'", "the team", runs: false),
            ],
            .optionalArgument("name", parameters.member, "whom; left out with --everybody"),
            .optionalArgument("question", TeamParameters.raw, "what you would like to know"),
            .flag("everybody", "ask the whole team"), parameters.team, returns: .list(fields), changes: true
        ) { name, question, isToEveryone, teamName in
            // With --everybody the only argument is the question.
            let questionText = question ?? (isToEveryone ? name : nil) ?? ""
            guard isToEveryone ? question == nil : name != nil && question != nil else {
                throw Failure(
                    .emptyText, "A request names somebody and says what you would like to know.",
                    advice: "As in: team request NAME QUESTION, or team request --everybody QUESTION.", kind: .usage)
            }
            let content = try parameters.content(teamName)
            let member = isToEveryone ? nil : try FeedbackTeam.member(name ?? "", in: content.snapshot.view)
            let sending = try teams.request(questionText, of: member, in: content)
            return sentOutput(member.map { "Asked \($0.name)" } ?? "Asked the team", sending, in: content)
        }
    }

    var give: Command {
        Command(
            "team give", "Give somebody in a team feedback",
            discussion: """
                Write the sections with the options, or give an entry of your journal with --entry. By default only whom it is about sees it; --visibility team \
                shows it to everybody. With --visibility private it is written into your journal, and nothing of it leaves this device.
                """,
            examples: [
                .init(
                    "team give Sam --context 'The demo' --observation 'You answered every question'", "to one person",
                    runs: false
                ),
                .init("team give Sam --entry latest --visibility team", "an entry, for all to see", runs: false),
                .init("team give Sam --for 1 --context 'The demo'", "for a request", runs: false),
            ],
            .argument("name", parameters.member, "whom it is about"), EntryParameters.sections,
            .option(
                "entry", EntryParameters(journal: teams.journal).ids,
                "an entry of your journal, instead of the sections"),
            .option("kind", ValueKind<FeedbackKind>.choice("KIND"), "praise or growth"),
            Parameter<TeamVisibility>.option(
                "visibility", .choice("WHO"), default: .recipient, shown: "recipient",
                "who sees it: private, recipient or team"),
            .option("for", TeamParameters.raw, "the request that it answers: its row in `team inbox`, or its id"),
            parameters.team, returns: .list(fields), changes: true
        ) { name, sections, entry, kind, visibility, request, teamName in
            let content = try parameters.content(teamName)
            let member = try FeedbackTeam.member(name, in: content.snapshot.view)
            let (text, kind) = try resolve(sections, entry, kind)
            let answeredRequest = try request.map { try incomingRequest($0, in: content) }
            let (privateEntry, sending) = try teams.give(
                text, kind: kind, to: member, seenBy: visibility, for: answeredRequest, in: content)
            if let sending {
                return sentOutput(
                    visibility == .team
                        ? "Gave \(member.name) feedback, seen by the team"
                        : "Gave \(member.name) feedback, seen by them alone", sending, in: content)
            }
            return Output.list(
                [TeamItem](), fields,
                empty:
                    "Wrote “\(privateEntry?.text.preview ?? "")” into your journal. Nothing of it leaves this device.",
                next: ["list"])
        }
    }

    /// Returns the text and the kind of the given sections, or else of an entry in the journal.
    private func resolve(_ sections: [FeedbackSection: String], _ entry: String?, _ kind: FeedbackKind?) throws -> (
        FeedbackText, FeedbackKind?
    ) {
        guard let entry else { return (sections.reduce(into: FeedbackText()) { $0[$1.key] = $1.value }, kind) }
        guard sections.isEmpty else {
            throw Failure(
                .contradiction, "--entry brings its own sections.", advice: "Change the entry first: edit ID.",
                kind: .usage)
        }
        let source = try teams.journal.entry(entry)
        return (source.text, kind ?? source.kind)
    }

    /// Returns the request of another member that a name means.
    private func incomingRequest(_ name: String, in content: FeedbackTeam.Content) throws -> TeamItem {
        let item = try parameters.item(name, in: content)
        guard item.itemKind == .request, !item.isOwn else {
            throw Failure(.paperNotFound, "“\(item.preview)” is no request to you.", advice: "`team inbox` shows them.")
        }
        return item
    }

    // MARK: - Reading

    var inbox: Command {
        Command(
            "team inbox", "Show what is asked and given in a team, newest first",
            discussion: "Rows stay those of the whole list. This marks nothing as read; team read does.",
            examples: [.init("team inbox", "everything that you may see", runs: false)],
            .flag("unread", "only what you have not read, and requests that wait for you"), parameters.team,
            returns: .list(fields)
        ) { isUnread, teamName in
            let content = try parameters.content(teamName)
            let visibleItems = isUnread ? content.items.filter { $0.isUnread || $0.waitsForMe } : content.items
            let output = Output.list(
                visibleItems, fields, heading: StyledText(content.team.name),
                empty: isUnread ? "Nothing is unread." : "Nothing was shared yet.",
                next: visibleItems.isEmpty ? ["team request NAME QUESTION", "team give NAME"] : ["team read ROW"])
            return (isUnread ? output : output.numbered(of: TeamParameters.naming.list)).withCopyNotice(
                content, day: teams.day(of:))
        }
    }

    var read: Command {
        Command(
            "team read", "Read a request or feedback with what is said to it",
            examples: [.init("team read 1", "the first row of team inbox", runs: false)], parameters.id,
            parameters.team, returns: .list(fields), changes: true
        ) { id, teamName in
            let content = try parameters.content(teamName)
            let item = try parameters.item(id, in: content)
            try teams.mark(read: [item], in: content.team)
            var output = Output.list([item], fields, empty: "", next: nextCommands(item))
            output.blocks = item.blocks(teams.day(of:))
            return output.withCopyNotice(content, day: teams.day(of:))
        }
    }

    /// Returns the command that suits an item next.
    private func nextCommands(_ item: TeamItem) -> [String] {
        let id = item.post.id.shortForm
        if item.itemKind == .feedback, item.isAboutMe, item.acknowledgedAt == nil { return ["team acknowledge \(id)"] }
        if item.waitsForMe { return ["team give \(item.author?.shellWord ?? "NAME") --for \(id) --context TEXT"] }
        return ["team comment \(id) TEXT"]
    }

    // MARK: - Answering

    var acknowledge: Command {
        Command(
            "team acknowledge", "Say that you have read feedback about yourself",
            discussion: "Only whom it is about can do this, once. Whoever gave it sees the day.",
            examples: [.init("team acknowledge 1", "the first row of team inbox", runs: false)], parameters.id,
            parameters.team, returns: .list(fields), changes: true
        ) { id, teamName in
            let content = try parameters.content(teamName)
            let item = try parameters.item(id, in: content)
            let sending = try teams.acknowledge(item, in: content)
            try teams.mark(read: [item], in: content.team)
            return sentOutput(
                item.acknowledgedAt == nil ? "Acknowledged “\(item.preview)”" : "It was acknowledged before", sending,
                in: content)
        }
    }

    var comment: Command {
        Command(
            "team comment", "Say something to feedback or a request",
            discussion: "Whoever may read that may read the comment.",
            examples: [
                .init("team comment 1 'Thank you, let us talk on Friday'", "the first row of team inbox", runs: false)
            ],
            parameters.id, .argument("text", TeamParameters.raw, "what you say"), parameters.team,
            returns: .list(fields), changes: true
        ) { id, words, teamName in
            let content = try parameters.content(teamName)
            let item = try parameters.item(id, in: content)
            return sentOutput(
                "Commented on “\(item.preview)”", try teams.comment(words, on: item, in: content), in: content)
        }
    }

    private enum Audience: String, CaseIterable, Sendable { case recipient, team }

    var show: Command {
        Command(
            "team show", "Show feedback that you gave to the whole team, or to whom it is about alone",
            discussion: "To let nobody see it, take it back: team withdraw. Who has seen it has seen it.",
            examples: [.init("team show 1 team", "to everybody", runs: false)], parameters.id,
            .argument("who", ValueKind<Audience>.choice("WHO"), "recipient or team"), parameters.team,
            returns: .list(fields), changes: true
        ) { id, audience, teamName in
            let content = try parameters.content(teamName)
            let item = try parameters.item(id, in: content)
            guard item.itemKind == .feedback else { throw Failure.paperNotFound(item.post.id) }
            let sending = try teams.show(item, to: audience == .team ? .team : .recipient, in: content)
            return sentOutput(
                audience == .team
                    ? "“\(item.preview)” is seen by the team" : "“\(item.preview)” is seen by whom it is about",
                sending, in: content
            )
        }
    }

    var withdraw: Command {
        Command(
            "team withdraw", "Take back a request or feedback of yours, with what is said to it",
            examples: [.init("team withdraw 1 --yes", "without being asked", runs: false)], parameters.id,
            parameters.team, returns: .list(fields), changes: true
        ) { id, teamName in
            let content = try parameters.content(teamName)
            let item = try parameters.item(id, in: content)
            return .confirm("Take back “\(item.preview)”?") {
                sentOutput("Took back “\(item.preview)”", try teams.withdraw(item, in: content), in: content)
            }
        }
    }

    // MARK: - Sending

    var send: Command {
        Command(
            "team send", "Send to your teams what waits on this device",
            discussion:
                "Any command does this in the background, as soon as a team can be reached. The status is 75 while something waits.",
            examples: [.init("team send", "try now")], returns: .one(SendReport.fields), changes: true
        ) {
            // If another sender is running, it delivers everything.
            let delivery = try sender.claimDelivery().map { try teams.membership.deliver($0) }
            if delivery != nil { for team in try teams.membership.groups() { _ = try? teams.content(at: team) } }
            return SendReport(sent: delivery?.sent ?? 0, waiting: try teams.membership.waiting().count)
                .output(because: delivery?.trouble.values.first, next: ["team inbox"])
        }
    }

    private func sentOutput(_ sentence: String, _ sending: TeamSending, in content: FeedbackTeam.Content) -> Output {
        let item = (try? teams.content(at: content.team))?.items.first {
            $0.post.id == sending.post.id || $0.post.id == sending.post.answers
        }
        let reason = sending.trouble.map { ": \($0.message)" } ?? "."
        let waitingNotice = sending.hasArrived ? "" : " It waits on this device\(reason) It is sent by itself."
        var output = Output.list(item.map { [$0] } ?? [], fields, empty: "", next: ["team inbox"])
        output.blocks = [.paragraph(StyledText("\(sentence).\(waitingNotice)", sending.hasArrived ? .good : .warning))]
        return output
    }
}
