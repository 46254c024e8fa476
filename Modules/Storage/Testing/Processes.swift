import Kernel

extension StoreContract {
    static var processes: [Promise] {
        [
            Promise("processes see each other's writes at once", of: .processes, check: visibleToProcesses),
            Promise(
                "processes lose no increment, and give no unique key twice", of: .processes,
                check: concurrentProcesses),
            Promise("acknowledged writes survive a killed process", of: .processes, check: killedProcess),
        ]
    }

    /// Performs the task of the program that a maker of `.processes` names.
    ///
    /// It prints its observations to standard output, each line with the prefix `contract: `.
    ///
    /// - Parameters:
    ///   - task: the task's words from the maker's command.
    ///   - store: the store at the command's place. It is closed at the end.
    /// - Throws: the store's errors and `unknownTask`.
    public static func perform(_ task: String, on store: any Store) throws {
        let words = task.split(separator: " ").map(String.init)
        let count = words.count > 1 ? Int(words[1]) ?? 0 : 0
        OtherProcess.report(OtherProcess.beginning)
        switch words.first {
        case "insert":
            for number in 0..<count {
                try store.putNotes(Note("p\(number)", rank: 1000 + number))
                OtherProcess.report("p\(number)")
            }
        case "increase": try store.increase(count)
        case "claim": OtherProcess.report("\(store.claim(count, by: "p"))")
        case "list": for id in try store.notes(Note.byRank.all) { OtherProcess.report(id) }
        default: throw Failure(.unknownTask, "The contract gives no task “\(task)”.", kind: .usage)
        }
        try store.close()
        OtherProcess.report(OtherProcess.end)
    }

    private static func visibleToProcesses(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(Note("a", rank: 2), Note("b", rank: 1))
        trial.expect("what it sees of ours", try trial.process("list").rest(), is: ["b", "a"])
        let mark = try store.lastSequence()
        trial.expect("what it wrote", try trial.process("insert 3").rest(), is: ["p0", "p1", "p2"])
        trial.expect("what we see of it", try store.notes(Note.byRank.all), is: ["b", "a", "p0", "p1", "p2"])
        trial.expect("the feed", try store.changes(since: mark).map(\.address.id), is: ["p0", "p1", "p2"])
    }

    private static func concurrentProcesses(_ trial: Trial, _ store: any Store) throws {
        let counter = try trial.process("increase 80")
        let claimer = try trial.process("claim 40")
        for process in [counter, claimer] { try process.begin() }
        try store.increase(80)
        let ownClaims = store.claim(40, by: "w")
        trial.expect("the first's trouble", try counter.rest(), is: [])
        let otherClaims = try claimer.rest().first.flatMap { Int($0) } ?? -1
        trial.expect("the sum", try store.total(), is: 160)
        trial.expect("seats given to both", ownClaims + otherClaims, is: 40)
        trial.expect("notes", try store.notes().count, is: 40)
    }

    private static func killedProcess(_ trial: Trial, _ store: any Store) throws {
        try store.putNotes(Note("a", rank: 1))
        let victim = try trial.process("insert 100000")
        var acknowledged = try victim.lines(20)
        acknowledged += victim.stop()
        let ids = try store.notes(Note.byRank.all)
        trial.expect("those that are there", Array(ids.prefix(acknowledged.count + 1)), is: ["a"] + acknowledged)
        trial.expect("without a gap", ids, is: ["a"] + (0..<ids.count - 1).map { "p\($0)" })
        // One more may have been written without a line.
        trial.expect("as many as were begun", ids.count <= acknowledged.count + 2)
        try store.putNotes(Note("z", rank: 9_999_999))
        trial.expect("the store goes on", try trial.process("list").rest(), is: ids + ["z"])
    }
}

extension Store {
    /// Takes as many of some seats as are free.
    ///
    /// - Returns: the number of seats taken.
    fileprivate func claim(_ seats: Int, by name: String) -> Int {
        (0..<seats).count { (try? putNotes(Note("\(name)\($0)", title: "seat \($0)"))) != nil }
    }
}
