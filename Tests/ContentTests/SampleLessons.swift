import Content
import XCTest

/// Builds lessons field by field.
enum SampleLessons {
    /// Returns a pack with these fields in its manifest.
    static func pack(_ fields: String, name: String = "club") -> PackSource {
        let text = #"{"format":"commonplace-pack","version":1,"id":"club","name":"Club",\#(fields)}"#
        return .memory(name, files: ["pack.json": Array(text.utf8)])
    }

    static func curriculum(_ fields: String) -> Curriculum { Curriculum([pack(fields)]) }

    /// Returns the JSON of a pattern with these movements and further fields.
    static func form(_ moves: [String] = [], id: String = "small", count: Int? = nil, _ more: String = "") -> String {
        """
        {"id":"\(id)","name":"Small","hangul":"소형","romanization":"sohyeong","grade":"9k","movements":\(max(1, count ?? moves.count)),
         "ready":"parallel ready stance","end":"left","diagram":"line","meaning":"Ours.","moves":[\(moves.joined(separator: ","))]\(more)}
        """
    }

    /// Returns the pattern of `form`.
    static func pattern(_ moves: [String] = [], count: Int? = nil, _ more: String = "") throws
        -> Curriculum.Reading<Pattern>
    {
        try curriculum("\"patterns\":[\(form(moves, count: count, more))]").pattern("small")
    }

    /// Returns a movement with these fields, as decoded.
    static func move(_ fields: String) throws -> (move: Move?, findings: [Finding]) {
        let reading = try pattern(["{\"n\":1\(fields.isEmpty ? "" : ",")\(fields)}"])
        return (reading.value.moves.first, reading.findings)
    }

    static func places(_ findings: [Finding]) -> [String] { findings.map { "\($0.entry): \($0.field)" } }
}
