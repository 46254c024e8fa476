import Composition
import HubWiring

@main
enum Hub {
    static func main() { App.main("hub", App.hub) }
}
