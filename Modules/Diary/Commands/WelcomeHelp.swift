import Guidance

/// The steps of the first tour about the diary.
extension DiaryHelp {
    var welcome: [WelcomeStep] {
        [WelcomeStep(10, howItWorks, next: ["add PHOTO", "help faq"]), WelcomeStep(20, permission)]
    }

    private var howItWorks: TourStep {
        TourStep(
            "How it works",
            """
            Take a photo each day: type snap where this machine has a camera, or use any camera, and give the file to Grain. It is kept for the day on
            which it was taken. You can fill in days that you missed, but not days in the future.

            A day has one photo. You can change the note at any time; the photo and the day stay. Days in a row make a streak.
            """
        ) {
            (hasCamera() ? [.init("APP snap", "take today's photo with the camera of this machine")] : []) + [
                .init("APP add photo.jpg -m \"First frost\"", "keep a photo, with a note"),
                .init("APP", "see where you stand"),
                .init("APP timeline", "look back"),
            ]
        }
    }

    // MARK: - Permissions and helpful programs

    private var permission: TourStep {
        TourStep(
            "Permission",
            """
            Camera: Grain uses it when you type snap, and at no other time. Notifications: only if you wish; remind install lets this machine remind
            you. Of your files Grain reads only those that you name. It works without any other program, but a few make it better.
            """
        ) { programFacts }
    }

    private var programFacts: [TourStep.Fact] {
        [
            fact(
                "Photos", isInstalled: makesPictures, "turned upright, made smaller, and their location removed",
                otherwise: "kept as they are, with their location and without thumbnails", install: "libvips-tools"),
            fact(
                "HEIC", isInstalled: makesPictures && has("heif-enc"), "photos take less space",
                otherwise: "photos are kept as JPEG",
                install: makesPictures ? "libheif-examples" : "libvips-tools libheif-examples"),
            camera,
            fact(
                "Terminal", isInstalled: has("chafa"), "show draws the photo in the terminal",
                otherwise: "show describes the photo but does not draw it", install: "chafa"),
            fact(
                "Looking", isInstalled: has("xdg-open") || has("open"),
                "show DAY --open shows a photo in your picture viewer",
                otherwise: "Grain cannot open photos by itself", install: "xdg-utils"),
            fact(
                "Locking", isInstalled: has("age") && has("openssl"), "lock encrypts the diary with a passphrase",
                otherwise: "the diary cannot be locked", install: "age openssl keyutils"),
            fact(
                "Books", isInstalled: makesPages, "export makes PDFs and pictures of a day",
                otherwise: "export makes no PDF and no picture of a day", install: "chromium"),
        ]
    }

    /// A camera may be usable without any of these programs.
    private var camera: TourStep.Fact {
        if hasCamera() { return TourStep.Fact("Camera", "ready: snap takes today's photo") }
        guard has("ffmpeg") || has("imagesnap") else {
            return fact("Camera", isInstalled: false, "", otherwise: "snap takes no photos", install: "ffmpeg")
        }
        return TourStep.Fact("Camera", "none is connected; snap can also take what your phone sends: help snap")
    }

    private var makesPages: Bool { has("chromium") || has("chromium-browser") || has("google-chrome") }

    /// Whether vips or ImageMagick is installed. The latter's `convert` always comes with
    /// `identify`.
    private var makesPictures: Bool { has("vipsthumbnail") || has("magick") || has("identify") && has("convert") }

    private func fact(
        _ name: String, isInstalled: Bool, _ benefit: String, otherwise: String, install packages: String
    ) -> TourStep.Fact {
        TourStep.Fact(
            name,
            isInstalled ? "ready: \(benefit)" : "missing: \(otherwise). To change that: apt-get install \(packages)")
    }
}
