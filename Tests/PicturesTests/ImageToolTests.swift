import Foundation
import Kernel
import Pictures
import PicturesAdapters
import PicturesTesting
import Programs
import TestSupport
import XCTest

/// Shell scripts simulate the image programs and their failures.
final class ImageToolTests: XCTestCase {
    private let wish = PictureRequest(format: .heic, longestSide: 2048, smallFile: 0, keepsLocation: false)

    private func photo() throws -> ValidatedImage { try ValidatedImage(PhotoMaker.jpeg(16, 8)) }

    func testBestInstalledToolIsChosen() throws {
        let bin = try Home()
        let work = try Home()
        let programs = ProgramPath(path: bin.path)
        func best() -> String { ImageTool.best(of: programs, workingIn: work.path).name }
        XCTAssertEqual(best(), "none")
        try bin.program("convert", "exit 0")
        XCTAssertEqual(best(), "none", "a program called convert need not be ImageMagick")
        try bin.program("identify", "exit 0")
        XCTAssertEqual(best(), "ImageMagick")
        try bin.program("vipsthumbnail", "exit 0")
        XCTAssertEqual(best(), "vips")
    }

    func testFailingToolConvertsNothingAndLeavesNoFiles() throws {
        for (script, expected) in [
            ("echo 'no such loader' >&2; exit 1", "no such loader"), ("exit 0", "made no file"),
            ("sleep 60", "too long"),
            ("kill -9 $$", "signal 9"),
        ] {
            let bin = try Home()
            let work = try Home()
            try bin.program("vipsthumbnail", script)
            let tool = try XCTUnwrap(
                ImageTool.vips(
                    of: ProgramPath(path: "\(bin.path):/bin:/usr/bin"), workingIn: work.path, within: .milliseconds(300)
                ))
            do {
                _ = try tool.prepare(photo(), wish)
                XCTFail("\(script) was taken")
            } catch let failure as Failure {
                XCTAssertEqual(failure.code, .conversionFailed, script)
                XCTAssertTrue(failure.message.contains(expected), failure.message)
            }
            XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: work.path), [], script)
        }
    }

    func testFailingEncoderFallsBackToJPEG() throws {
        for script in ["exit 0", "exit 1", "sleep 60"] {
            let bin = try Home()
            let work = try Home()
            try bin.program("vipsthumbnail", "for last; do :; done; cp \"$1\" \"${last%%\\[*}\"")
            try bin.program("heif-enc", script)
            let programs = ProgramPath(path: "\(bin.path):/bin:/usr/bin")
            let tool = try XCTUnwrap(ImageTool.vips(of: programs, workingIn: work.path, within: .milliseconds(500)))
            XCTAssertEqual(try ImageHeader(tool.prepare(photo(), wish)).type, .jpeg, script)
        }
    }

    func testCommandLinesContainNoUserInput() throws {
        let bin = try Home()
        let work = try Home()
        try bin.program(
            "vipsthumbnail", "echo \"$@\" >> \(bin.path("vips.log")); for last; do :; done; cp \"$1\" \"${last%%\\[*}\""
        )
        try bin.program("heif-enc", "echo \"$@\" >> \(bin.path("heif.log")); cp \"$5\" \"$7\"")
        let tool = try XCTUnwrap(
            ImageTool.vips(of: ProgramPath(path: "\(bin.path):/bin:/usr/bin"), workingIn: work.path))
        _ = try tool.prepare(photo(), wish)
        _ = try tool.prepare(
            photo(), PictureRequest(format: .jpeg, longestSide: 1280, smallFile: 0, keepsLocation: true))
        let vips = bin.text("vips.log").split(separator: "\n")
        let heif = bin.text("heif.log")
        XCTAssertTrue(
            vips[0].hasPrefix("\(work.path)/photo-")
                && vips[0].contains("/in.jpg --size 2048x2048> -o \(work.path)/"))
        XCTAssertTrue(vips[0].hasSuffix("/upright.png[compression=0,strip]"), String(vips[0]))
        XCTAssertTrue(
            vips[1].contains("--size 1280x1280>") && vips[1].hasSuffix("/upright.jpg[Q=80,strip]"), String(vips[1]))
        XCTAssertTrue(heif.hasPrefix("-q 50 -p preset=ultrafast \(work.path)/photo-"), heif)
    }

    func testUnsupportedHEICIsDecodedFirst() throws {
        let bin = try Home()
        let work = try Home()
        try bin.file("decoded", PhotoMaker.jpeg(6, 4))
        try bin.program("heif-convert", "for last; do :; done; cp \(bin.path("decoded")) \"$last\"")
        try bin.program(
            "vipsthumbnail",
            "case $1 in *.heic) echo 'not a known file format' >&2; exit 1;; esac; echo \"$@\" > \(bin.path("log")); cp \"$1\" \"${5%%\\[*}\""
        )
        let tool = try XCTUnwrap(
            ImageTool.vips(of: ProgramPath(path: "\(bin.path):/bin:/usr/bin"), workingIn: work.path))
        let output = try tool.prepare(
            ValidatedImage(PhotoMaker.heic(6, 4)), PictureRequest(format: .jpeg, longestSide: 2048, keepsLocation: true)
        )
        XCTAssertEqual(output, PhotoMaker.jpeg(6, 4))
        let log = bin.text("log")
        XCTAssertTrue(log.contains("[Q=80,strip] --no-rotate"), "a decoder's pixels are upright: \(log)")
    }

    func testTooLargeFileIsCompressedWithLowerQuality() throws {
        let bin = try Home()
        let work = try Home()
        try bin.program(
            "vipsthumbnail",
            "for last; do :; done; cp \"$1\" \"${last%%\\[*}\"; case $last in *Q=80*|*Q=60*) head -c 9000 /dev/zero >> \"${last%%\\[*}\";; esac"
        )
        let tool = try XCTUnwrap(
            ImageTool.vips(of: ProgramPath(path: "\(bin.path):/bin:/usr/bin"), workingIn: work.path))
        let image = try tool.prepare(
            photo(),
            PictureRequest(format: .jpeg, longestSide: 2048, largestFile: 5000, smallFile: 0, keepsLocation: false))
        XCTAssertEqual(image, try photo().bytes)
    }

    func testMissingWorkFolderIsReported() throws {
        let bin = try Home()
        try bin.program("vipsthumbnail", "exit 0")
        let tool = try XCTUnwrap(
            ImageTool.vips(of: ProgramPath(path: bin.path), workingIn: bin.path("vipsthumbnail/nowhere")))
        XCTAssertEqual(code { try tool.prepare(photo(), wish) }, "conversionFailed")
    }

    /// A killed process leaves its work folder, and the next process deletes it. Temporary files of
    /// programs are inside it.
    func testWorkFolderContainsAllFilesAndIsDeleted() throws {
        let bin = try Home()
        let data = try Home()
        try bin.program(
            "vipsthumbnail",
            "for last; do :; done; cp \"$1\" \"${last%%\\[*}\"; echo \"$TMPDIR $MAGICK_TEMPORARY_PATH ${1%/*}\" > \(bin.path)/said"
        )
        let work = data.path("work")
        let tool = try XCTUnwrap(ImageTool.vips(of: ProgramPath(path: "\(bin.path):/bin:/usr/bin"), workingIn: work))
        _ = try tool.prepare(photo(), PictureRequest(format: .jpeg, longestSide: 2048, keepsLocation: false))
        let places = Set(bin.text("said").split(whereSeparator: \.isWhitespace))
        XCTAssertEqual(places.count, 1)
        XCTAssertTrue(places.first?.hasPrefix("\(work)/photo-") ?? false, "\(places)")
        XCTAssertFalse(FileManager.default.fileExists(atPath: work))
        XCTAssertEqual(mkdir(work, 0o700), 0)
        XCTAssertEqual(mkdir("\(work)/photo-killed", 0o700), 0)
        _ = try data.file("work/photo-killed/in.jpg", photo().bytes)
        _ = ImageTool.best(of: ProgramPath(path: bin.path), workingIn: work)
        XCTAssertFalse(FileManager.default.fileExists(atPath: work))
    }
}
