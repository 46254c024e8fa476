import Interface
import Kernel
import Terminal
import XCTest

final class TileTests: XCTestCase {
    private let grid = TileGrid([
        .init("1", ["걷는", "gunnun"]), .init("2", ["막기", "makgi"], look: .current),
        .init("", ["왼", "wen"], look: .taken),
        .init("4", ["secret", "words"], look: .hidden),
    ])

    private func drawTiles(_ width: Int, unicode: Bool = true, fit: Screen.Fit = .screen) -> [String] {
        Screen(width: width, palette: .plain, unicode: unicode, fit: fit).lines(of: [.tiles(grid)])
    }

    func testTilesShareARowWhereTheyFit() {
        XCTAssertEqual(
            drawTiles(60),
            [
                "╭─1──────╮ ┏━2━━━━━━┓ ╭────────╮ ╭─4──────╮", "│  걷는  │ ┃  막기  ┃ │   왼   │ │░░░░░░░░│",
                "│ gunnun │ ┃ makgi  ┃ │  wen   │ │░░░░░░░░│", "╰────────╯ ┗━━━━━━━━┛ ╰────────╯ ╰────────╯",
            ])
        XCTAssertEqual(drawTiles(25).count, 8, "two rows of two")
    }

    func testTilesFitEveryWidthAndHiddenTextStaysHidden() {
        for width in 1...90 {
            for unicode in [true, false] {
                let lines = drawTiles(width, unicode: unicode)
                XCTAssertTrue(lines.allSatisfy { DisplayWidth.columns(of: $0) <= max(width, 4) }, "\(width): \(lines)")
                XCTAssertFalse(lines.joined().contains("secr"), "\(width)")
                XCTAssertTrue(unicode || lines.joined().utf8.allSatisfy { $0 < 0x80 })
            }
        }
    }

    func testPipePrintsOneLinePerTile() {
        XCTAssertEqual(drawTiles(80, fit: .pipe), ["1  걷는, gunnun", "2  막기, makgi", "왼, wen", "4  face down"])
    }
}
