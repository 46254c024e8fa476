import Composition
import FocusFlowPage

@main
enum FocusFlow {
    static func main() { App.main("focusflow", App.focusflow) }
}
