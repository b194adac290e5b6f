// swift-tools-version: 6.3
import PackageDescription

/// What every firmware module is built with, on a PC and for a board alike. Nothing here depends on the board:
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

/// What host tools and tests are built with: ordinary Swift that may allocate.
let hostSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
  .treatAllWarnings(as: .error),
]

let shimSettings: [CSetting] = [
  .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
]

func firmware(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: firmwareSettings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies,
    exclude: exclude, swiftSettings: hostSettings)
}

let package = Package(
  name: "belfry",
  products: [
    .executable(name: "belfry", targets: ["belfry"]),
    .executable(name: "belfry-font", targets: ["belfry-font"]),
    .executable(name: "belfry-unicode", targets: ["belfry-unicode"]),
    .executable(name: "belfry-screens", targets: ["belfry-screens"]),
    .executable(name: "belfry-ancs-decode", targets: ["belfry-ancs-decode"]),
    .library(name: "ANCS", targets: ["ANCS", "Octets", "Timing", "Identifiers"]),
    .library(name: "AMS", targets: ["AMS", "Octets", "Timing", "Identifiers"]),
    // All but what is Linux's: for a microcontroller, see Board/cortex-m4.
    .library(name: "BelfryCore", type: .static, targets: ["Core"]),
    .executable(name: "belfry-cortex-m4", targets: ["belfry-cortex-m4"]),
    // For the package in Benchmarks.
    .executable(name: "belfry-bench", targets: ["belfry-bench"]),
    .library(name: "Workloads", targets: ["Workloads"]),
    // For the package in Tests/Fuzz.
    .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
  ],
  targets: [
    // The C shims.
    .target(name: "CWidening", cSettings: shimSettings),
    .target(
      name: "CBearSSL", cSettings: shimSettings, linkerSettings: [.linkedLibrary("bearssl")]),
    .target(name: "CTypefaces", cSettings: shimSettings),
    .target(name: "CUnicode", cSettings: shimSettings),
    .target(
      name: "CLinux", cSettings: shimSettings,
      linkerSettings: ["gpiod", "i2c", "inih"].map { .linkedLibrary($0) }),

    // Layer 0: words.
    firmware("Octets", ["CWidening"]),
    firmware("Timing", ["CWidening"]),
    firmware("Identifiers", ["Octets"]),
    firmware("Peripherals", ["Octets", "Timing"]),

    // Layer 1: one protocol each.
    firmware("HCI", ["Octets", "Timing", "Identifiers", "Peripherals"]),
    firmware("L2CAP", ["Octets", "Timing", "Identifiers"]),
    firmware("ATT", ["Octets", "Timing", "Identifiers"]),
    firmware("Cryptography", ["CBearSSL"]),
    firmware("SecurityManager", ["Octets", "Timing", "Identifiers", "Peripherals", "Cryptography"]),
    firmware("Text", ["Octets", "CUnicode"]),
    firmware("Graphics", ["Octets", "Timing", "Text"]),
    firmware("Control", ["Octets"]),
    firmware("CurrentTimeService", ["Octets", "Timing"]),

    // Layer 2: roles and devices.
    firmware("GAP", ["Octets", "Timing", "Identifiers", "HCI"]),
    firmware("GATT", ["Octets", "Timing", "Identifiers", "ATT"]),
    firmware("Typefaces", ["Octets", "Graphics", "CTypefaces"]),
    firmware("Displays", ["Octets", "Timing", "Peripherals", "Graphics"]),

    // Layer 3: compositions.
    firmware(
      "BluetoothHost",
      [
        "Octets", "Timing", "Identifiers", "Peripherals", "HCI", "L2CAP", "ATT", "Cryptography",
        "SecurityManager", "GAP", "GATT",
      ]),
    firmware("ANCS", ["Octets", "Timing", "Identifiers"]),
    firmware("AMS", ["Octets", "Timing", "Identifiers"]),
    firmware("Screens", ["Octets", "Timing", "Identifiers", "Graphics", "Typefaces", "ANCS"]),

    // Layer 4: the product.
    firmware(
      "Watch",
      [
        "Octets", "Timing", "Identifiers", "Peripherals", "BluetoothHost", "SecurityManager", "GAP", "GATT",
        "ATT", "ANCS", "AMS", "CurrentTimeService", "Graphics", "Screens", "Displays",
      ]),

    firmware(
      "Core",
      [
        "Octets", "Timing", "Identifiers", "Peripherals", "HCI", "SecurityManager", "GATT", "BluetoothHost",
        "Graphics", "Displays", "Watch",
      ]),

    // The rim: the only system calls.
    firmware("LinuxPlatform", ["Octets", "Timing", "Identifiers", "Peripherals", "CLinux"]),
    .executableTarget(
      name: "belfry",
      dependencies: [
        "Octets", "Timing", "Identifiers", "Peripherals", "HCI", "SecurityManager", "GATT", "BluetoothHost", "ANCS",
        "AMS", "Graphics", "Control", "CurrentTimeService", "Displays", "Screens", "Watch", "LinuxPlatform",
      ],
      exclude: ["events.schema.json"], swiftSettings: firmwareSettings),

    // The same without Linux: an example of a port to a microcontroller.
    .target(name: "CCortexM4", cSettings: shimSettings),
    .executableTarget(
      name: "belfry-cortex-m4",
      dependencies: [
        "Octets", "Timing", "Peripherals", "SecurityManager", "GATT", "BluetoothHost", "Core", "CCortexM4",
      ],
      swiftSettings: firmwareSettings),

    // What is measured, and the program that measures it on a board.
    .target(
      name: "Workloads",
      dependencies: [
        "Octets", "Timing", "Identifiers", "Peripherals", "HCI", "L2CAP", "ATT", "Cryptography", "ANCS", "Graphics",
        "Typefaces", "Displays", "Screens",
      ],
      path: "Benchmarks/Workloads", swiftSettings: firmwareSettings),
    .target(name: "CStopwatch", path: "Benchmarks/CStopwatch", cSettings: shimSettings),
    .executableTarget(
      name: "belfry-bench", dependencies: ["Octets", "Workloads", "CLinux", "CStopwatch"], path: "Benchmarks/Board",
      swiftSettings: firmwareSettings),

    // Host tools.
    .executableTarget(name: "belfry-font", swiftSettings: hostSettings),
    .executableTarget(name: "belfry-unicode", swiftSettings: hostSettings),
    .executableTarget(
      name: "belfry-screens",
      dependencies: ["Octets", "Timing", "Identifiers", "Graphics", "Typefaces", "ANCS", "Screens"],
      swiftSettings: hostSettings),
    .executableTarget(
      name: "belfry-ancs-decode", dependencies: ["Octets", "Identifiers", "ANCS"], swiftSettings: hostSettings),

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
        "TestSupport", "PhoneSupport",
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
    tests("Control", ["Octets"]),
    tests("CurrentTimeService", ["Octets", "Timing"]),
    tests("GAP", ["Octets", "Timing", "Identifiers", "HCI"]),
    tests("GATT", ["Octets", "Timing", "Identifiers", "ATT", "Cryptography"]),
    tests("Typefaces", ["Octets", "Text", "Graphics", "belfry-font"]),
    tests(
      "Displays", ["Octets", "Timing", "Peripherals", "Graphics", "Typefaces", "ANCS", "Screens"]),
    tests(
      "BluetoothHost",
      [
        "Octets", "Timing", "Identifiers", "Peripherals", "HCI", "L2CAP", "ATT", "SecurityManager", "GAP", "GATT",
        "PhoneSupport",
      ]),
    tests("AMS", ["Octets", "Timing", "Identifiers"]),
    tests("ANCS", ["Octets", "Timing", "Identifiers", "belfry-ancs-decode"]),
    tests(
      "Screens", ["Octets", "Timing", "Identifiers", "Graphics", "Typefaces", "ANCS", "belfry-screens"],
      exclude: ["Golden", "GoldenHalves"]),
    tests(
      "Watch",
      [
        "Octets", "Timing", "Identifiers", "Peripherals", "HCI", "ATT", "SecurityManager", "GATT", "BluetoothHost",
        "ANCS", "AMS", "CurrentTimeService", "Graphics", "Displays", "Screens", "PhoneSupport",
      ]),
    tests(
      "Core",
      [
        "Octets", "Timing", "Identifiers", "Peripherals", "HCI", "SecurityManager", "GATT", "BluetoothHost", "Screens",
        "Watch", "ANCS",
      ]),
    tests("LinuxPlatform", ["Octets", "Timing", "Identifiers", "Peripherals", "CLinux"]),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Octets", "Timing", "Identifiers", "Peripherals", "HCI", "L2CAP", "ATT", "SecurityManager", "Text", "Graphics",
        "GAP", "GATT", "BluetoothHost", "ANCS", "AMS", "Control", "CurrentTimeService", "Screens", "Watch",
        "TestSupport", "PhoneSupport",
      ],
      path: "Tests/FuzzTargets", swiftSettings: hostSettings),
    tests("FuzzTargets"),
  ],
  cLanguageStandard: .gnu2x
)
