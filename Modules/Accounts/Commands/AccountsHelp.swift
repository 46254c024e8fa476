import Guidance
import Interface

/// The help topics about accounts.
enum AccountsHelp {
    static let group = CommandGroup(
        "Several devices", order: 65, ["account create", "account join", "account show", "sync now", "sync status"])

    static let topic = HelpTopic(
        "account", "Several devices",
        paragraphs: [
            """
            Without an account everything stays on this device. account create FOLDER begins one in a folder that your devices share, such as one of
            Syncthing or Nextcloud, and shows a key; account join FOLDER --key KEY joins it on another device. What leaves is encrypted.
            """,
            """
            sync now meets the other devices, sync status says how things stand, sync recovered has what gave way to another device's version: nothing
            that you wrote is silently gone. account choose says what leaves this device. account sign-out leaves; your data stays.
            """,
        ], commands: ["account create", "account join", "account show", "sync status", "sync recovered"],
        isGeneral: true)
}
