import Foundation

// `Tools/fuzz` compiles this file with the sources of Kernel, Documents and Interchange as one
// module, with `-sanitize=fuzzer`.

/// Feeds arbitrary bytes to every format reader.
///
/// Each reader returns values or reports an error, and never traps. Values that were read can be
/// written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let detected = FileFormat.detect(input)
    for form in FileFormat.allCases where detected == nil || form == detected {
        guard let content = try? form.read(input, fieldPrefix: "own") else { continue }
        for moment in content.todos.compactMap(\.value.due) + content.times.flatMap({ [$0.value.start, $0.value.end] })
        {
            _ = (moment.day(in: .utc), moment.instant(in: .utc), moment.second(in: .utc))
        }
        let parsed = ParsedFile(form, todos: content.todos.map(\.value), times: content.times.map(\.value))
        let bytes = form.write(parsed, fieldPrefix: "own", in: .utc, at: Instant(milliseconds: 0))
        if (try? form.read(bytes, fieldPrefix: "own")) == nil { fatalError("the written file cannot be read") }
    }
    return 0
}
