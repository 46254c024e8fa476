import Composition
import GrainWiring

@main
enum Grain {
    static func main() { App.main("grain", App.grain) }
}
