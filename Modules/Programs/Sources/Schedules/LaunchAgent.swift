extension Schedule {
    /// A property list for launchd on a Mac: file name and text.
    ///
    /// A schedule that always runs starts at login and again when it fails.
    package var agent: (name: String, text: String) {
        let rhythm: [String] =
            switch self.rhythm {
            case .every(let minutes, _): ["<key>StartInterval</key>", "<integer>\(minutes * 60)</integer>"]
            case .always:
                [
                    "<key>KeepAlive</key>", "<dict>", "\t<key>SuccessfulExit</key>", "\t<false/>", "</dict>",
                    "<key>ThrottleInterval</key>", "<integer>60</integer>",
                ]
            }
        let words = command.map { "\t\t<string>\(Schedule.propertyText($0))</string>" }
        let lines =
            [
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
                "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">",
                "<plist version=\"1.0\">", "<dict>", "\t<key>Label</key>",
                "\t<string>\(Schedule.propertyText(name))</string>", "\t<key>ProgramArguments</key>", "\t<array>",
            ] + words + ["\t</array>", "\t<key>RunAtLoad</key>", "\t<true/>"] + rhythm.map { "\t" + $0 }
            + ["\t<key>ProcessType</key>", "\t<string>Background</string>", "</dict>", "</plist>"]
        return ("\(name).plist", lines.map { $0 + "\n" }.joined())
    }

    /// Escapes a text for a property list in XML.
    private static func propertyText(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
