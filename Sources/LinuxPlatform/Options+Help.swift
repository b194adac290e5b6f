extension Program {
  /// Writes what `--help` shows to standard output.
  public static func printHelp() {
    printDeviceHelp()
    printOtherHelp()
  }

  private static func printDeviceHelp() {
    print(
      """
      Usage: belfry [OPTION]...
      An iPhone notification watch.

        --config FILE        settings: name, panel, pins, brightness, security; the command line wins
        --hci SPEC           the Bluetooth controller (default hci0):
                               hciN                 a Linux controller, taken over from the kernel
                               tcp:HOST:PORT        an H4 stream
                               unix:PATH            an H4 stream
                               uart:DEVICE[@BAUD]   H4 on a serial line (default 115200)
        --display SPEC       the picture (default i2c:/dev/i2c-1@0x3c):
                               i2c:DEVICE[@ADDRESS] a panel, an SSD1306 unless the settings say otherwise
                               terminal             this terminal
                               trace:PATH           a file of what the panel would be sent
        --buttons SPEC       the buttons (default gpio:pinctrl-bcm2835):
                               gpio:CHIP            lines of a GPIO chip: its path, name or label
                               keyboard             a accept, d decline, k up, j down, enter select, esc back;
                                                    A, D held; q quits
                               pipe:PATH            lines NAME [press|release|hold] of a FIFO or a file
                               none                 the board has none; needs security = none-confirm
        --haptics SPEC       a motor and a lamp, as [haptics] says which lines (default gpio: with the buttons' chip):
                               gpio:CHIP            lines of a GPIO chip: its path, name or label
                               trace:PATH           a file of what they would be told
                               none                 neither

      """)
  }

  private static func printOtherHelp() {
    print(
      """
        --state DIR          where the bonds are kept (default /var/lib/belfry)
        --events PATH        what happens, as JSON Lines to a file or FIFO; - is standard output
        --control PATH       a Unix socket at which programs act on notifications, by lines of JSON
        --capture FILE       all HCI traffic, as btsnoop for Wireshark
        --name NAME          the advertised name (default Belfry), 1 to 29 octets
        --pairing-window SECONDS
                             how long a new phone may pair, 0 to 3600 (default 120)
        --self-test[=PART]   try controller, panel, buttons, haptics, or all of them, and say what fails
        --version            show the version and end
        --help               show this and end

      Exit status: 0 asked to end, or the self-test passed; 64 bad usage, 69 a device cannot be opened or is lost, or
      the self-test failed; 74 the bond store cannot be written, 78 bad configuration.

      """)
  }
}
