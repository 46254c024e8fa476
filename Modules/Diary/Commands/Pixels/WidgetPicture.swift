import Diary
import Documents
import Interface
import Kernel
import Pictures

/// Makes the picture of the newest photo for wallpapers and bars, with the streak on request.
struct WidgetPicture: Sendable {
    /// The longest side of the picture in pixels, enough for a screen.
    static let longestSide = 2048

    let diary: PhotoDiary
    let press: Press

    /// Makes the picture of the newest visible entry, or returns nil if there is none.
    ///
    /// - Parameters:
    ///   - withStreak: whether the streak is written below the photo. A streak of zero is omitted.
    ///   - isPNG: whether a rendered picture stays a PNG.
    func make(withStreak: Bool, isPNG: Bool = false) throws -> (entry: Entry, bytes: [UInt8])? {
        guard let entry = try newest() else { return nil }
        let side = withStreak ? PhotoPath.pageSides[0] : WidgetPicture.longestSide
        guard let picture = try diary.picture(of: entry, longestSide: side) else {
            throw Failure.conversionFailed("no program here makes a JPEG of a HEIC; install libvips-tools")
        }
        let streak = withStreak ? try diary.currentStreak() : 0
        guard streak > 0 else { return (entry, picture.bytes) }
        let fontSize = max(12, picture.header.width / 24)
        let rendered = try press.screenshot(
            page(picture, fontSize, caption: PhotoDays.sentence(streak)), picture.header.width,
            picture.header.height + fontSize * 5 / 2
        )
        return (entry, isPNG ? rendered : try diary.jpeg(of: rendered))
    }

    private func newest() throws -> Entry? {
        var before: Day?
        while true {
            let page = try diary.timeline(before: before)
            if let entry = page.entries.first(where: { !$0.isSealed }) { return entry }
            guard let next = page.next else { return nil }
            before = next
        }
    }

    /// Returns a web page with the photo and a line below it, which covers no part of the photo.
    private func page(_ photo: ValidatedImage, _ fontSize: Int, caption: String) -> String {
        let colors = PagePalette.grain.light
        let data = Data(photo.bytes).base64EncodedString()
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
            <style>
            html, body { margin: 0; overflow: hidden; background: \(colors.background.css); }
            img { display: block; width: \(photo.header.width)px; height: \(photo.header.height)px; }
            p { margin: 0; text-align: center; white-space: nowrap; color: \(colors.accent.css);
              font: \(fontSize)px/\(fontSize * 5 / 2)px Georgia, "Noto Serif", "DejaVu Serif", serif; }
            </style></head><body>
            <img src="data:\(photo.header.type.mediaType);base64,\(data)" alt="">
            <p>\(Escaper.markup(caption))</p>
            </body></html>

            """
    }
}

/// The optional file that always shows the newest photo. It is rewritten after each change of a
/// day.
struct WidgetFile: Sendable {
    let diary: PhotoDiary
    let machine: DiaryServices
    /// Returns whether the diary is locked. Then nothing is exported automatically.
    let isLocked: @Sendable () throws -> Bool

    /// Rewrites the file. An error has no effect on the saved day.
    ///
    /// - Returns: a sentence for the user if the file could not be rewritten, otherwise nil.
    func renew() -> String? {
        var path = ""
        do {
            let choice = try diary.cameraChoice()
            guard let file = choice.widget, !machine.isDryRun, try !isLocked() else { return nil }
            path = file
            let picture = WidgetPicture(diary: diary, press: machine.press)
            let isPNG = file.lowercased().hasSuffix(".png")
            guard let newest = try picture.make(withStreak: choice.widgetStreak ?? false, isPNG: isPNG) else {
                return "There is no photo to show any more; \(file) stays as it is."
            }
            let parts = file.split(separator: "/")
            let folder = "/" + parts.dropLast().joined(separator: "/")
            let name = String(parts.last ?? "")
            try machine.write(OutgoingFile(name: name, bytes: newest.bytes, time: diary.time.now()), folder, true)
            return nil
        } catch {
            return "The file \(path) could not be renewed: \((error as? Failure)?.message ?? "\(error)")"
        }
    }
}
