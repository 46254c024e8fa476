import CoinPage
import Composition
import DojangPage
import FocusFlowPage
import GrainPage
import HubPage

extension App {
    /// Every app of this package, for tests that go through all of them.
    static let all = [
        Entry("coin", coin), Entry("dojang", dojang), Entry("focusflow", focusflow), Entry("grain", grain), Entry("hub", hub),
    ]
}
