import Kernel
import Pictures

/// The result of adding a photo, including the reason for its day.
package struct AddedPhoto: Sendable {
    package let entry: Entry
    package let decision: DateDecision
    /// Whether the saved photo still contains its location.
    package let keepsLocation: Bool
    /// The day's previous entry, which is now in the trash.
    package let replacedEntry: TrashedEntry?
    /// The badges that the photo has reached.
    package let reached: [Achievement]
    /// The days with a photo. Nil if the operation did not have to read them.
    package let days: PhotoDays?
}

extension PictureRequest {
    init(_ settings: DiarySettings) {
        self.init(
            format: settings.format == .heic ? .heic : .jpeg, longestSide: settings.quality.longestSide,
            largestFile: settings.quality == .full ? PictureLimits.largestPicture : 5_000_000,
            smallFile: settings.quality == .full ? PictureLimits.largestPicture : 1_000_000,
            keepsLocation: settings.keepLocation)
    }
}
