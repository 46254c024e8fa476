import Kernel

/// A connection's cache of sections and lists. A section is the records of one collection in one
/// partition, and a list is an index of a section.
///
/// The rows contain their numbers. The cache is valid until another connection writes.
final class Sections {
    private struct Name: Hashable {
        let partition: Partition
        let collection: String
    }

    private let database: Database
    /// The section numbers by name, and the names by number.
    private var numbers: [Name: Int] = [:]
    private var names: [Int: Name] = [:]
    private var lists: [Int: [(list: Int, name: String)]] = [:]
    /// Whether records may be older than a list, by list.
    private var haveOlder: [Int: Bool] = [:]
    private var lastSection: (name: Name, section: Int)?
    var lastTablePair: TablePair?

    init(of database: Database) { self.database = database }

    /// Empties the cache after another connection wrote, or after a rollback.
    func forget() { (numbers, names, lists, haveOlder, lastSection, lastTablePair) = ([:], [:], [:], [:], nil, nil) }

    /// Returns the number of a section, or nil if it was never used.
    func section(_ partition: Partition, _ collection: String) throws -> Int? {
        let name = Name(partition: partition, collection: collection)
        if let lastSection, lastSection.name == name { return lastSection.section }
        if let section = numbers[name] { return section }
        let section = try database.number(
            "SELECT section FROM sections WHERE partition = ? AND collection = ?",
            [.text(partition.rawValue), .text(collection)])
        if let section { cache(name, section) }
        return section
    }

    /// Returns the number of a section, which is created if needed.
    func ensureSection(_ partition: Partition, _ collection: String) throws -> Int {
        if let section = try section(partition, collection) { return section }
        try database.execute(
            "INSERT INTO sections(partition, collection) VALUES(?, ?)",
            [.text(partition.rawValue), .text(collection)])
        let newSection = try database.number("SELECT last_insert_rowid()") ?? 0
        cache(Name(partition: partition, collection: collection), newSection)
        return newSection
    }

    private func cache(_ name: Name, _ section: Int) {
        // There may be as many sections as users. The cache keeps those of the last transactions.
        if numbers.count > 10_000 { forget() }
        (numbers[name], names[section], lastSection) = (section, name, (name, section))
    }

    func address(_ section: Int, _ id: String) throws -> RecordAddress {
        if let lastSection, lastSection.section == section {
            return RecordAddress(partition: lastSection.name.partition, collection: lastSection.name.collection, id: id)
        }
        if names[section] == nil {
            let storedName = try database.withStatement(
                "SELECT partition, collection FROM sections WHERE section = ?", [.number(section)]
            ) { row in
                try row.step()
                    ? Name(partition: Partition(rawValue: row.text(0)), collection: row.text(1)) : nil
            }
            cache(storedName ?? Name(partition: .common, collection: ""), section)
        }
        let name = names[section]
        if let name { lastSection = (name, section) }
        return RecordAddress(
            partition: name?.partition ?? .common, collection: name?.collection ?? "", id: id)
    }

    /// Returns the sections of a partition, or all sections, ordered by name.
    func sortedSections(of partition: Partition?) throws -> [Int] {
        let values = partition.map { [Statement.Value.text($0.rawValue)] } ?? []
        return try database.withStatement(
            "SELECT section FROM sections \(partition == nil ? "" : "WHERE partition = ?") ORDER BY partition, collection",
            values
        ) { row in
            var sections: [Int] = []
            while try row.step() { sections.append(row.number(0)) }
            return sections
        }
    }

    // MARK: - Lists

    /// Returns the lists of a section in the order of their creation.
    func lists(of section: Int) throws -> [(list: Int, name: String)] {
        if let cached = lists[section] { return cached }
        let sectionLists = try database.withStatement(
            "SELECT list, name FROM lists WHERE section = ? ORDER BY list", [.number(section)]
        ) { row in
            var sectionLists: [(list: Int, name: String)] = []
            while try row.step() { sectionLists.append((row.number(0), row.text(1))) }
            return sectionLists
        }
        lists[section] = sectionLists
        return sectionLists
    }

    func list(_ name: String, of section: Int) throws -> Int? { try lists(of: section).first { $0.name == name }?.list }

    /// Returns the number of a list, which is created if needed. A new list has no entries, and all
    /// existing records are marked as older.
    func ensureList(_ name: String, of section: Int) throws -> Int {
        if let list = try list(name, of: section) { return list }
        try database.execute("INSERT INTO lists(section, name) VALUES(?, ?)", [.number(section), .text(name)])
        let newList = try database.number("SELECT last_insert_rowid()") ?? 0
        lists[section]?.append((newList, name))
        lastTablePair = nil
        try database.execute(
            "INSERT INTO older SELECT ?, id, 0, NULL FROM records WHERE section = ? AND gone = 0",
            [.number(newList), .number(section)])
        return newList
    }

    /// Returns whether any record of the list's section may be older than the list.
    func hasOlder(_ list: Int) throws -> Bool {
        if let cached = haveOlder[list] { return cached }
        let hasRows =
            try database.number("SELECT 1 FROM older WHERE list = ? LIMIT 1", [.number(list)]) != nil
        haveOlder[list] = hasRows
        return hasRows
    }

    /// Marks a record that was put without an entry in a list.
    func markOlder(_ id: String, in list: Int) throws {
        try database.execute(
            "INSERT OR REPLACE INTO older VALUES(?, ?, 0, NULL)", [.number(list), .text(id)])
        haveOlder[list] = true
    }
}
