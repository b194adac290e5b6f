// swift-tools-version: 6.3
import PackageDescription

/// libFuzzer's program over the targets of `Tests/FuzzTargets`. A package of its own, because everything in it and
/// below is built with the fuzzer's instrumentation: `make fuzz` says how.
let package = Package(
  name: "belfry-fuzz",
  dependencies: [.package(name: "belfry", path: "../..")],
  targets: [
    .executableTarget(name: "belfry-fuzz", dependencies: [.product(name: "FuzzTargets", package: "belfry")])
  ]
)
