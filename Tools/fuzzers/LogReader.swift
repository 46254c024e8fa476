import Foundation

// `Tools/fuzz` compiles this file with the sources of Kernel and FileStore as one module, with
// `-sanitize=fuzzer`.

/// Feeds arbitrary bytes to the readers of logs and index files, which return records or report an
/// error and never trap.
///
/// The first byte selects the form of the remaining bytes:
/// - unchanged
/// - as lines with correct checksums, so that the code after the checksum test is reached
/// - as the directory of an index file with correct checksums
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let kind = input.first else { return 0 }
    let body = Array(input.dropFirst())
    switch kind % 3 {
    case 0: readLog(body)
    case 1: readLog(framedLines(body))
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

/// Replaces the content of the shared file.
private func fileContaining(_ bytes: [UInt8]) -> DiskFile? {
    guard let file, (try? file.truncate(to: 0)) != nil, bytes.isEmpty || (try? file.write(bytes, at: 0)) != nil else {
        return nil
    }
    return file
}

private func readLog(_ bytes: [UInt8]) {
    guard let file = fileContaining(bytes), let log = try? Log(file) else { return }
    let builder = RunBuilder(spillingInto: nil, of: 1)
    if let bad = try? log.read(to: bytes.count, into: builder) {
        _ = try? log.greatestSynced(bad.offset, to: bytes.count)
        _ = try? log.salvage(from: bad, to: bytes.count, into: builder)
    }
    if let run = try? builder.run(of: log) { readEverything(of: run) }
    _ = try? log.changes(since: 0, limit: 10)
    _ = try? log.unreadableRanges()
}

/// Reads every record and index of a run.
private func readEverything(of run: Run) {
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
    _ = try? tables.currentOffsets()
}

/// Reads the input twice, as a block that any entry may point to and as the directory, with correct
/// checksums.
private func readIndex(_ bytes: [UInt8]) {
    let block = bytes + [UInt8](repeating: 0, count: -bytes.count & 63)
    var sum = FastChecksum()
    block.withUnsafeBytes { sum.add($0) }
    let checksum = Int(bitPattern: UInt(sum.finish()))
    // The checksums in the input are corrected, so that the fuzzer need not guess them.
    var words = stride(from: 0, to: block.count, by: 8).map { place in
        block[place..<place + 8].withUnsafeBytes { $0.loadUnaligned(as: Int.self) }
    }
    for place in words.indices where words[place] == -1 { words[place] = checksum }
    let directory = words.flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
    var listing = FastChecksum()
    directory.withUnsafeBytes { listing.add($0) }
    var head = NumberWriter()
    let numbers = [
        Int(bitPattern: UInt(RunWriter.magic)), RunWriter.format, RunWriter.headSize + block.count, directory.count,
        Int(bitPattern: UInt(listing.finish())),
    ]
    for number in numbers { head.add(number) }
    head.add(Int(CRC32C.checksum(head.bytes)))
    let index = head.bytes + [UInt8](repeating: 0, count: RunWriter.headSize - head.bytes.count) + block + directory
    guard let file = fileContaining(index), let log = try? Log(file),
        let run = RunReader.read(file, of: log, after: nil)
    else {
        return
    }
    readEverything(of: run)
}

/// Returns the lines with matching frames: a header first, then the lines in numbered order.
private func framedLines(_ body: [UInt8]) -> [UInt8] {
    var bytes = LogHeader(store: "fuzz", generation: body.first == 1 ? 2 : 1, before: 0, kept: body.first == 1 ? 1 : 0)
        .line
    for (number, json) in body.split(separator: 10).enumerated() {
        bytes += LineWriter.line(sequence: number + 1, json: Array(json))
    }
    return bytes
}
