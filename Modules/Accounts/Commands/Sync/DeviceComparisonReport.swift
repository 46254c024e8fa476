import Accounts
import Interface
import Kernel
import Sync

/// The report of `doctor --devices` on the differences between each other device and this one.
struct DeviceComparisonReport: Sendable {
    let context: AccountsContext
    let machine: SyncHost
    private var accounts: AccountService { context.accounts }

    /// The maximum number of listed records of each collection.
    private static let listLimit = 10

    var checkup: DeviceCheckup {
        DeviceCheckup("sync") {
            guard !context.isDryRun else {
                _ = try accounts.syncableAccount()
                return DeviceCheckup.Answer(
                    blocks: [.paragraph("Nothing was done: your other devices would be asked.")], devices: [],
                    failure: nil)
            }
            let comparisons = try machine.withSyncLock { try accounts.compare() }
            let differing = comparisons.filter { if case .different = $0.outcome { true } else { false } }
            return DeviceCheckup.Answer(
                blocks: comparisons.isEmpty
                    ? [.paragraph("No other device has met this one yet.")] : comparisons.flatMap(blocks),
                devices: comparisons.map(value),
                failure: differing.isEmpty ? nil : Failure.differing(differing.map(\.title)))
        }
    }

    // MARK: - Text

    private func blocks(_ comparison: SyncComparison) -> [Block] {
        switch comparison.outcome {
        case .same(let records):
            return [
                .paragraph(
                    StyledText(
                        "\(comparison.title) has the same: \(counted(records, "record")), every one alike.", .good))
            ]
        case .apart:
            return [
                .paragraph(
                    "\(comparison.title) does not have everything yet, or something of it is on its way. Sync there, then ask once more."
                )
            ]
        case .asked:
            return [
                .paragraph(
                    "\(comparison.title) has not answered yet: it does when it syncs the next time. Ask once more then."
                )
            ]
        case .different(let differences):
            return [.paragraph(StyledText("\(comparison.title) does not have the same:", .bad))]
                + differences.map { .paragraph(text(of: $0, comparison)) }
        }
    }

    private func text(of difference: SyncComparison.Difference, _ comparison: SyncComparison) -> StyledText {
        var parts: [String] = []
        func add(_ addresses: [RecordAddress], _ words: String) {
            guard !addresses.isEmpty else { return }
            let titles = addresses.prefix(Self.listLimit).map { "“\(accounts.line(of: $0))”" }.joined(separator: ", ")
            parts.append("\(addresses.count) \(words): \(titles)\(addresses.count > Self.listLimit ? ", …" : "")")
        }
        add(difference.otherwise, "otherwise there")
        add(difference.onlyHere, "only here")
        add(difference.onlyThere, "only there")
        if parts.isEmpty {
            parts.append("which of them, \(comparison.title) says when it syncs the next time. Ask once more then")
        }
        if difference.waiting.here > 0 {
            parts.append(
                "\(counted(difference.waiting.here, "change")) here from a clock that is ahead, which explains it")
        }
        if difference.waiting.there > 0 {
            parts.append(
                "\(counted(difference.waiting.there, "change")) there from a clock that is ahead, which explains it")
        }
        return StyledText(
            "  \(accounts.part(of: difference.collection)) (\(difference.collection)): \(parts.joined(separator: "; "))."
        )
    }

    // MARK: - JSON

    private func value(_ comparison: SyncComparison) -> OutputValue {
        let (outcome, records, differences): (String, Int?, [SyncComparison.Difference]) =
            switch comparison.outcome {
            case .same(let records): ("same", records, [])
            case .different(let differences): ("different", nil, differences)
            case .apart: ("apart", nil, [])
            case .asked: ("asked", nil, [])
            }
        return .object([
            .init("id", .text(comparison.device)), .init("name", .text(comparison.title)),
            .init("outcome", .text(outcome)),
            .init("records", .integer(records)), .init("differences", .list(differences.map(value))),
        ])
    }

    private func value(_ difference: SyncComparison.Difference) -> OutputValue {
        .object([
            .init("collection", .text(difference.collection)),
            .init("otherwise", .texts(difference.otherwise.map(\.id))),
            .init("onlyHere", .texts(difference.onlyHere.map(\.id))),
            .init("onlyThere", .texts(difference.onlyThere.map(\.id))),
            .init("waitingHere", .integer(difference.waiting.here)),
            .init("waitingThere", .integer(difference.waiting.there)),
        ])
    }
}

extension Failure {
    fileprivate static func differing(_ names: [String]) -> Failure {
        Failure(
            .accountDevicesDiffer, "This device and \(names.joined(separator: ", ")) do not have the same.",
            advice:
                "Change each thing that differs once more where it is right, and `sync now` on both: that stands everywhere then.",
            kind: .badData)
    }
}
