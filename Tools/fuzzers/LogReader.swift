import Foundation

// Compiled by Tools/fuzz together with the sources of Kernel and Storage as one module, with `-sanitize=fuzzer`.

/// Whatever bytes stand in a log or an index file: the readers give records or say what is wrong, and never trap.
///
/// The first byte says how the others are dressed: as they are; as lines whose checksums are right, so that what lies behind the checksums is
/// reached; or as the directory of an index file whose sums are right.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let kind = input.first else { return 0 }
    let body = Array(input.dropFirst())
    switch kind % 3 {
    case 0: readLog(body)
    case 1: readLog(dressed(body))
    default: readIndex(body)
    }
    return 0
}

private let file: DiskFile? = {
    var template = Array("/dev/shm/fuzz-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return nil }
    unlink(template)
    return DiskFile(path: "fuzz", descriptor: descriptor, system: SystemCalls())
}()

private func put(_ bytes: [UInt8]) -> DiskFile? {
    guard let file, (try? file.truncate(to: 0)) != nil, bytes.isEmpty || (try? file.write(bytes, at: 0)) != nil else {
        return nil
    }
    return file
}

private func readLog(_ bytes: [UInt8]) {
    guard let file = put(bytes), let log = try? Log(file) else { return }
    let builder = RunBuilder(spillingInto: nil, of: 1)
    if let bad = try? log.read(to: bytes.count, into: builder) {
        _ = try? log.syncedBehind(bad.offset, to: bytes.count)
        _ = try? log.salvage(from: bad, to: bytes.count, into: builder)
    }
    if let run = try? builder.run(of: log) { use(run) }
    _ = try? log.changes(since: 0, limit: 10)
    _ = try? log.unreadable()
}

private func use(_ run: Run) {
    var runs = Runs()
    runs.add(run)
    let tables = Tables(over: runs)
    try? tables.forEachAddress(in: nil) { address in
        _ = try? tables.row(at: address)?.record()
        for descending in [false, true] {
            let scan = IndexScan(
                partition: address.partition, collection: address.collection, index: "n", descending: descending
            ) { $0.entries }
            try? tables.forEachRecord(of: scan, isChanging: false) { _ in true }
            _ = try? tables.count(of: scan)
            _ = try? tables.counts(of: scan, parts: 1)
        }
    }
    _ = try? tables.places()
}

/// The input twice, as a block that anything may point to and as the directory, with sums that are right.
private func readIndex(_ bytes: [UInt8]) {
    let block = bytes + [UInt8](repeating: 0, count: -bytes.count & 63)
    var sum = FastSum()
    block.withUnsafeBytes { sum.add($0) }
    let own = Int(bitPattern: UInt(sum.finish()))
    // What the input says of sums is put right, so that it need not guess them.
    var words = stride(from: 0, to: block.count, by: 8).map { place in
        block[place..<place + 8].withUnsafeBytes { $0.loadUnaligned(as: Int.self) }
    }
    for place in words.indices where words[place] == -1 { words[place] = own }
    let directory = words.flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
    var listing = FastSum()
    directory.withUnsafeBytes { listing.add($0) }
    var head = NumberWriter()
    let numbers = [
        Int(bitPattern: UInt(RunWriter.magic)), RunWriter.format, RunWriter.headSize + block.count, directory.count,
        Int(bitPattern: UInt(listing.finish())),
    ]
    for number in numbers { head.add(number) }
    head.add(Int(CRC32C.checksum(head.bytes)))
    let whole = head.bytes + [UInt8](repeating: 0, count: RunWriter.headSize - head.bytes.count) + block + directory
    guard let file = put(whole), let log = try? Log(file), let run = RunReader.read(file, of: log, behind: nil) else { return }
    use(run)
}

/// The lines with frames that fit them: the first one as a header, the others as they are numbered.
private func dressed(_ body: [UInt8]) -> [UInt8] {
    var bytes = LogHeader(store: "fuzz", generation: body.first == 1 ? 2 : 1, before: 0, kept: body.first == 1 ? 1 : 0).line
    for (number, json) in body.split(separator: 10).enumerated() {
        bytes += LineWriter.line(sequence: number + 1, json: Array(json))
    }
    return bytes
}
