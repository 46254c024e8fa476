import Diary
import Kernel
import KernelContract

/// Photos that a contract shows to a tool; made by whoever runs it.
public struct SamplePhotos: Sendable {
    /// A JPEG of 600 × 300 pixels that is to be turned (orientation 6), with a location.
    public let turned: [UInt8]
    /// A JPEG of more than 2,048 pixels in width.
    public let large: [UInt8]
    /// A PNG of 3 × 2 pixels.
    public let small: [UInt8]

    /// Photos.
    public init(turned: [UInt8], large: [UInt8], small: [UInt8]) {
        (self.turned, self.large, self.small) = (turned, large, small)
    }
}

/// What every `ImageTool` must keep.
public enum ImageToolContract {
    /// The contract over tools that a closure makes.
    public static func over(_ photos: SamplePhotos, _ make: @escaping () throws -> ImageTool) -> Contract<ImageTool> {
        Contract("ImageTool", promises: promises(photos), make)
    }

    private static func promises(_ photos: SamplePhotos) -> [Contract<ImageTool>.Promise] {
        [
            .init("makes a whole image of the form that was wished for, or JPEG") { tool in
                for format in [DiarySettings.Format.jpeg, .heic] {
                    let made = try header(tool, photos.turned, wish(format))
                    try expect(made.type == .jpeg || made.type.rawValue == format.rawValue, "made \(made.type) of \(format)")
                }
            },
            .init("shows the photo upright") { tool in
                for format in [DiarySettings.Format.jpeg, .heic] {
                    let made = try header(tool, photos.turned, wish(format))
                    try expectEqual("\(made.width)×\(made.height)", "300×600", "\(format)")
                    if tool.converts { try expectEqual(made.camera.orientation, 1, "\(format): orientation is left to others") }
                }
            },
            .init("takes the location away") { tool in
                guard tool.converts else { return }
                for format in [DiarySettings.Format.jpeg, .heic] {
                    try expect(!header(tool, photos.turned, wish(format)).camera.hasLocation, "\(format) still has its location")
                }
            },
            .init("leaves the location when asked") { tool in
                try expect(
                    header(tool, photos.turned, wish(.jpeg, keepsLocation: true)).camera.hasLocation, "the location is gone")
            },
            .init("shrinks what is too large and enlarges nothing") { tool in
                let small = try header(tool, photos.small, wish(.jpeg))
                try expectEqual("\(small.width)×\(small.height)", "3×2")
                guard tool.converts else { return }
                let large = try header(tool, photos.large, wish(.jpeg, longestSide: 1280))
                try expectEqual(max(large.width, large.height), 1280)
            },
            .init("keeps to the greatest size of a file, or says that it cannot") { tool in
                guard tool.converts else { return }
                let made = try tool.prepare(
                    JudgedImage(photos.large),
                    PhotoWish(format: .jpeg, longestSide: 2048, largestFile: 400_000, keepsLocation: false))
                try expect(made.count <= 400_000, "made \(made.count) bytes")
                try expectFailure(.conversionFailed) {
                    try tool.prepare(
                        JudgedImage(photos.large),
                        PhotoWish(format: .jpeg, longestSide: 2048, largestFile: 10, keepsLocation: false))
                }
            },
            .init("makes upright thumbnails, or none") { tool in
                guard let made = try tool.thumbnail(JudgedImage(photos.turned), 100) else { return }
                let thumbnail = try ImageHeader(made)
                try expectEqual(thumbnail.type, .jpeg)
                try expectEqual("\(thumbnail.width)×\(thumbnail.height)", "50×100")
                try expect(!thumbnail.camera.hasLocation, "the thumbnail has a location")
            },
        ]
    }

    private static func wish(_ format: DiarySettings.Format, longestSide: Int = 2048, keepsLocation: Bool = false) -> PhotoWish {
        PhotoWish(format: format, longestSide: longestSide, keepsLocation: keepsLocation)
    }

    private static func header(_ tool: ImageTool, _ photo: [UInt8], _ wish: PhotoWish) throws -> ImageHeader {
        try ImageHeader(tool.prepare(JudgedImage(photo), wish))
    }
}
