internal import LinuxPlatform

@main
struct Main {
  static func main() {
    do throws(UsageError) {
      switch try Command.parse(Program.arguments) {
      case .showHelp: Program.printHelp()
      case .showVersion: Program.print("belfry 0.1.0\n")
      case .run(let options):
        if let parts = options.selfTest { test(parts, options) }
        run(options)
      }
    } catch {
      Program.fail(error)
    }
    Program.exit(.success)
  }

  /// Tries the devices, and ends.
  private static func test(_ parts: SelfTestChoice, _ options: Options) -> Never {
    do throws(PlatformError) {
      var test = try SelfTest(options)
      Program.exit(test.run(parts))
    } catch {
      Program.fail(error)
    }
  }

  /// Runs until a signal or a key ends the watch, or a device is lost for good.
  private static func run(_ options: Options) {
    do throws(PlatformError) {
      var runner = Runner(options, try Devices(options))
      try runner.open(options)
      try runner.run()
    } catch {
      Program.fail(error)
    }
  }
}
