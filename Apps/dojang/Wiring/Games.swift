import Composition
import Content
import Games
import GamesCommands
import Interface
import Kernel

extension GamesPlugin {
    /// Creates games with the words of the current user, including their own. The results are
    /// stored with the user's other data.
    static func dojang(_ environment: Environment, store: any Store, _ study: LearnerContext) -> some Plugin {
        GamesPlugin(
            phrasebook: {
                let library = try study.words().library()
                let belt = try study.chosen().belt
                return library.phrasebook(upTo: try Grade(id: belt) ?? library.belts().belt(named: belt).grade)
            },
            gameResults: {
                try GameResults(
                    store.scoped(to: study.chosen().partition), ids: environment.ids, time: environment.time)
            },
            isChild: { try study.chosen().isChild }, random: environment.random)
    }
}
