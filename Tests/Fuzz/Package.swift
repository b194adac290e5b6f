// swift-tools-version: 6.3
import PackageDescription

/// The libFuzzer program for the targets of `Tests/FuzzTargets`. It is a separate package, because all of its code and
/// dependencies are built with the fuzzer's instrumentation. `make fuzz` runs it.
let package = Package(
  name: "belfry-fuzz",
  dependencies: [.package(name: "belfry", path: "../..")],
  targets: [
    .executableTarget(name: "belfry-fuzz", dependencies: [.product(name: "FuzzTargets", package: "belfry")])
  ]
)
