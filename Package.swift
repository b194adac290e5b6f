// swift-tools-version: 6.3
import PackageDescription

/// The settings of every firmware module, on a PC and on boards. They do not depend on the board:
/// `Board/<board>/toolset.json` adds Embedded Swift and `-no-allocations`.
let firmwareSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .treatWarning("EmbeddedRestrictions", as: .error),
]

/// The settings of host tools and tests: ordinary Swift that may allocate.
let hostSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
  .treatAllWarnings(as: .error),
]

/// Sizes of files and numbers of inodes have 64 bits on each board.
let shimSettings: [CSetting] = [
  .define("_FILE_OFFSET_BITS", to: "64"),
  .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
]

func firmware(
  _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = []
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: firmwareSettings + settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies,
    exclude: exclude, swiftSettings: hostSettings)
}

/// The folder of each module, under `Sources` and under `Tests`.
let subjects: KeyValuePairs = [
  "Base": ["CWidening", "CVersion", "Features", "Octets", "Timing", "Identifiers", "Peripherals", "WatchModel"],
  "Bluetooth": [
    "HCI", "L2CAP", "ATT", "GATT", "GAP", "CBearSSL", "Cryptography", "SecurityManager", "BluetoothHost",
  ],
  "PhoneServices": ["ANCS", "AMS", "CurrentTimeService", "PhoneClient"],
  "Display": ["CUnicode", "Text", "Graphics", "CTypefaces", "Typefaces", "Displays"],
  "Watch": ["Screens", "WatchProfile", "Watch", "WatchCore"],
  "Linux": ["Control", "CLinux", "LinuxPlatform", "CConfiguration", "Configuration", "Daemon", "belfry"],
  "Microcontrollers": ["CCortexM4", "belfry-cortex-m4"],
  "Browser": ["CBrowser", "CBrowserHeap", "BrowserWatch", "VirtualPhone", "BrowserPhone"],
  "Tools": [
    "belfry-font", "belfry-unicode", "belfry-screens", "belfry-ancs-decode", "Sessions", "belfry-report",
    "belfry-replay",
  ],
]

let package = Package(
  name: "belfry",
  products: [
    .executable(name: "belfry", targets: ["belfry"]),
    .executable(name: "belfry-font", targets: ["belfry-font"]),
    .executable(name: "belfry-unicode", targets: ["belfry-unicode"]),
    .executable(name: "belfry-screens", targets: ["belfry-screens"]),
    .executable(name: "belfry-ancs-decode", targets: ["belfry-ancs-decode"]),
    .executable(name: "belfry-report", targets: ["belfry-report"]),
    .executable(name: "belfry-replay", targets: ["belfry-replay"]),
    // Libraries for other programs: each product with the modules that its interface names. ANCS, AMS and GATT build
    // from a bare clone, the others after `make assets`.
    .library(name: "ANCS", targets: ["ANCS", "Octets", "Timing", "Identifiers"]),
    .library(name: "AMS", targets: ["AMS", "Octets", "Timing", "Identifiers"]),
    .library(name: "GATT", targets: ["GATT", "ATT", "Octets", "Timing", "Identifiers"]),
    .library(
      name: "SecurityManager", targets: ["SecurityManager", "Peripherals", "Octets", "Timing", "Identifiers"]),
    .library(
      name: "BluetoothHost",
      targets: [
        "BluetoothHost", "GAP", "GATT", "ATT", "HCI", "SecurityManager", "Peripherals", "Octets", "Timing",
        "Identifiers",
      ]),
    .library(name: "Graphics", targets: ["Graphics", "Typefaces", "Text", "WatchModel", "Octets", "Timing"]),
    .library(name: "Displays", targets: ["Displays", "Graphics", "Peripherals", "Octets", "Timing"]),
    .library(
      name: "WatchCore",
      targets: [
        "WatchCore", "Watch", "WatchModel", "BluetoothHost", "SecurityManager", "HCI", "Displays", "Peripherals",
        "Octets", "Timing", "Identifiers",
      ]),
    // Everything except the Linux modules, for a microcontroller: see Board/cortex-m4.
    .library(name: "BelfryCore", type: .static, targets: ["WatchCore"]),
    .executable(name: "belfry-cortex-m4", targets: ["belfry-cortex-m4"]),
    // The two WebAssembly modules of the page, see Board/wasm32.
    .library(name: "BrowserWatch", type: .static, targets: ["BrowserWatch"]),
    .library(name: "BrowserPhone", type: .static, targets: ["BrowserPhone"]),
    // For the package in Benchmarks.
    .executable(name: "belfry-bench", targets: ["belfry-bench"]),
    .library(name: "Workloads", targets: ["Workloads"]),
    // For the package in Tests/Fuzz.
    .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
  ],
  // The parts that a port can leave out: see Sources/Base/Features and "Leave features out" in porting.md.
  traits: [
    .default(enabledTraits: [
      "Languages", "Scripts", "BidirectionalText", "Codes", "Music", "TimeTools", "SettingsPages", "Guidance",
      "Muting", "QuietTimes", "PhoneDetails", "LongMessages", "ClearAll", "StatusPage", "PhonePages", "ClockFaces",
      "Motion", "SmallPanels",
    ]),
    .trait(name: "Languages", description: "All languages of the screens; without it, English"),
    .trait(name: "Scripts", description: "The properties of all scripts; without it, those of Latin text"),
    .trait(
      name: "BidirectionalText", description: "Text from right to left, and letters that join",
      enabledTraits: ["Scripts"]),
    .trait(name: "Codes", description: "The search for one-time codes in messages"),
    .trait(name: "Music", description: "The music screen and the Apple Media Service"),
    .trait(name: "TimeTools", description: "Alarms, timer and stopwatch"),
    .trait(name: "SettingsPages", description: "The pages on which the wearer changes settings"),
    .trait(name: "Guidance", description: "Hints and the tutorial"),
    .trait(name: "Muting", description: "Muting applications, snoozing notifications, vibration patterns"),
    .trait(name: "QuietTimes", description: "Quiet hours, and Quiet now"),
    .trait(name: "PhoneDetails", description: "The phone's name, time, battery level and model"),
    .trait(name: "LongMessages", description: "Reading more of a message than the list keeps"),
    .trait(name: "ClearAll", description: "Clearing the list of notifications with one choice"),
    .trait(name: "StatusPage", description: "The page that shows why nothing arrives"),
    .trait(name: "PhonePages", description: "The pages to choose, disconnect and forget a phone"),
    .trait(name: "ClockFaces", description: "The analog and the large face of the clock"),
    .trait(name: "Motion", description: "Smooth scrolling, long lines that run, alerts that slide in"),
    .trait(name: "SmallPanels", description: "Panels of 32 rows"),
  ],
  targets: [
    // Base: types that all modules share.
    .target(name: "CWidening", cSettings: shimSettings),
    .target(name: "CVersion", cSettings: shimSettings),
    firmware("Features"),
    // `InPlace` needs the layout.
    firmware("Octets", ["CWidening"], settings: [.enableExperimentalFeature("RawLayout")]),
    firmware("Timing", ["CWidening"]),
    firmware("Identifiers", ["Octets"]),
    firmware("Peripherals", ["Octets", "Timing"]),
    firmware("WatchModel", ["Features", "Octets", "Timing", "Identifiers", "CVersion"]),

    // Bluetooth: one module per protocol, the two roles, and the host that combines them.
    firmware("HCI", ["Features", "Octets", "Timing", "Identifiers", "Peripherals"]),
    firmware("L2CAP", ["Octets", "Timing", "Identifiers"]),
    firmware("ATT", ["Octets", "Timing", "Identifiers"]),
    firmware("GATT", ["Features", "Octets", "Timing", "Identifiers", "ATT"]),
    firmware("GAP", ["Features", "Octets", "Timing", "Identifiers", "HCI"]),
    .target(
      name: "CBearSSL", cSettings: shimSettings, linkerSettings: [.linkedLibrary("bearssl")]),
    firmware("Cryptography", ["CBearSSL"]),
    firmware("SecurityManager", ["Features", "Octets", "Timing", "Identifiers", "Peripherals", "Cryptography"]),
    firmware(
      "BluetoothHost",
      [
        "Features", "Octets", "Timing", "Identifiers", "Peripherals", "HCI", "L2CAP", "ATT", "Cryptography",
        "SecurityManager", "GAP", "GATT",
      ]),

    // PhoneServices: the services of an iPhone, and the client that uses them.
    firmware("ANCS", ["Features", "Octets", "Timing", "Identifiers"]),
    firmware("AMS", ["Octets", "Timing", "Identifiers"]),
    firmware("CurrentTimeService", ["Octets", "Timing"]),
    firmware(
      "PhoneClient",
      [
        "Features", "Octets", "Timing", "Identifiers", "WatchModel", "ATT", "GATT", "BluetoothHost", "ANCS", "AMS",
        "CurrentTimeService",
      ]),

    // Display: text, bitmaps, fonts, panels.
    .target(name: "CUnicode", cSettings: shimSettings),
    firmware("Text", ["Features", "Octets", "CUnicode"]),
    firmware("Graphics", ["Features", "WatchModel", "Octets", "Timing", "Text"]),
    .target(name: "CTypefaces", cSettings: shimSettings),
    firmware("Typefaces", ["Features", "Octets", "Graphics", "CTypefaces"]),
    firmware("Displays", ["Features", "Octets", "Timing", "Peripherals", "Graphics"]),

    // Watch: screens, behaviour, the composed watch.
    firmware(
      "Screens", ["Features", "WatchModel", "Octets", "Timing", "Identifiers", "Graphics", "Typefaces", "ANCS"]),
    firmware(
      "WatchProfile", ["Features", "WatchModel", "Octets", "Timing", "Identifiers", "HCI", "ATT", "GATT", "GAP"]),
    firmware(
      "Watch",
      [
        "Features", "PhoneClient", "WatchProfile",
        "Octets", "Timing", "Identifiers", "Peripherals", "BluetoothHost", "SecurityManager", "GAP", "GATT",
        "ATT", "ANCS", "AMS", "CurrentTimeService", "Graphics", "Screens", "WatchModel", "Displays",
      ]),
    firmware(
      "WatchCore",
      [
        "Features", "Octets", "Timing", "Identifiers", "Peripherals", "WatchModel", "HCI", "SecurityManager", "GATT",
        "BluetoothHost", "Graphics", "Displays", "PhoneClient", "Watch",
      ]),

    // Linux: the only modules with system calls, and the program.
    firmware("Control", ["Features", "Octets", "ANCS", "AMS", "WatchModel"]),
    .target(
      name: "CLinux", cSettings: shimSettings,
      linkerSettings: ["gpiod", "i2c"].map { .linkedLibrary($0) }),
    firmware("LinuxPlatform", ["Octets", "Timing", "Identifiers", "Peripherals", "CLinux"]),
    .target(name: "CConfiguration", cSettings: shimSettings, linkerSettings: [.linkedLibrary("inih")]),
    firmware(
      "Configuration",
      ["Features", "Octets", "Timing", "Peripherals", "WatchModel", "LinuxPlatform", "CConfiguration"]),
    firmware(
      "Daemon",
      [
        "Octets", "Timing", "Identifiers", "Peripherals", "HCI", "SecurityManager", "GATT", "GAP", "BluetoothHost",
        "ANCS", "AMS", "Graphics", "Control", "CurrentTimeService", "Displays", "Screens", "WatchModel", "PhoneClient",
        "Watch", "WatchCore", "LinuxPlatform", "Configuration",
      ]),
    .executableTarget(
      name: "belfry", dependencies: ["WatchModel", "LinuxPlatform", "Configuration", "Daemon"],
      exclude: ["events.schema.json"],
      swiftSettings: firmwareSettings),

    // Microcontrollers: an example of a port.
    .target(name: "CCortexM4", cSettings: shimSettings),
    .executableTarget(
      name: "belfry-cortex-m4",
      dependencies: [
        "Octets", "Timing", "Peripherals", "WatchModel", "SecurityManager", "GATT", "BluetoothHost", "WatchCore",
        "CCortexM4",
      ],
      swiftSettings: firmwareSettings),

    // Browser: the watch as a WebAssembly module, and a phone for it as another, which may allocate.
    .target(name: "CBrowser", cSettings: shimSettings),
    .target(name: "CBrowserHeap", cSettings: shimSettings),
    firmware(
      "BrowserWatch",
      [
        "Octets", "Timing", "Peripherals", "HCI", "SecurityManager", "GATT", "BluetoothHost", "ANCS", "AMS",
        "WatchModel", "PhoneClient", "Watch", "WatchCore", "CBrowser",
      ]),
    .target(name: "VirtualPhone", dependencies: ["Timing", "Cryptography"], swiftSettings: hostSettings),
    .target(
      name: "BrowserPhone", dependencies: ["Timing", "VirtualPhone", "Displays", "CBrowser", "CBrowserHeap"],
      swiftSettings: hostSettings),

    // Tools of the development machine: ordinary Swift.
    .executableTarget(name: "belfry-font", swiftSettings: hostSettings),
    .executableTarget(name: "belfry-unicode", swiftSettings: hostSettings),
    .executableTarget(
      name: "belfry-screens",
      dependencies: ["Octets", "Timing", "Identifiers", "Graphics", "Typefaces", "ANCS", "Screens", "WatchModel"],
      swiftSettings: hostSettings),
    .executableTarget(
      name: "belfry-ancs-decode", dependencies: ["Octets", "Identifiers", "ANCS"], swiftSettings: hostSettings),

    .target(
      name: "Sessions",
      dependencies: [
        "Octets", "Timing", "Identifiers", "Peripherals", "HCI", "Cryptography", "SecurityManager", "GATT",
        "BluetoothHost", "ANCS", "AMS", "Graphics", "PhoneClient", "Watch", "WatchCore", "LinuxPlatform",
        "Configuration", "Daemon", "VirtualPhone",
      ],
      swiftSettings: hostSettings),
    .executableTarget(name: "belfry-report", dependencies: ["Sessions"], swiftSettings: hostSettings),
    .executableTarget(
      name: "belfry-replay", dependencies: ["Timing", "Graphics", "LinuxPlatform", "Sessions"],
      swiftSettings: hostSettings),

    // The benchmarks' workloads, and the program that runs them on a board.
    .target(
      name: "Workloads",
      dependencies: [
        "Octets", "Timing", "Identifiers", "Peripherals", "HCI", "L2CAP", "ATT", "Cryptography", "ANCS", "Graphics",
        "Typefaces", "Displays", "Screens", "WatchModel",
      ],
      path: "Benchmarks/Workloads", swiftSettings: firmwareSettings),
    .target(name: "CStopwatch", path: "Benchmarks/CStopwatch", cSettings: shimSettings),
    .executableTarget(
      name: "belfry-bench",
      dependencies: [
        "Octets", "Timing", "Peripherals", "SecurityManager", "HCI", "Graphics", "Watch", "WatchCore",
        "PhoneClient", "LinuxPlatform", "Configuration", "Daemon", "Workloads", "CLinux", "CStopwatch",
      ],
      path: "Benchmarks/Board",
      swiftSettings: firmwareSettings),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["Octets", "Timing", "Identifiers", "Peripherals", "Graphics"],
      path: "Tests/Support", swiftSettings: hostSettings),
    .target(
      name: "PhoneSupport",
      dependencies: ["Octets", "Timing", "Identifiers", "SecurityManager", "Cryptography", "TestSupport"],
      path: "Tests/PhoneSupport", swiftSettings: hostSettings),
    .executableTarget(
      name: "belfry-explore",
      dependencies: [
        "Octets", "Timing", "Identifiers", "HCI", "L2CAP", "ATT", "SecurityManager", "GAP", "GATT", "ANCS",
        "WatchProfile", "TestSupport", "PhoneSupport",
      ],
      path: "Tests/Exploration", exclude: ["mutants.toml", "check-mutants"], swiftSettings: hostSettings),
    .testTarget(
      name: "ExplorationTests", dependencies: ["belfry-explore", "Timing"], swiftSettings: hostSettings),
    tests("Octets"),
    tests("Timing"),
    tests("Identifiers", ["Octets"]),
    tests("HCI", ["Octets", "Timing", "Identifiers", "Peripherals"]),
    tests("L2CAP", ["Octets", "Timing", "Identifiers"]),
    tests("ATT", ["Octets", "Timing", "Identifiers"]),
    tests("Cryptography"),
    tests("SecurityManager", ["Octets", "Timing", "Identifiers", "Peripherals", "Cryptography", "PhoneSupport"]),
    tests("Text", ["Octets", "belfry-unicode"]),
    tests("Graphics", ["Octets", "Timing"]),
    tests("Control", ["Octets", "ANCS", "WatchModel"]),
    tests("CurrentTimeService", ["Octets", "Timing"]),
    tests("GAP", ["Octets", "Timing", "Identifiers", "HCI", "WatchProfile"]),
    tests("GATT", ["Octets", "Timing", "Identifiers", "ATT", "Cryptography", "WatchProfile"]),
    tests("Typefaces", ["Octets", "Text", "Graphics", "belfry-font"]),
    tests(
      "Displays", ["Octets", "Timing", "Peripherals", "Graphics", "Typefaces", "ANCS", "Screens", "WatchModel"]),
    tests("WatchProfile", ["Octets", "HCI", "GAP"]),
    tests(
      "BluetoothHost",
      [
        "WatchProfile",
        "Octets", "Timing", "Identifiers", "Peripherals", "HCI", "L2CAP", "ATT", "SecurityManager", "GAP", "GATT",
        "PhoneSupport",
      ]),
    tests("AMS", ["Octets", "Timing", "Identifiers"]),
    tests("ANCS", ["Octets", "Timing", "Identifiers", "belfry-ancs-decode"]),
    tests(
      "Screens",
      ["Features", "Octets", "Timing", "Identifiers", "WatchModel", "Graphics", "Typefaces", "ANCS", "belfry-screens"],
      exclude: ["Golden", "GoldenHalves"]),
    tests(
      "PhoneClient",
      ["Octets", "Timing", "Identifiers", "WatchModel", "ATT", "GATT", "ANCS", "AMS", "PhoneSupport"]),
    tests(
      "Watch",
      [
        "Features", "Octets", "Timing", "Identifiers", "Peripherals", "HCI", "ATT", "SecurityManager", "GATT",
        "BluetoothHost", "ANCS", "AMS", "CurrentTimeService", "Graphics", "Displays", "Screens", "WatchModel",
        "PhoneClient", "WatchProfile", "PhoneSupport",
      ]),
    tests(
      "WatchCore",
      [
        "Octets", "Timing", "Identifiers", "Peripherals", "HCI", "SecurityManager", "GATT", "BluetoothHost", "Screens",
        "WatchModel", "PhoneClient", "Watch", "ANCS",
      ]),
    .target(
      name: "LinuxSupport", dependencies: ["Octets", "Timing", "LinuxPlatform", "TestSupport"],
      path: "Tests/LinuxSupport", swiftSettings: hostSettings),
    tests("LinuxPlatform", ["Octets", "Timing", "Identifiers", "Peripherals", "CLinux", "LinuxSupport"]),
    tests("Configuration", ["Timing", "Peripherals", "WatchModel", "LinuxPlatform", "LinuxSupport"]),
    tests(
      "Daemon",
      [
        "Octets", "Timing", "Identifiers", "Peripherals", "HCI", "SecurityManager", "GATT", "BluetoothHost", "ANCS",
        "Screens", "WatchModel", "PhoneClient", "Watch", "WatchCore", "CLinux", "LinuxPlatform", "LinuxSupport",
      ]),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Octets", "Timing", "Identifiers", "Peripherals", "HCI", "L2CAP", "ATT", "SecurityManager", "Text", "Graphics",
        "GAP", "GATT", "BluetoothHost", "ANCS", "AMS", "Control", "CurrentTimeService", "Screens", "WatchModel",
        "PhoneClient", "WatchProfile", "Watch", "TestSupport", "PhoneSupport",
      ],
      path: "Tests/FuzzTargets", swiftSettings: hostSettings),
    tests("FuzzTargets"),
    tests("Sessions"),
    tests(
      "VirtualPhone",
      [
        "Octets", "Timing", "Identifiers", "Peripherals", "SecurityManager", "GATT", "BluetoothHost", "ANCS", "AMS",
        "WatchModel", "PhoneClient", "Watch",
      ]),
  ],
  cLanguageStandard: .gnu2x
)

for (subject, modules) in subjects {
  for target in package.targets {
    if modules.contains(target.name) { target.path = "Sources/\(subject)/\(target.name)" }
    if modules.contains(where: { $0 + "Tests" == target.name }) { target.path = "Tests/\(subject)/\(target.name)" }
  }
}
