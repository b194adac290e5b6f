internal import Configuration
internal import Daemon
internal import LinuxPlatform
internal import WatchModel

@main
struct Main {
  static func main() {
    do throws(UsageError) {
      switch try Command.parse(Program.arguments) {
      case .showHelp: Command.printHelp()
      case .showVersion: Program.print(FirmwareVersion.line)
      case .run(let options): run(options)
      }
    } catch {
      error.report()
      Program.exit(error.exitStatus)
    }
    Program.exit(.success)
  }

  private static func run(_ options: Options) {
    do throws(PlatformError) {
      if let parts = options.selfTest { Program.exit(try SelfTest.run(parts, options)) }
      try Daemon.run(options)
    } catch {
      Program.fail(error)
    }
  }
}
