/// Records of archives as text, many at a time: the processor's cores share in it.
public enum ArchiveText {
    /// What each is as JSON on one line, its members in order.
    public static func encode(_ records: [some Encodable & Sendable]) throws -> [Data] {
        let some = Cores.map(records.count, least: 128) { slice in
            Result { try records[slice].map { try RecordEncoder.encode($0) } }
        }
        return try some.flatMap { try $0.get() }
    }

    /// The records in as many texts; nil in the place of each that holds none.
    public static func exported(_ texts: [[UInt8]]) -> [ExportedRecord?] { each(texts) { ExportedRecord(json: $0) } }

    /// The records of one partition in as many texts; nil in the place of each that holds none.
    public static func archived(_ texts: [[UInt8]]) -> [ArchivedRecord?] { each(texts) { ArchivedRecord(json: $0) } }

    private static func each<Record: Decodable & Sendable>(
        _ texts: [[UInt8]], _ quick: @escaping @Sendable (JSONValue) -> Record?
    ) -> [Record?] {
        Cores.map(texts.count, least: 128) { slice in
            texts[slice].map { text in
                if let value = text.withUnsafeBytes({ JSONReader.value(of: $0) }) { return quick(value) }
                return try? JSONValue.decoder.decode(Record.self, from: Data(text))
            }
        }.flatMap(\.self)
    }
}

extension ArchivedRecord {
    fileprivate init?(json: JSONValue) {
        guard case .string(let collection)? = json["collection"], case .string(let id)? = json["id"],
            case .integer(let version)? = json["version"], let payload = json["payload"]
        else { return nil }
        self.init(collection: collection, id: id, version: version, payload: payload)
    }
}

extension ExportedRecord {
    fileprivate init?(json: JSONValue) {
        guard case .string(let partition)? = json["partition"], let record = json["record"].flatMap(ArchivedRecord.init(json:))
        else { return nil }
        self.init(partition: Partition(rawValue: partition), record: record)
    }
}
