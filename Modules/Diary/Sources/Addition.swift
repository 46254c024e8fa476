import Pictures

/// What was added, and how its day was found.
public struct Addition: Sendable {
    /// What the day has now.
    public let entry: Entry
    /// For which day, and why.
    public let decision: DateDecision
    /// Whether the photo that is kept still says where it was taken.
    public let keepsLocation: Bool
    /// What the day had before, which lies in the trash now.
    public let before: TrashedEntry?
    /// The badges that this photo reached.
    public let reached: [Badge]
    /// The days that have a photo now, where they had to be looked at.
    public let days: PhotoDays?
}

extension PictureWish {
    /// What the settings wish for.
    init(_ settings: DiarySettings) {
        self.init(
            format: settings.format == .heic ? .heic : .jpeg, longestSide: settings.quality.longestSide,
            largestFile: settings.quality == .full ? PictureLimits.largestPicture : 5_000_000,
            smallFile: settings.quality == .full ? PictureLimits.largestPicture : 1_000_000, keepsLocation: settings.keepLocation)
    }
}
