import EngineKit
import Kernel
import Postgres

/// One transaction of a store on a server. What is put waits until something is asked, or for the commit, and goes there together with that.
final class PostgresTransaction: EngineTransaction {
    let connection: PostgresConnection
    let questions: Questions
    let clock: HybridClock
    let device: String
    let isWriting: Bool
    /// What was put and is not there yet.
    var waiting = WaitingPuts()
    /// The sets of indexes in which the records of some collections are, as far as it was asked for.
    var shapes: [RecordPlace: Set<String>] = [:]
    /// An index that some records are older than, when one was asked for in a transaction that only reads.
    private(set) var wanted: Adoption?
    /// Where nothing stands, as far as it was asked for: what is put there takes nothing's place.
    private var absent: Set<RecordAddress> = []
    private(set) var hasPut = false
    private(set) var forgets = false
    private var isOver = false
    private var cursors = 0

    /// Why the row of the store cannot be taken, should somebody have looked away.
    private var trouble: (any Error)?

    /// Above the generations of what was deleted and is not known any more.
    private var generation = 0
    var firstGeneration: Int {
        _ = time
        return generation
    }

    /// Later than every stamp in the store: whoever writes has the row first.
    private(set) lazy var time = {
        if isWriting, waiting.sequence == nil { _ = try? ask([]) }
        return clock.tick()
    }()

    init(_ connection: PostgresConnection, _ questions: Questions, _ clock: HybridClock, device: String, isWriting: Bool) {
        (self.connection, self.questions, self.clock) = (connection, questions, clock)
        (self.device, self.isWriting) = (device, isWriting)
    }

    /// Makes the transaction useless, should somebody have kept it.
    func end() { isOver = true }

    func check() throws { guard !isOver else { throw Failure.transactionOver } }

    // MARK: - Asking

    /// Asks, behind what waits to be put. The row of the store is taken with the first thing, so that nothing is seen before it.
    func ask(_ statements: [PostgresStatement]) throws -> [PostgresRows] {
        try checkTurn()
        let turn = isWriting && waiting.sequence == nil ? [questions.turn] : []
        let first = turn + waiting.take(for: questions.tables)
        do {
            let rows = try connection.answers(to: first + statements)
            if let state = rows.first, !turn.isEmpty { try begin(state) }
            return Array(rows.dropFirst(first.count))
        } catch {
            if !turn.isEmpty { trouble = error }
            throw error
        }
    }

    private func begin(_ state: PostgresRows) throws {
        guard let row = state.first else { throw Tables.empty(questions.tables.name) }
        guard try row.int(3) <= questions.tables.form else { throw Tables.newer(try row.int(3)) }
        clock.receive(HybridTime(milliseconds: Int64(try row.int(1)), counter: try row.int(2)))
        (waiting.sequence, generation) = (try row.int(0) + 1, try row.int(4))
    }

    /// Takes everything away, tombstones too. Where nothing was ever put there is nothing to go.
    func clear() throws {
        if waiting.sequence == nil { _ = try ask([]) }
        guard let sequence = waiting.sequence, sequence > 1 else { return }
        if let row = try ask([questions.tables.clearing(at: sequence)]).last?.first { generation = try row.int(0) }
        (hasPut, forgets) = (true, true)
    }

    /// What kept it from its turn counts, whatever the body has made of it.
    func checkTurn() throws { if let trouble { throw trouble } }

    private func ask(_ statement: PostgresStatement, about scan: IndexScan? = nil) throws -> PostgresRows {
        guard let rows = try ask([statement], about: scan.map { [$0] } ?? []).last else { throw Failure.transactionOver }
        return rows
    }

    /// Asks, once every record that the scans may meet has the entries which they go by.
    private func ask(_ statements: [PostgresStatement], about scans: [IndexScan]) throws -> [PostgresRows] {
        let scans = scans.filter { $0.index != nil }
        var unknown: [RecordPlace] = []
        for scan in scans where shapes[RecordPlace(scan)] == nil && !unknown.contains(RecordPlace(scan)) {
            unknown.append(RecordPlace(scan))
        }
        let rows = try ask(unknown.map(questions.shapes) + statements)
        for (place, rows) in zip(unknown, rows) { shapes[place] = Set(try rows.map { try $0.text(0) }) }
        let older = scans.compactMap { scan in scan.index.map { Adoption(RecordPlace(scan), index: $0, reindex: scan.reindex) } }
            .filter { $0.isNeeded(by: shapes[$0.place] ?? []) }
        guard !older.isEmpty else { return Array(rows.dropFirst(unknown.count)) }
        for one in older { try adopt(one) }
        return try ask(statements)
    }

    /// Gives the entries of an index to the records that are older than it; where nothing may be changed, whoever runs this does so, and begins anew.
    func adopt(_ adoption: Adoption) throws {
        guard isWriting else {
            wanted = adoption
            throw Unadopted()
        }
        try adoption.perform(in: self)
        shapes[adoption.place] = nil
    }

    struct Unadopted: Error {}

    // MARK: - Questions

    func record(at address: RecordAddress) throws -> StoredRecord? {
        try check()
        return try known(ask(questions.record(at: address)), at: address)
    }

    private func known(_ rows: PostgresRows, at address: RecordAddress) throws -> StoredRecord? {
        guard let row = rows.first else {
            noteAbsence(of: [address])
            return nil
        }
        return try Questions.record(row, at: address)
    }

    func records(at addresses: [RecordAddress]) throws -> [StoredRecord?] {
        try check()
        var found = [StoredRecord?](repeating: nil, count: addresses.count)
        guard !addresses.isEmpty else { return [] }
        for row in try ask(questions.records(at: addresses)) {
            let place = try row.int(7) - 1
            found[place] = try Questions.record(row, at: addresses[place])
        }
        noteAbsence(of: zip(addresses, found).lazy.filter { $1 == nil }.map(\.0))
        return found
    }

    func page(_ scan: IndexScan) throws -> [StoredRecord] {
        try check()
        guard !scan.isEmpty else { return [] }
        return try Questions.records(ask(questions.page(scan), about: scan), of: scan)
    }

    func count(_ scan: IndexScan) throws -> Int {
        try check()
        return scan.isEmpty ? 0 : try ask(questions.count(scan), about: scan).first?.int(0) ?? 0
    }

    func keys(_ scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws {
        try check()
        guard !scan.isEmpty else { return }
        for row in try ask(questions.keys(scan), about: scan) { guard try visit(Questions.key(row)) else { return } }
    }

    func counts(_ scan: IndexScan, parts: Int) throws -> [KeyCount] {
        try check()
        return scan.isEmpty ? [] : try Questions.counts(ask(questions.counts(scan, parts: parts), about: scan), parts: parts)
    }

    /// All of them there before the first answer is waited for.
    func answers(to questions: [EngineQuestion]) throws -> [EngineAnswer] {
        try check()
        guard !questions.isEmpty else { return [] }
        let scans: [IndexScan] = questions.compactMap {
            switch $0 {
            case .record: nil
            case .page(let scan), .count(let scan), .keys(let scan), .counts(let scan, _): scan
            }
        }
        let rows = try ask(questions.map(self.questions.statement), about: scans)
        return try zip(questions, rows).map { question, rows in
            switch question {
            case .record(let address): .record(try known(rows, at: address))
            case .page(let scan): .page(try Questions.records(rows, of: scan))
            case .count: .count(try rows.first?.int(0) ?? 0)
            case .keys: .keys(try rows.map(Questions.key))
            case .counts(_, let parts): .counts(try Questions.counts(rows, parts: parts))
            }
        }
    }

    private func noteAbsence(of addresses: some Sequence<RecordAddress>) {
        guard isWriting else { return }
        if absent.count > PostgresTransaction.most { absent = [] }
        absent.formUnion(addresses)
    }

    /// More are not held in mind, but for those of one question.
    private static let most = 100_000

    // MARK: - Walks over many

    /// How many rows come at a time where nobody has said how many are wanted.
    private static let stretch = 2_000

    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        try check()
        guard !scan.isEmpty else { return }
        if let limit = scan.limit, limit <= PostgresTransaction.stretch {
            for record in try page(scan) { guard try visit(record) else { return } }
            return
        }
        try walk(questions.page(scan), about: [scan]) { rows in
            for record in try Questions.records(rows, of: scan) { guard try visit(record) else { return false } }
            return true
        }
    }

    func addresses(in partition: Partition?) throws -> [RecordAddress] {
        try check()
        return try ask(questions.addresses(in: partition)).map(Questions.address)
    }

    func forEachAddress(in partition: Partition?, _ visit: (RecordAddress) throws -> Void) throws {
        try check()
        try walk(questions.addresses(in: partition), about: []) { rows in
            for row in rows { try visit(Questions.address(row)) }
            return true
        }
    }

    /// Lets rows come a stretch at a time, as they were when the walk began.
    private func walk(
        _ statement: PostgresStatement, about scans: [IndexScan], _ visit: (PostgresRows) throws -> Bool
    ) throws {
        cursors += 1
        let name = "walk\(cursors)"
        let more = PostgresStatement("FETCH \(PostgresTransaction.stretch) FROM \(name)", isPrepared: false)
        if scans.contains(where: { $0.index != nil }) { _ = try ask([], about: scans) }
        var rows = try ask([statement.cursor(name), more]).last
        while let some = rows, !some.isEmpty {
            guard try visit(some), some.count == PostgresTransaction.stretch else { break }
            try check()
            rows = try connection.answer(more)
        }
        waiting.close(name)
    }

    // MARK: - Changes

    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try put([record], reindex: reindex)
    }

    func put(_ records: [StoredRecord], reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try check()
        guard isWriting else { throw Failure.readOnlyTransaction }
        // What stands before one that is refused is put all the same.
        let good = records.prefix { (try? $0.checkForm()) != nil }
        try keep(good, reindex: reindex)
        if good.count < records.count { try records[good.count].checkForm() }
    }

    func forget(_ forgotten: Forgotten) { forgets = true }

    func note(_ record: StoredRecord) throws {
        hasPut = true
        if record.stamp.time != time { clock.receive(record.stamp.time) }
        if record.isLive, shapes[RecordPlace(record.address)] != nil {
            shapes[RecordPlace(record.address)]?.insert(
                EntryBytes.shape(record.entries.map(\.name), in: record.address.collection))
        }
        waiting.add(record, isNew: absent.remove(record.address) != nil)
        // The server puts these while the next are made ready.
        if waiting.isHeavy { try connection.post(waiting.take(for: questions.tables)) }
    }
}

extension Questions {
    func statement(for question: EngineQuestion) -> PostgresStatement {
        switch question {
        case .record(let address): record(at: address)
        case .page(let scan): page(scan)
        case .count(let scan): count(scan)
        case .keys(let scan): keys(scan)
        case .counts(let scan, let parts): counts(scan, parts: parts)
        }
    }
}

extension IndexScan {
    /// Whether nothing can lie in it.
    fileprivate var isEmpty: Bool {
        if let limit, limit <= 0 { return true }
        guard let lower, let upper else { return false }
        return lower >= upper
    }
}
