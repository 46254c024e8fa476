import Foundation

// Compiled by Tools/fuzz together with the sources of Kernel, Documents and Interchange as one module, with `-sanitize=fuzzer`.

/// Whatever bytes stand in a file: each form reads them or says what is wrong, and never traps; and what was read can be written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let known = Form.of(input)
    for form in Form.allCases where known == nil || form == known {
        guard let read = try? form.read(input, own: "own") else { continue }
        for moment in read.todos.compactMap(\.value.due) + read.times.flatMap({ [$0.value.start, $0.value.end] }) {
            _ = (moment.day(in: .utc), moment.instant(in: .utc), moment.second(in: .utc))
        }
        let parcel = Parcel(form, todos: read.todos.map(\.value), times: read.times.map(\.value))
        let bytes = form.write(parcel, own: "own", in: .utc, at: Instant(milliseconds: 0))
        if (try? form.read(bytes, own: "own")) == nil { fatalError("what was written cannot be read") }
    }
    return 0
}
