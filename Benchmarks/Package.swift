// swift-tools-version: 6.3
import PackageDescription

/// The benchmarks. They are a separate package, so that the product has no dependencies. `make bench` runs them.
let package = Package(
  name: "belfry-benchmarks",
  dependencies: [
    .package(name: "belfry", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
  ],
  targets: [
    .target(name: "CAllocations", path: "CAllocations"),
    .executableTarget(
      name: "Belfry",
      dependencies: [
        "CAllocations",
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Workloads", package: "belfry"),
      ],
      path: "Benchmarks/Belfry",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ]
)
