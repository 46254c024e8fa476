import Kernel
import Korean

/// A reader of the files of a pack, one after the other.
struct PackReader {
    /// The maximum number of entries in a list.
    static let entryLimit = 20_000
    /// The maximum number of files with terms.
    static let fileLimit = 200
    /// The manifest fields of lessons, each a path, the part itself, or a list of either.
    private static let lessonFields = ["patterns", "sparring", "openings", "linework", "theory", "techniques", "rules"]

    private(set) var pack: ContentPack
    private(set) var findings: [Finding] = []
    private let source: PackSource
    private let belts: OrderedJSON?
    private let morphemes: OrderedJSON?
    private let terms: OrderedJSON?
    /// The manifest's lessons by field name, which `Curriculum` reads on request.
    let lessons: [String: OrderedJSON]
    private var seenMorphemes: Set<String> = []

    init(_ source: PackSource) throws {
        self.source = source
        var entry = EntryReader(
            file: Folding.printable(source.manifest), entry: "", value: try Self.json(source.manifest, source))
        let format = entry.text("format")
        let version = entry.integer("version", in: 1...1000, standard: nil)
        if !entry.isBroken, format != "commonplace-pack" || version != 1 {
            throw Failure(
                .unknownPackFormat, "\(Folding.printable(source.name)) is not a content pack of format 1.",
                advice: "It must begin with \"format\": \"commonplace-pack\", \"version\": 1.", kind: .badData)
        }
        pack = ContentPack(id: entry.text("id"), name: entry.text("name"))
        pack.about = entry.text("description", isRequired: false, limit: EntryReader.noteLimit)
        pack.school = entry.text("school", isRequired: false)
        let discipline = entry.text("discipline", isRequired: false)
        if !discipline.isEmpty { pack.discipline = discipline }
        for (field, id) in [("id", pack.id), ("discipline", pack.discipline)] where !id.isEmpty && !Self.isID(id) {
            entry.record(
                .schema, field, "“\(Folding.printable(id))” is not an id.", "Use a–z, 0–9 and hyphens, 64 at most.")
        }
        if let variant = entry.value("variant") {
            if case .bool(let value) = variant {
                pack.isVariant = value
            } else {
                entry.record(
                    .schema, "variant", "True or false is expected, not \(variant.kind).", "Write \"variant\": true.")
            }
        }
        belts = entry.value("belts")
        morphemes = entry.value("morphemes")
        terms = entry.value("terms")
        lessons = Self.lessonFields.reduce(into: [:]) { values, field in values[field] = entry.value(field) }
        entry.finish()
        if let error = entry.findings.first(where: { $0.severity == .error }) { throw error.failure }
        findings = entry.findings
    }

    private var manifestName: String { Folding.printable(source.manifest) }

    /// Returns whether a text is an id: 1 to 64 of a–z, 0–9 and hyphens.
    static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    /// Returns the parsed JSON of a file.
    ///
    /// - Throws: `notJSON`, `fileTooLarge`, and the errors of the source.
    static func json(_ path: String, _ source: PackSource) throws -> OrderedJSON {
        let bytes = try source.read(path)
        try PackSource.checkSize(bytes.count, path)
        do {
            return try OrderedJSON(bytes)
        } catch let fault as JSONFault {
            throw Failure(
                .notJSON, "\(Folding.printable(path)), line \(fault.line): \(fault.sentence).",
                advice: "Correct the JSON there.", kind: .badData)
        }
    }

    /// Returns a part of the pack: the file at a path, or the value inside the manifest of a
    /// single-file pack.
    mutating func part(_ value: OrderedJSON) -> (file: String, value: OrderedJSON)? {
        guard case .string(let path) = value else { return (manifestName, value) }
        do {
            try PackSource.checkPath(path)
            return (path, try Self.json(path, source))
        } catch {
            let failure = error as? Failure ?? Failure(.unreadable, "\(Folding.printable(path)) cannot be read.")
            findings.append(.unreadable(path, failure))
            return nil
        }
    }

    /// Returns the part if its file contains a word in JSON spelling; other files are not parsed.
    mutating func part(_ value: OrderedJSON, naming word: String) -> (file: String, value: OrderedJSON)? {
        if case .string(let path) = value, (try? PackSource.checkPath(path)) != nil, let bytes = try? source.read(path)
        {
            guard Self.contains(bytes, Array(word.utf8)) else { return nil }
        }
        return part(value)
    }

    /// Returns whether the bytes contain a word.
    private static func contains(_ bytes: [UInt8], _ word: [UInt8]) -> Bool {
        guard let first = word.first else { return true }
        return bytes.withUnsafeBytes { text in
            guard var position = text.baseAddress else { return false }
            let end = position + text.count
            while let match = memchr(position, Int32(first), end - position),
                end - UnsafeRawPointer(match) >= word.count
            {
                if memcmp(match, word, word.count) == 0 { return true }
                position = UnsafeRawPointer(match) + 1
            }
            return false
        }
    }

    /// Returns the objects of `{"name": [ … ]}` or of the list itself, with the file's common
    /// fields.
    mutating func entries(_ part: (file: String, value: OrderedJSON), _ name: String) -> (
        header: EntryReader, items: [OrderedJSON]
    ) {
        if case .array(let items) = part.value {
            return (EntryReader(file: part.file, entry: "", value: .object([])), Array(items.prefix(Self.entryLimit)))
        }
        var header = EntryReader(file: part.file, entry: "", value: part.value)
        guard case .array(let items)? = header.value(name), items.count <= Self.entryLimit else {
            header.record(
                .schema, name, "A list “\(name)” of at most \(Self.entryLimit) entries is expected.", "Add the list.")
            return (header, [])
        }
        return (header, items)
    }
}

extension PackReader {
    /// Reads the belts into `pack`.
    mutating func readBelts() {
        guard let belts, let part = part(belts) else { return }
        var (header, items) = entries(part, "belts")
        var parsedBelts: [Belt] = []
        for (index, item) in items.enumerated() {
            var entry = EntryReader(file: part.file, entry: "#\(index + 1)", value: item)
            let grade = grade(&entry, "id", standard: nil)
            let belt = grade.map {
                Belt(
                    grade: $0, name: entry.text("name"), belt: entry.text("belt"), colors: entry.texts("colours"),
                    meaning: entry.text("meaning", isRequired: false, limit: EntryReader.noteLimit))
            }
            if belt == nil { entry.ignoreRemainingFields() }
            if let belt, parsedBelts.contains(where: { $0.grade == belt.grade }) {
                entry.record(.duplicate, "id", "The grade \(belt.id) is here twice.", "Remove one.")
            } else if let belt, let last = parsedBelts.last, belt < last {
                entry.record(
                    .beltOrder, "id", "\(belt.id) comes after \(last.id).", "Put the lowest grade first.",
                    severity: .warning)
            }
            finish(&entry, belt) { parsedBelts.append($0) }
        }
        header.finish()
        findings += header.findings
        pack.belts = BeltOrder(parsedBelts)
    }

    /// Reads the word parts into `pack`.
    mutating func readMorphemes() {
        guard let morphemes, let part = part(morphemes) else { return }
        var (header, items) = entries(part, "morphemes")
        var parsedMorphemes: [Morpheme] = []
        for (index, item) in items.enumerated() {
            var entry = EntryReader(file: part.file, entry: "#\(index + 1)", value: item)
            let hangul = entry.text("hangul")
            if !hangul.isEmpty { entry.entry = hangul }
            let word = entry.text("category", isRequired: false)
            let kind = Morpheme.Kind(rawValue: word.isEmpty ? "other" : word)
            if kind == nil {
                let kindNames = Morpheme.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                entry.record(
                    .unknownCategory, "category", "“\(Folding.printable(word))” is not a kind of word part.",
                    "Use one of: \(kindNames).")
            }
            let morpheme = Morpheme(
                hangul: hangul, romanization: entry.text("romanization"), meaning: entry.text("meaning"),
                category: kind ?? .other
            )
            if !hangul.isEmpty, !seenMorphemes.insert(hangul).inserted {
                entry.record(.duplicate, "hangul", "The word part \(hangul) is here twice.", "Remove one.")
            }
            finish(&entry, morpheme) { parsedMorphemes.append($0) }
        }
        header.finish()
        findings += header.findings
        pack.morphemes = parsedMorphemes
        pack.morphemesFile = part.file
    }

    /// Reads the terms of all files into `pack`.
    mutating func readTerms() {
        guard let terms else { return }
        guard case .array(let parts) = terms, parts.count <= Self.fileLimit else {
            var entry = EntryReader(file: manifestName, entry: "", value: .object([]))
            entry.record(
                .schema, "terms", "A list of at most \(Self.fileLimit) files is expected.", "Write [\"terms/….json\"].")
            findings += entry.findings
            return
        }
        for value in parts {
            guard let part = part(value) else { continue }
            var (header, items) = entries(part, "terms")
            let grade = header.value("grade") == nil ? nil : grade(&header, "grade", standard: nil)
            let category = header.text("category", isRequired: false)
            header.finish()
            findings += header.findings
            for (index, item) in items.enumerated() {
                let entry = EntryReader(file: part.file, entry: "#\(index + 1)", value: item)
                readTerm(entry, number: index + 1, grade: grade, category: category)
            }
        }
    }

    /// Reads a grade in its short form; a missing field gives the standard grade.
    func grade(_ entry: inout EntryReader, _ field: String, standard: Grade?) -> Grade? {
        if let standard, entry.value(field) == nil { return standard }
        let text = entry.text(field)
        if let grade = Grade(id: text) { return grade }
        if !text.isEmpty {
            entry.record(.unknownGrade, field, "“\(Folding.printable(text))” is not a grade.", "Write it as 10k or 1d.")
        }
        return nil
    }

    /// Finishes an entry, and stores its item if the entry is usable.
    private mutating func finish<Item>(_ entry: inout EntryReader, _ item: Item?, _ store: (Item) -> Void) {
        entry.finish()
        findings += entry.findings
        if !entry.isBroken, let item { store(item) }
    }
}

extension PackReader {
    /// Reads a term into `pack`. The file gives the grade and the category that the term lacks.
    private mutating func readTerm(
        _ unreadEntry: EntryReader, number: Int, grade fileGrade: Grade?, category fileCategory: String
    ) {
        var entry = unreadEntry
        let id = entry.text("id")
        if !id.isEmpty {
            entry.entry = Folding.printable(id)
            if !Self.isID(id) {
                entry.record(
                    .schema, "id", "“\(Folding.printable(id))” is not an id.", "Use a–z, 0–9 and hyphens, 64 at most.")
            }
        }
        let termID = pack.discipline == ContentPack.taekwonDo ? id : "\(pack.discipline)/\(id)"
        if pack.origins[termID] != nil {
            entry.record(.duplicate, "id", "The id \(Folding.printable(id)) is in this pack twice.", "Rename one.")
        }
        let grade = grade(&entry, "grade", standard: fileGrade)
        let ownCategory = entry.text("category", isRequired: fileCategory.isEmpty)
        let term = grade.map {
            self.term(&entry, id: termID, grade: $0, category: ownCategory.isEmpty ? fileCategory : ownCategory)
        }
        if term == nil { entry.ignoreRemainingFields() }
        let origin = ContentPack.Origin(file: entry.file, entry: number)
        entry.finish()
        findings += entry.findings
        guard !entry.isBroken, let term else { return }
        pack.terms.append(term)
        pack.origins[termID] = origin
    }

    /// Returns the term of an entry, with errors recorded in the entry.
    private func term(_ entry: inout EntryReader, id: String, grade: Grade, category: String) -> Term {
        let isKorean = pack.discipline == ContentPack.taekwonDo
        var term = Term(
            id: id, grade: grade, category: Category(rawValue: category), english: entry.text("english"),
            hangul: entry.text("hangul", isRequired: isKorean), romanization: entry.text("romanization"))
        term.aliases = entry.texts("aliases")
        term.romanizations = entry.texts("romanizations")
        term.meaning = entry.text("meaning", isRequired: false, limit: EntryReader.noteLimit)
        term.variants = entry.texts("variants")
        term.morphemes = entry.texts("morphemes")
        term.difficulty = entry.integer("difficulty", in: 1...5, standard: 1)
        term.note = entry.text("note", isRequired: false, limit: EntryReader.noteLimit)
        let spokenForm = entry.text("pronunciation", isRequired: false)
        term.spokenOverride = spokenForm.isEmpty ? nil : spokenForm
        if isKorean { checkScripts(term, &entry) }
        if !category.isEmpty, !term.category.isKnown {
            entry.record(
                .unknownCategory, "category", "“\(Folding.printable(category))” is not a known category.",
                "Use one of: \(Category.known.map(\.rawValue).joined(separator: ", ")).", severity: .warning)
        }
        return term
    }

    /// Checks that Korean fields contain hangul and romanizations do not.
    private func checkScripts(_ term: Term, _ entry: inout EntryReader) {
        let fields = [
            ("hangul", [term.hangul]), ("variants", term.variants),
            ("pronunciation", [term.spokenOverride].compactMap { $0 }),
        ]
        for (field, texts) in fields {
            for text in texts where !text.isEmpty && !Hangul.isPresent(in: text) {
                entry.record(
                    .schema, field, "“\(Folding.printable(text))” holds no hangul.", "Write it in Korean letters.")
            }
        }
        for text in [term.romanization] + term.romanizations where Hangul.isPresent(in: text) {
            entry.record(
                .schema, "romanization", "“\(Folding.printable(text))” holds hangul.", "Write it in Latin letters.")
        }
    }
}
