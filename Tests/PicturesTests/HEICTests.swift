import Kernel
import Pictures
import PicturesTesting
import TestSupport
import XCTest

/// HEIC allows several versions of its boxes, with numbers of several sizes.
final class HEICTests: XCTestCase {
    /// The encoding of a test picture of 40 × 24 pixels, taken on 2026-11-20.
    private struct Form {
        var pitm = 0
        var iinf = 0
        var infe = 2
        var ipma = 0
        var isWide = false
        var iloc = 0
        var offset = 4
        var length = 4
        var base = 0
        var index = 0
        /// The lowest four bits of the size fields of version 0.
        var reserved = 0
        /// 0: in the file. 1: in `idat`.
        var method = 0
        /// Bytes between the block's first number and the block.
        var skipped = 6
        var brands = ["heic"]
        var data: [UInt8]? = [1]
        var ownData: [UInt8]?
        var turns: Int?
        /// Additional boxes in `meta`, and rows in `iloc` and `ipma`.
        var boxes = 0
        var rows = 0
        var owners = 0
        var hasPlace = true
        /// Offset of an empty third item from the end of the file.
        var behind: Int?
        var isLong = false
        var exif = PhotoMaker.Exif(taken: "2026:11:20 10:00:00").block
    }

    private func full(_ name: String, _ version: Int, _ body: [UInt8], flags: Int = 0) -> [UInt8] {
        PhotoMaker.box(name, [UInt8(version)] + big(flags, 3) + body)
    }

    private func heic(_ form: Form) -> [UInt8] {
        var notes = big(form.skipped, 4)
        notes += Array("Exif\0\0".utf8).suffix(form.skipped)
        notes += form.exif
        let type = PhotoMaker.box("ftyp", Array("\(form.brands[0])\0\0\0\0\(form.brands.dropFirst().joined())".utf8))
        let body = form.data.map { $0 + (form.method == 0 ? notes : []) }
        let data = body.map { whole -> [UInt8] in
            let head: [UInt8] = form.isLong ? big(1, 4) + Array("mdat".utf8) + big(whole.count + 16, 8) : []
            return form.isLong ? head + whole : PhotoMaker.box("mdat", whole)
        }
        let before = type.count + meta(form, notes, at: 0, end: 0).count
        let start = before + (form.data == nil ? 0 : form.isLong ? 16 : 8)
        return type + meta(form, notes, at: start, end: before + (data?.count ?? 0)) + (data ?? [])
    }

    private func meta(_ form: Form, _ notes: [UInt8], at start: Int, end: Int) -> [UInt8] {
        let own = form.method == 1 ? notes : form.ownData
        var body = full("pitm", form.pitm, big(1, form.pitm == 0 ? 2 : 4))
        body += kinds(form)
        body += PhotoMaker.box("iprp", properties(form))
        body += own.map { PhotoMaker.box("idat", $0) } ?? []
        body += places(form, notes.count, at: start, end: end)
        for _ in 0..<form.boxes { body += PhotoMaker.box("free", []) }
        return full("meta", 0, body)
    }

    private func places(_ form: Form, _ length: Int, at start: Int, end: Int) -> [UInt8] {
        let item = form.iloc == 2 ? 4 : 2
        func place(_ id: Int, _ offset: Int, _ length: Int, _ method: Int) -> [UInt8] {
            let base = form.base > 0 ? (form.offset > 0 ? min(3, offset) : offset) : 0
            var row = big(id, item)
            if form.iloc > 0 { row += big(0xA0 | method, 2) }
            row += big(0, 2) + big(base, form.base) + big(1, 2)
            if form.iloc > 0 { row += big(9, form.index) }
            return row + big(offset - base, form.offset) + big(length, form.length)
        }
        var rows = form.hasPlace ? [place(1, start, 1, 0)] : []
        let behindPicture = start + (form.data?.count ?? 0)
        rows.append(place(2, form.method == 1 ? 0 : behindPicture, form.length == 0 ? 0 : length, form.method))
        if let behind = form.behind { rows.append(place(3, end + behind, 0, 0)) }
        for number in 0..<form.rows {
            rows.append(
                big(100 + number, item) + (form.iloc == 0 ? [] : [0, 0]) + [0, 0] + big(0, form.base) + [0, 0])
        }
        let last = form.iloc == 0 ? form.reserved : form.index
        let sizes = form.offset << 12 | form.length << 8 | form.base << 4 | last
        return full("iloc", form.iloc, big(sizes, 2) + big(rows.count, item) + Array(rows.joined()))
    }

    private func kinds(_ form: Form) -> [UInt8] {
        var body = big(3, form.iinf == 0 ? 2 : 4)
        // An entry of a version without an item type.
        body += full("infe", 1, [0, 9])
        for (id, kind) in [(1, "hvc1"), (2, "Exif")] {
            body += full("infe", form.infe, big(id, form.infe == 2 ? 2 : 4) + [0, 0] + Array(kind.utf8) + [0])
        }
        return full("iinf", form.iinf, body)
    }

    private func properties(_ form: Form) -> [UInt8] {
        var container = PhotoMaker.box("colr", [0])
        container += full("ispe", 0, big(40, 4) + big(24, 4))
        container += form.turns.map { PhotoMaker.box("irot", [UInt8($0)]) } ?? []
        let (number, mark) = form.isWide ? (2, 0x8000) : (1, 0x80)
        let owner = form.ipma == 0 ? 2 : 4
        var owners = big(1 + form.owners, 4) + big(1, owner) + [5]
        for property in [0, 1, 2 | mark, 3, 9] { owners += big(property, number) }
        for item in 0..<form.owners { owners += big(100 + item, owner) + [0] }
        return PhotoMaker.box("ipco", container) + full("ipma", form.ipma, owners, flags: form.isWide ? 1 : 0)
    }

    private func read(_ form: Form) -> String {
        guard let header = try? ImageHeader(heic(form)) else { return "refused" }
        return "\(header.width)×\(header.height) \(header.camera.taken?.day.description ?? "-")"
    }

    private let whole = "40×24 2026-11-20"

    func testEveryBoxVersionAndNumberSizeIsRead() {
        for form in forms { XCTAssertEqual(read(form), whole, "\(form)") }
    }

    /// Every version of each box, then every size of each number.
    private var forms: [Form] {
        var forms: [Form] = []
        for bits in 0..<32 {
            forms.append(
                Form(
                    pitm: bits & 1, iinf: bits >> 1 & 1, infe: 2 + bits >> 2 & 1, ipma: bits >> 3 & 1, isWide: bits > 15
                ))
        }
        for iloc in 0...2 {
            for (offset, length, base, index) in [
                (4, 4, 0, 0), (8, 8, 8, 8), (4, 4, 4, 4), (8, 4, 0, 4), (4, 8, 4, 0), (0, 4, 8, 0), (0, 8, 4, 8),
                (4, 0, 0, 4),
                (8, 0, 8, 0),
            ] {
                for method in 0...(iloc == 0 ? 0 : 1) {
                    for skipped in [0, 6] {
                        forms.append(
                            Form(
                                iloc: iloc, offset: offset, length: length, base: base, index: index, method: method,
                                skipped: skipped))
                    }
                }
            }
        }
        return forms
    }

    func testUndatedHEICReceivesDateInEveryEncoding() throws {
        let day = try XCTUnwrap(Day("2026-11-20"))
        for var form in forms where form.length > 0 {
            form.exif = PhotoMaker.Exif(model: "Seed 1").block
            let bytes = heic(form)
            let dated = try XCTUnwrap(ValidatedImage(bytes).withCaptureDay(day, secondOfDay: 36_000), "\(form)")
            XCTAssertEqual(try ImageHeader(dated).camera.taken?.secondOfDay, 36_000)
            let header = try ImageHeader(dated)
            XCTAssertEqual([header.width, header.height], [40, 24])
            XCTAssertTrue(contains(dated, Array("Seed 1".utf8)), "\(form)")
            XCTAssertNil(
                try ValidatedImage(dated).withCaptureDay(day, secondOfDay: 0), "a dated picture keeps its date")
        }
        XCTAssertNil(
            try ValidatedImage(heic(Form(length: 0, exif: []))).withCaptureDay(day, secondOfDay: 0),
            "its end is unknown")
        let film = heic(Form(exif: [])) + PhotoMaker.box("moov", [])
        XCTAssertNil(
            try ValidatedImage(film).withCaptureDay(day, secondOfDay: 0), "the file contains more than a picture")
    }

    private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: part) }
    }

    func testReservedBitsAreIgnoredAndUnknownValuesRejected() {
        for reserved in 0...15 { XCTAssertEqual(read(Form(reserved: reserved)), whole) }
        for size in 0...7 where ![0, 4].contains(size) {
            for form in [
                Form(iloc: 1, offset: size), Form(iloc: 1, length: size), Form(iloc: 1, base: size),
                Form(iloc: 1, index: size),
            ] {
                XCTAssertEqual(read(form), "refused", "\(form)")
            }
        }
        XCTAssertEqual(read(Form(iloc: 3)), "refused")
        XCTAssertEqual(read(Form(iloc: 1, method: 2)), "40×24 -", "an item inside other items is ignored")
    }

    func testAnyCompatibleBrandIsAccepted() {
        for (brands, isRead) in [
            (["heic"], true), (["abcd", "mif1"], true), (["abcd", "efgh", "heix"], true),
            (["abcd", "heic", "efgh"], true),
            (["abcd"], false), (["abcd", "efgh"], false), (["avif", "mif1"], false),
        ] {
            XCTAssertEqual(read(Form(brands: brands)) == whole, isRead, "\(brands)")
        }
    }

    func testPictureNeedsDataAndLocation() {
        for (data, own, isRead) in [
            ([1], nil, true), (nil, [1], true), ([1], [], true), (nil, nil, false), (nil, [], false),
        ] as [([UInt8]?, [UInt8]?, Bool)] {
            var form = Form(iloc: 1, method: 0, data: data, ownData: own)
            // Without data, no location of the file is referenced.
            if data == nil { (form.length, form.skipped) = (0, 0) }
            XCTAssertEqual((try? ImageHeader(heic(form)))?.width, isRead ? 40 : nil, "\(form)")
        }
        let empty = PhotoMaker.box("mdat", [])
        XCTAssertNotNil(try? ImageHeader(heic(Form()) + empty), "a second box may be empty")
        XCTAssertEqual(read(Form(hasPlace: false)), "refused")
    }

    func testItemMustEndWithinFile() {
        for (behind, isRead) in [(-1, true), (0, true), (1, false)] {
            XCTAssertEqual(read(Form(behind: behind)) == whole, isRead, "\(behind)")
        }
    }

    func testRotationComesFromContainer() {
        for turns in 0...7 {
            XCTAssertEqual(read(Form(turns: turns)), turns % 2 == 1 ? "24×40 2026-11-20" : whole, "\(turns)")
        }
    }

    func testBoxMayHaveLongLengthOrExtendToEnd() throws {
        XCTAssertEqual(read(Form(isLong: true)), whole)
        var open = heic(Form())
        let data = try XCTUnwrap(open.indices.last { open[$0...].starts(with: Array("mdat".utf8)) })
        open.replaceSubrange(data - 4..<data, with: big(0, 4))
        XCTAssertEqual(try ImageHeader(open).camera.taken?.day.description, "2026-11-20")
        for size in 2...8 {
            let box = big(size, 4) + Array("free".utf8)
            XCTAssertEqual((try? ImageHeader(heic(Form()) + box)) != nil, size == 8, "\(size)")
        }
    }

    func testAtMostTenThousandEntriesAreRead() {
        for (more, isRead) in [(0, true), (1, false)] {
            XCTAssertEqual(read(Form(boxes: 9996 + more)) == whole, isRead, "boxes")
            XCTAssertEqual(read(Form(rows: 9998 + more)) == whole, isRead, "places")
            XCTAssertEqual(read(Form(owners: 9999 + more)) == whole, isRead, "owners")
        }
    }
}
