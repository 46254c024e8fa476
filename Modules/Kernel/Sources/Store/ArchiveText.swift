/// The coding of many archived records as text, in parallel on all cores.
public enum ArchiveText {
    /// Returns each record as JSON on one line, with its members in order.
    public static func encode(_ records: [some Encodable & Sendable]) throws -> [Data] {
        let slices = ParallelWork.map(records.count, minimumSize: 128) { slice in
            Result { try records[slice].map { try RecordEncoder.encode($0) } }
        }
        return try slices.flatMap { try $0.get() }
    }

    /// Returns the record in each text, or nil for a text without one.
    public static func exported(_ texts: [[UInt8]]) -> [ExportedRecord?] { decode(texts) { ExportedRecord(json: $0) } }

    /// Returns the partition's record in each text, or nil for a text without one.
    public static func archived(_ texts: [[UInt8]]) -> [ArchivedRecord?] { decode(texts) { ArchivedRecord(json: $0) } }

    private static func decode<Record: Decodable & Sendable>(
        _ texts: [[UInt8]], _ fromPlainJSON: @escaping @Sendable (JSONValue) -> Record?
    ) -> [Record?] {
        ParallelWork.map(texts.count, minimumSize: 128) { slice in
            texts[slice].map { text in
                if let value = text.withUnsafeBytes({ JSONValue(plain: $0) }) { return fromPlainJSON(value) }
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
        guard case .string(let partition)? = json["partition"],
            let record = json["record"].flatMap(ArchivedRecord.init(json:))
        else { return nil }
        self.init(partition: Partition(rawValue: partition), record: record)
    }
}
