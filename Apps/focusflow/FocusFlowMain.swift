import Composition
import FocusFlowWiring

@main
enum FocusFlow {
    static func main() { App.main("focusflow", App.focusflow) }
}
