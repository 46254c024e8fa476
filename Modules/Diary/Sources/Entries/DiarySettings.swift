import Kernel
import Pictures

/// How photos are taken and kept.
public struct DiarySettings: Storable, Hashable {
    /// Which camera takes the photo.
    public enum Camera: String, Codable, CaseIterable, Sendable {
        /// The one that looks at the person.
        case front
        /// The one that looks away.
        case back
    }

    /// How much of a photo is kept.
    public enum Quality: String, Codable, CaseIterable, Sendable {
        /// Longest side 2,048 pixels.
        case high
        /// Longest side 1,280 pixels.
        case medium
        /// All pixels, without what a photo should not say.
        case full

        /// In pixels.
        var longestSide: Int {
            switch self {
            case .high: 2048
            case .medium: 1280
            case .full: PictureLimits.longestSide
            }
        }
    }

    /// The form in which photos are kept.
    public enum Format: String, Codable, CaseIterable, Sendable {
        /// HEIC, or JPEG where no program makes HEIC.
        case heic
        /// JPEG, whatever came.
        case jpeg
        /// Byte for byte as it came, location included.
        case original
    }

    /// There is only one of these.
    public private(set) var id: Identifier<DiarySettings> = "settings"
    /// Which camera takes the photo; nothing asks for it where there is none.
    public var camera = Camera.back
    /// How much of a photo is kept.
    public var quality = Quality.high
    /// The form in which photos are kept.
    public var format = Format.heic
    /// Whether a photo keeps the place where it was taken.
    public var keepLocation = false
    /// Whether the diary takes part in synchronisation; nothing asks for it until there is one.
    public var sync = false

    // Nil where nobody said, so that settings of older programs are read.
    private var repair: Bool?
    private var eveningSecond: Int?

    private enum CodingKeys: String, CodingKey {
        case id, camera, quality, format, keepLocation, sync
        case repair = "repairsStreak"
        case eveningSecond = "evening"
    }

    /// What holds until a person says otherwise.
    public init() {}

    /// Whether one missed day of each calendar month does not break the streak.
    public var repairsStreak: Bool {
        get { repair ?? false }
        set { repair = newValue }
    }

    /// The second of the day from which on the app asks for today's photo; nil for never.
    public var evening: Int? {
        get { eveningSecond.map { $0 < 0 ? nil : $0 } ?? DiarySettings.usualEvening }
        set { eveningSecond = newValue ?? -1 }
    }

    /// Eight in the evening, as the reminder of the photo has it.
    public static let usualEvening = 20 * 3600

    /// Where settings are kept.
    public static let collection = RecordCollection<DiarySettings>("diary.settings")
}
