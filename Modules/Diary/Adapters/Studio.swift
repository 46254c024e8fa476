import Diary
import Kernel

/// How photos are prepared, whichever program makes the pictures.
struct Studio: Sendable {
    /// The founding quality, and what is tried when the file is too large.
    private static let qualities = [80, 60, 40, 25]

    let maker: any PictureMaker
    let heifEncoder: String?
    let folder: String
    let deadline: Duration

    func prepare(_ photo: JudgedImage, _ wish: PhotoWish) throws -> [UInt8] {
        guard wish.format != .original else { return photo.bytes }
        let work = try Work(photo, folder)
        if wish.format == .heic, let heifEncoder, let made = try heic(by: heifEncoder, work, wish) { return made }
        return try firstSmallEnough(wish) { try picture(.jpeg, quality: $0, work, wish) }
    }

    func thumbnail(_ photo: JudgedImage, longestSide: Int) throws -> [UInt8]? {
        let wish = PhotoWish(format: .jpeg, longestSide: longestSide, keepsLocation: false)
        return try picture(.jpeg, quality: Studio.qualities[0], Work(photo, folder), wish)
    }

    /// One photo on its way.
    private struct Work {
        let folder: WorkFolder
        let input: String
        let header: ImageHeader

        init(_ photo: JudgedImage, _ parent: String) throws {
            folder = try WorkFolder(below: parent)
            header = photo.header
            input = try folder.write(photo.bytes, to: "in.\(header.type.fileExtension)")
        }
    }

    private func picture(_ form: Picture.Form, quality: Int, _ work: Work, _ wish: PhotoWish) throws -> [UInt8] {
        let name = "upright.\(form.rawValue)"
        let output = Picture(
            file: work.folder.file(name), form: form, longestSide: wish.longestSide, quality: quality,
            isStripped: !wish.keepsLocation)
        return try work.folder.run(
            maker.program, maker.arguments(from: work.input, work.header, to: output), making: name, within: deadline)
    }

    /// Nil when this encoder makes nothing of it: one that was built without HEVC is no reason to lose the photo of a day.
    private func heic(by encoder: String, _ work: Work, _ wish: PhotoWish) throws -> [UInt8]? {
        _ = try picture(.png, quality: 100, work, wish)
        let (source, target) = (work.folder.file("upright.png"), work.folder.file("made.heic"))
        return try? firstSmallEnough(wish) { quality in
            try work.folder.run(
                encoder, ["-q", "\(quality)", "-p", "preset=ultrafast", source, "-o", target], making: "made.heic",
                within: deadline)
        }
    }

    private func firstSmallEnough(_ wish: PhotoWish, _ make: (Int) throws -> [UInt8]) throws -> [UInt8] {
        for quality in Studio.qualities {
            let made = try make(quality)
            if made.count <= wish.largestFile { return made }
        }
        throw Failure.conversionFailed("it stays larger than \(wish.largestFile) bytes")
    }
}
