// swift-tools-version: 6.3
import PackageDescription

/// A target of this package, with products of Belfry.
func example(_ name: String, _ products: [String], _ targets: [Target.Dependency] = []) -> Target {
  .executableTarget(name: name, dependencies: products.map { .product(name: $0, package: "belfry") } + targets)
}

// Programs that use Belfry's libraries. Run `make assets` in the folder above first. README.md has a line for each.
let package = Package(
  name: "belfry-examples",
  products: [.library(name: "BareMetal", type: .static, targets: ["BareMetal"])],
  dependencies: [.package(name: "belfry", path: "..")],
  targets: [
    .target(
      name: "ControllerSocket", dependencies: [.product(name: "BluetoothHost", package: "belfry")],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    example("heart-rate", ["BluetoothHost"], ["ControllerSocket"]),
    example("ancs-logger", ["ANCS", "BluetoothHost"], ["ControllerSocket"]),
    example("oled-text", ["Graphics", "Displays"]),
    .systemLibrary(name: "CBoard"),
    .target(
      name: "BareMetal", dependencies: ["CBoard", .product(name: "BluetoothHost", package: "belfry")],
      swiftSettings: [
        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
      ]),
  ]
)
