import Kernel
import KernelTesting
import Pictures

/// The contract of every `ImageTool`.
package enum ImageToolContract {
    /// Returns the contract for tools made by `make`.
    package static func over(_ make: @escaping () throws -> ImageTool) -> Contract<ImageTool> {
        Contract("ImageTool", promises: form + size, make)
    }

    /// A photo of 600 × 300 pixels that needs rotation (orientation 6), with a location.
    package static let rotatedPhoto = PhotoMaker.jpeg(
        600, 300, exif: PhotoMaker.Exif(taken: "2026:11:20 10:00:00", orientation: 6, hasLocation: true).block)
    /// An upright photo of 320 × 240 pixels with private camera notes.
    private static let annotated = PhotoMaker.jpeg(
        320, 240,
        exif: PhotoMaker.Exif(
            taken: "2026:11:20 10:00:00", hasLocation: true, model: "Box Camera", secret: "SECRET-4711"
        ).block)
    private static let large = PhotoMaker.jpeg(2600, 1300)
    private static let small = PhotoMaker.png(3, 2)

    private static let form: [Contract<ImageTool>.Promise] = [
        .init("the output is a complete image in the requested format, or JPEG") { tool in
            for format in [PictureFormat.jpeg, .heic] {
                let result = try header(tool, rotatedPhoto, request(format))
                try expect(result.type == .jpeg || result.type == format, "made \(result.type) of \(format)")
            }
        },
        .init("the photo is upright") { tool in
            for format in [PictureFormat.jpeg, .heic] {
                let result = try header(tool, rotatedPhoto, request(format))
                try expectEqual("\(result.width)×\(result.height)", "300×600", "\(format)")
                if tool.converts {
                    try expectEqual(result.camera.orientation, 1, "\(format): orientation is left to others")
                }
            }
        },
        .init("the output has no location") { tool in
            guard tool.converts else { return }
            for format in [PictureFormat.jpeg, .heic] {
                try expect(
                    !header(tool, rotatedPhoto, request(format)).camera.hasLocation, "\(format) still has its location")
            }
        },
        .init("the output keeps time and camera, without serial number, owner and maker note") { tool in
            guard tool.converts else { return }
            for (photo, smallFile) in [(annotated, 0), (annotated, 1_000_000), (rotatedPhoto, 0)] {
                for format in [PictureFormat.jpeg, .heic] {
                    let request = PictureRequest(
                        format: format, longestSide: 2048, smallFile: smallFile, keepsLocation: false)
                    let result = try tool.prepare(ValidatedImage(photo), request)
                    let camera = try ImageHeader(result).camera
                    try expectEqual(camera.taken?.day, Day("2026-11-20"), "\(format): when it was taken")
                    try expect(!camera.hasLocation && camera.orientation == 1, "\(format): place or orientation")
                    let text = String(decoding: result, as: Unicode.ASCII.self)
                    try expect(
                        !text.contains("SECRET"), "\(format): a serial number, an owner or a maker's note is left")
                    if photo == annotated {
                        try expect(text.contains("Box Camera"), "\(format): what it was taken with is gone")
                    }
                }
            }
        },
        .init("a small upright JPEG keeps its pixels") { tool in
            guard tool.converts else { return }
            let result = try tool.prepare(ValidatedImage(annotated), request(.heic))
            let pixels = annotated.suffix(200)
            try expectEqual(Array(result.suffix(200)), Array(pixels))
        },
        .init("the output keeps the location on request") { tool in
            try expect(
                header(tool, rotatedPhoto, request(.jpeg, keepsLocation: true)).camera.hasLocation,
                "the location is gone")
        },
    ]

    private static let size: [Contract<ImageTool>.Promise] = [
        .init("large photos shrink, and small ones keep their size") { tool in
            let small = try header(tool, small, request(.jpeg))
            try expectEqual("\(small.width)×\(small.height)", "3×2")
            guard tool.converts else { return }
            let large = try header(tool, large, request(.jpeg, longestSide: 1280))
            try expectEqual(max(large.width, large.height), 1280)
        },
        .init("a panorama keeps its height") { tool in
            guard tool.converts else { return }
            let result = try header(tool, PhotoMaker.jpeg(3200, 200), request(.jpeg, longestSide: 800))
            try expectEqual("\(result.width)×\(result.height)", "2263×141")
        },
        .init("the output fits the size limit, or the call fails") { tool in
            guard tool.converts else { return }
            let result = try tool.prepare(
                ValidatedImage(large),
                PictureRequest(
                    format: .jpeg, longestSide: 2048, largestFile: 400_000, smallFile: 0, keepsLocation: false))
            try expect(result.count <= 400_000, "made \(result.count) bytes")
            try expectFailure(.conversionFailed) {
                try tool.prepare(
                    ValidatedImage(large),
                    PictureRequest(
                        format: .jpeg, longestSide: 2048, largestFile: 10, smallFile: 0, keepsLocation: false))
            }
        },
        .init("thumbnails are upright, or nil") { tool in
            guard let result = try tool.thumbnail(ValidatedImage(rotatedPhoto), 100) else { return }
            let thumbnail = try ImageHeader(result)
            try expectEqual(thumbnail.type, .jpeg)
            try expectEqual("\(thumbnail.width)×\(thumbnail.height)", "50×100")
            try expect(!thumbnail.camera.hasLocation, "the thumbnail has a location")
        },
        .init("a thumbnail batch gives the same thumbnails as single calls, or nil") { tool in
            let heic = try tool.prepare(ValidatedImage(large), request(.heic))
            let photos = try [rotatedPhoto, heic, annotated, small, heic].map(ValidatedImage.init)
            let batch = tool.thumbnails(photos, 100)
            try expectEqual(batch.count, photos.count)
            for (photo, result) in zip(photos, batch) {
                guard let result else { continue }
                try expect(
                    result == tool.thumbnail(photo, 100),
                    "\(photo.header.type) of \(photo.header.width) pixels is another")
            }
        },
        .init("a photo with a new date still matches its original picture") { tool in
            let result = try tool.prepare(
                ValidatedImage(PhotoMaker.flat(90, 60, color: [0x20, 0x60, 0xA0])), request(.heic))
            let day = Day(ordinal: 20_000)
            let dated = try ValidatedImage(result).withCaptureDay(day, secondOfDay: 0) ?? []
            try expectEqual(ImageHeader(dated).camera.taken?.day, day)
            let (before, after) = try (tool.pixels(ValidatedImage(result), 48), tool.pixels(ValidatedImage(dated), 48))
            try expect(before == after, "it is another picture")
        },
        .init("pixels are upright and in the photo's colors, or nil") { tool in
            guard let upright = try tool.pixels(ValidatedImage(rotatedPhoto), 48) else { return }
            try expectEqual("\(upright.width)×\(upright.height)", "24×48")
            for color in [RGBColor(0xE8_7D_2F), RGBColor(0x20_60_A0), .white] {
                let photo = PhotoMaker.flat(90, 60, color: [color.red, color.green, color.blue])
                guard let mean = try tool.pixels(ValidatedImage(photo), 48)?.mean else { return }
                let differences = [(mean.red, color.red), (mean.green, color.green), (mean.blue, color.blue)].map {
                    abs(Int($0) - Int($1))
                }
                try expect(differences.allSatisfy { $0 <= 4 }, "\(color.css) became \(mean.css)")
            }
        },
    ]

    private static func request(_ format: PictureFormat, longestSide: Int = 2048, keepsLocation: Bool = false)
        -> PictureRequest
    {
        PictureRequest(format: format, longestSide: longestSide, keepsLocation: keepsLocation)
    }

    private static func header(_ tool: ImageTool, _ photo: [UInt8], _ request: PictureRequest) throws -> ImageHeader {
        try ImageHeader(tool.prepare(ValidatedImage(photo), request))
    }
}
