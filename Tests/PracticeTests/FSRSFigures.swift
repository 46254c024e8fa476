import Kernel
import Practice

/// Review histories with the expected states: results of py-fsrs 6.3.2 without fuzz for three
/// configurations.
struct FSRSFigures {
    /// A review with the expected state after it. `seconds` is the time since the first review.
    struct Review {
        let rating: Rating
        let seconds: Int
        let phase: FSRSState.Phase
        let step: Int?
        let stability, difficulty, interval: Double

        init(
            _ rating: Rating, _ seconds: Int, _ phase: FSRSState.Phase, _ step: Int?, _ stability: Double,
            _ difficulty: Double,
            _ interval: Double
        ) {
            self.rating = rating
            self.seconds = seconds
            self.phase = phase
            self.step = step
            self.stability = stability
            self.difficulty = difficulty
            self.interval = interval
        }
    }

    enum Setup: CaseIterable {
        /// Default parameters.
        case standard
        /// Other weights, one learning step, three relearning steps, intervals of a year at most.
        case own
        /// No steps, and a desired retention of 95 %.
        case dry
    }

    let name: String
    let setup: Setup
    let reviews: [Review]

    init(_ name: String, _ setup: Setup, _ reviews: [Review]) {
        self.name = name
        self.setup = setup
        self.reviews = reviews
    }

    static let all: [FSRSFigures] = [
        FSRSFigures(
            "standard 1", .standard,
            [
                Review(.good, 0, .learning, 1, 2.3065, 2.118103970459016, 600.0),
                Review(.good, 600, .review, nil, 2.3065, 2.111214235785395, 172800.0),
                Review(.good, 259200, .review, nil, 10.971048263078135, 2.1043313908464483, 950400.0),
                Review(.good, 1209607, .review, nil, 46.316858440073425, 2.0974554287524403, 3974400.0),
                Review(.easy, 7776000, .review, nil, 350.2022823523719, 1.0, 30240000.0),
                Review(.again, 34560000, .relearning, 0, 6.33264675139984, 7.0269895692968385, 600.0),
                Review(.good, 34560600, .review, nil, 6.33264675139984, 7.0151909490243805, 518400.0),
                Review(.hard, 34992000, .review, nil, 10.589621727594848, 8.003773029157445, 950400.0),
                Review(.good, 36288000, .review, nil, 25.23645100737942, 7.990997625425126, 2160000.0),
            ]),
        FSRSFigures(
            "standard 2", .standard,
            [
                Review(.again, 0, .learning, 0, 0.212, 6.4133, 60.0),
                Review(.hard, 60, .learning, 0, 0.212, 7.604209769076838, 330.0),
                Review(.good, 400, .learning, 1, 0.24668918777567272, 7.5918339286046, 600.0),
                Review(.good, 1000, .review, nil, 0.2842063592758949, 7.579470463972833, 86400.0),
                Review(.again, 86400, .relearning, 0, 0.10961306678623373, 9.189616770405554, 600.0),
                Review(.hard, 87000, .relearning, 0, 0.10961306678623373, 9.447258217633545, 900.0),
                Review(.again, 87900, .relearning, 0, 0.04501083072778789, 9.803545904077104, 600.0),
                Review(.easy, 88600, .review, nil, 0.09977475687063171, 9.72312846927738, 86400.0),
                Review(.easy, 777600, .review, nil, 1.1607141503425527, 9.61583927522005, 86400.0),
                Review(.good, 863999, .review, nil, 1.2076845473342426, 9.601451805241668, 86400.0),
                Review(.good, 950400, .review, nil, 1.9760024519381625, 9.587078722733263, 172800.0),
            ]),
        FSRSFigures(
            "standard 3", .standard,
            [
                Review(.hard, 0, .learning, 0, 1.2931, 5.112170705601056, 330.0),
                Review(.hard, 330, .learning, 0, 1.2931, 6.7404595108297, 330.0),
                Review(.good, 660, .learning, 1, 1.3358997622047517, 6.728947420615708, 600.0),
                Review(.hard, 1200, .learning, 1, 1.3358997622047517, 7.813751236051346, 600.0),
                Review(.good, 259200, .review, nil, 4.211847056593735, 7.801165854112133, 345600.0),
                Review(.hard, 259205, .review, nil, 4.211847056593735, 8.525539797585273, 345600.0),
                Review(.hard, 345604, .review, nil, 4.211847056593735, 9.006412977088509, 345600.0),
                Review(.hard, 2592000, .review, nil, 10.058390332478549, 9.325639002332922, 864000.0),
            ]),
        FSRSFigures(
            "standard 4", .standard,
            [
                Review(.easy, 0, .review, nil, 8.2956, 1.0, 691200.0),
                Review(.easy, 691200, .review, nil, 65.62422616189994, 1.0, 5702400.0),
                Review(.easy, 5184000, .review, nil, 343.6677805592607, 1.0, 29721600.0),
                Review(.easy, 60480000, .review, nil, 2321.7340969450647, 1.0, 200620800.0),
                Review(.easy, 432000000, .review, nil, 12009.856874384286, 1.0, 1037664000.0),
                Review(.again, 432000060, .relearning, 0, 2298.168583178729, 7.0269895692968385, 600.0),
                Review(.again, 432000660, .relearning, 0, 490.3211154979485, 9.008020057195637, 600.0),
                Review(.good, 432259200, .review, nil, 491.4293965151241, 8.994240406435278, 42422400.0),
            ]),
        FSRSFigures(
            "standard 5", .standard,
            [
                Review(.good, 0, .learning, 1, 2.3065, 2.118103970459016, 600.0),
                Review(.again, 172800, .learning, 0, 0.6075801062519337, 7.394502741279718, 60.0),
                Review(.good, 345600, .learning, 1, 3.268624005824013, 7.382336607835277, 600.0),
                Review(.good, 777600, .review, nil, 10.247777077674444, 7.37018264052428, 864000.0),
                Review(.good, 777500, .review, nil, 10.247777077674444, 7.358040827180594, 864000.0),
                Review(.again, 1728000, .relearning, 0, 1.3876810455752526, 9.116834354513474, 600.0),
                Review(.again, 1728030, .relearning, 0, 0.4821749429993592, 9.694937827151806, 600.0),
                Review(.again, 2160000, .relearning, 0, 0.22646026421881785, 9.884956507504413, 600.0),
                Review(.hard, 2246400, .relearning, 0, 0.47742157817085074, 9.908857137951516, 900.0),
                Review(.good, 2247300, .review, nil, 0.5266443670265247, 9.894176650110403, 86400.0),
            ]),
        FSRSFigures(
            "own 1", .own,
            [
                Review(.hard, 0, .learning, 0, 0.9, 6.2778811996094905, 135.0),
                Review(.good, 200, .review, nil, 1.2654699582570053, 6.066504766408368, 172800.0),
                Review(.again, 432000, .relearning, 0, 0.695845830657438, 6.862182614043848, 120.0),
                Review(.hard, 432120, .relearning, 0, 0.695845830657438, 7.019047979008787, 510.0),
                Review(.good, 432400, .relearning, 1, 1.0169082755189158, 6.770613206837701, 900.0),
                Review(.hard, 433400, .relearning, 1, 1.0169082755189158, 6.943655833742392, 900.0),
                Review(.good, 435000, .relearning, 2, 1.4038969191556305, 6.698990668834625, 3601.0),
                Review(.good, 439000, .review, nil, 1.8466332217805965, 6.466558762172246, 259200.0),
                Review(.easy, 777600, .review, nil, 17.04567573091644, 5.7981792273848045, 2678400.0),
            ]),
        FSRSFigures(
            "own 2", .own,
            [
                Review(.again, 0, .learning, 0, 0.4, 7.1, 90.0),
                Review(.again, 90, .learning, 0, 0.23366960119321334, 7.582184293446018, 90.0),
                Review(.easy, 180, .review, nil, 0.6631394004693186, 6.999336049389565, 86400.0),
                Review(.easy, 3456000, .review, nil, 25.73384435713605, 6.371802773288784, 4060800.0),
                Review(.easy, 25920000, .review, nil, 450.7782249373825, 5.696158612686943, 31536000.0),
                Review(.again, 60480000, .relearning, 0, 10.26715471867789, 6.604174793617922, 120.0),
                Review(.easy, 60480001, .review, nil, 16.52058942701696, 5.946345821241315, 2592000.0),
            ]),
        FSRSFigures(
            "dry 1", .dry,
            [
                Review(.again, 0, .review, nil, 0.212, 6.4133, 86400.0),
                Review(.good, 86400, .review, nil, 1.8867876195204154, 6.402115069296838, 86400.0),
                Review(.again, 259200, .review, nil, 0.505065042540485, 8.802628058192235, 86400.0),
                Review(.hard, 259201, .review, nil, 0.505065042540485, 9.190357076792354, 86400.0),
                Review(.easy, 432000, .review, nil, 2.1232286468988115, 8.905040510513418, 86400.0),
                Review(.good, 1036800, .review, nil, 6.513298680571384, 8.891363839299743, 259200.0),
            ]),
        FSRSFigures(
            "dry 2", .dry,
            [
                Review(.good, 0, .review, nil, 2.3065, 2.118103970459016, 86400.0),
                Review(.hard, 172800, .review, nil, 7.513320366762569, 4.752858488532557, 259200.0),
                Review(.good, 432000, .review, nil, 16.30850096558965, 4.743333999340863, 604800.0),
                Review(.easy, 777600, .review, nil, 36.878250396469504, 2.9720295518530486, 1296000.0),
            ]),
    ]
}

extension FSRS {
    /// Returns the scheduler with which the figures were computed.
    static func like(_ setup: FSRSFigures.Setup) throws -> FSRS {
        switch setup {
        case .standard: .standard
        case .own:
            try FSRS(
                weights: FSRSWeights([
                    0.4, 0.9, 3.5, 20, 7.1, 0.6, 1.2, 0.05, 1.5, 0.12, 1, 1.9, 0.1, 0.3, 2.2, 0.25, 2.9, 0.5, 0.65,
                    0.15, 0.2,
                ]),
                desiredRetention: 0.85, learningSteps: [90], relearningSteps: [120, 900, 3601], longestInterval: 365)
        case .dry: try FSRS(desiredRetention: 0.95, learningSteps: [], relearningSteps: [])
        }
    }
}
