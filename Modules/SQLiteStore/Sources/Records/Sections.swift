import Kernel

/// What a connection knows of sections and lists: a section is the records of one collection in one partition, a list an index of one section.
///
/// Both have a number that stands in the rows. They are kept in mind until another connection has written something.
final class Sections {
    private struct Name: Hashable {
        let partition: Partition
        let collection: String
    }

    private let database: Database
    private var numbers: [Name: Int] = [:]
    private var names: [Int: Name] = [:]
    private var lists: [Int: [(list: Int, name: String)]] = [:]
    /// Whether something on a list is older than it.
    private var haveOlder: [Int: Bool] = [:]
    private var last: (name: Name, section: Int)?
    /// Where the last record went.
    var lastShelf: Shelf?

    init(of database: Database) { self.database = database }

    /// Somebody else has written, or what was written here was taken back.
    func forget() { (numbers, names, lists, haveOlder, last, lastShelf) = ([:], [:], [:], [:], nil, nil) }

    /// The number of a section; nil where nothing was ever put.
    func section(_ partition: Partition, _ collection: String) throws -> Int? {
        let name = Name(partition: partition, collection: collection)
        if let last, last.name == name { return last.section }
        if let known = numbers[name] { return known }
        let found = try database.number(
            "SELECT section FROM sections WHERE partition = ? AND collection = ?",
            [.text(partition.rawValue), .text(collection)])
        if let found { keep(name, found) }
        return found
    }

    /// The number of a section, which is made where there is none.
    func madeSection(_ partition: Partition, _ collection: String) throws -> Int {
        if let known = try section(partition, collection) { return known }
        try database.tell(
            "INSERT INTO sections(partition, collection) VALUES(?, ?)",
            [.text(partition.rawValue), .text(collection)])
        let made = try database.number("SELECT last_insert_rowid()") ?? 0
        keep(Name(partition: partition, collection: collection), made)
        return made
    }

    private func keep(_ name: Name, _ section: Int) {
        // There may be as many as there are people: those of the last transactions are enough.
        if numbers.count > 10_000 { forget() }
        (numbers[name], names[section], last) = (section, name, (name, section))
    }

    /// Where a record of a section lives.
    func address(_ section: Int, _ id: String) throws -> RecordAddress {
        if let last, last.section == section {
            return RecordAddress(partition: last.name.partition, collection: last.name.collection, id: id)
        }
        if names[section] == nil {
            let found = try database.ask(
                "SELECT partition, collection FROM sections WHERE section = ?", [.number(section)]
            ) { row in
                try row.step()
                    ? Name(partition: Partition(rawValue: row.text(0)), collection: row.text(1)) : nil
            }
            keep(found ?? Name(partition: .common, collection: ""), section)
        }
        let name = names[section]
        if let name { last = (name, section) }
        return RecordAddress(
            partition: name?.partition ?? .common, collection: name?.collection ?? "", id: id)
    }

    /// The sections of a partition, or all of them, in the order of their names.
    func inOrder(of partition: Partition?) throws -> [Int] {
        let of = partition.map { [Statement.Value.text($0.rawValue)] } ?? []
        return try database.ask(
            "SELECT section FROM sections \(partition == nil ? "" : "WHERE partition = ?") ORDER BY partition, collection",
            of
        ) { row in
            var found: [Int] = []
            while try row.step() { found.append(row.number(0)) }
            return found
        }
    }

    // MARK: - Lists

    /// The lists of a section, by the order in which they were made.
    func lists(of section: Int) throws -> [(list: Int, name: String)] {
        if let known = lists[section] { return known }
        let found = try database.ask(
            "SELECT list, name FROM lists WHERE section = ? ORDER BY list", [.number(section)]
        ) { row in
            var found: [(list: Int, name: String)] = []
            while try row.step() { found.append((row.number(0), row.text(1))) }
            return found
        }
        lists[section] = found
        return found
    }

    func list(_ name: String, of section: Int) throws -> Int? {
        try lists(of: section).first { $0.name == name }?.list
    }

    /// The number of a list. One that is made now has nothing of the records that are there already: each of them is marked as older.
    func madeList(_ name: String, of section: Int) throws -> Int {
        if let known = try list(name, of: section) { return known }
        try database.tell("INSERT INTO lists(section, name) VALUES(?, ?)", [.number(section), .text(name)])
        let made = try database.number("SELECT last_insert_rowid()") ?? 0
        lists[section]?.append((made, name))
        lastShelf = nil
        try database.tell(
            "INSERT INTO older SELECT ?, id, 0, NULL FROM records WHERE section = ? AND gone = 0",
            [.number(made), .number(section)])
        return made
    }

    /// Whether any record on the section of a list may be older than it.
    func hasOlder(_ list: Int) throws -> Bool {
        if let known = haveOlder[list] { return known }
        let found =
            try database.number("SELECT 1 FROM older WHERE list = ? LIMIT 1", [.number(list)]) != nil
        haveOlder[list] = found
        return found
    }

    /// Marks a record that was put without an entry in a list.
    func markOlder(_ id: String, in list: Int) throws {
        try database.tell(
            "INSERT OR REPLACE INTO older VALUES(?, ?, 0, NULL)", [.number(list), .text(id)])
        haveOlder[list] = true
    }
}
