internal import CLinux

extension PlatformError {
  /// The remedy for the user.
  var advice: StaticString {
    switch subject {
    case .userChannel: userChannelAdvice
    case .controllerStream: "start the program that emulates the controller, or correct --hci"
    case .serialController: serialAdvice
    case .panel: panelAdvice
    case .gpioButtons: gpioAdvice
    case .haptics: hapticsAdvice
    case .keyboard, .terminal: "run in a terminal, or choose another --display and --buttons"
    case .buttonScript: scriptAdvice
    case .bondStore, .mutes, .choices: storeAdvice
    case .events: outputAdvice("correct --events")
    case .control: controlAdvice
    case .capture: outputAdvice("correct --capture")
    case .trace: outputAdvice("correct --display")
    case .configuration: configurationAdvice
    case .kernel: "see the kernel's log (dmesg)"
    case .standardOutput: fileAdvice("redirect it to another place")
    }
  }

  private var userChannelAdvice: StaticString {
    switch error.rawValue {
    case BELFRY_EPERM, BELFRY_EACCES: "run as root, or give the program CAP_NET_ADMIN"
    case BELFRY_EBUSY: "end what uses it: another belfry, or systemctl disable --now bluetooth"
    case BELFRY_ESETUPFAILED: "turn the power of the board off and on, or see the kernel's log (dmesg)"
    case BELFRY_EUSERS: "stop the other program that is using it"
    case BELFRY_ERFKILL: "it is switched off: rfkill unblock bluetooth"
    case BELFRY_EAFNOSUPPORT: "this kernel has no Bluetooth: modprobe bluetooth, or use another --hci"
    case BELFRY_ENODEV: "there is no such controller: list them with hciconfig, and see dmesg for its driver"
    case BELFRY_ENETDOWN: "it was switched off: see rfkill, and end what else uses it"
    case BELFRY_EPIPE: "it was unplugged, or its driver ended: plug it in again, or see the kernel's log (dmesg)"
    default: "see the kernel's log (dmesg)"
    }
  }

  private var serialAdvice: StaticString {
    switch error.rawValue {
    case BELFRY_EACCES, BELFRY_EPERM: "join the group dialout, or run as root"
    case BELFRY_ENOTTY: "that is no serial line; correct --hci"
    default: "correct --hci, and look at the wiring"
    }
  }

  private var panelAdvice: StaticString {
    switch error.rawValue {
    case BELFRY_ENOENT: "enable I2C (dtparam=i2c_arm=on; modprobe i2c-dev), or try --display terminal"
    case BELFRY_EACCES, BELFRY_EPERM: "join the group i2c, or run as root"
    case BELFRY_ENOTTY, BELFRY_EOPNOTSUPP: "that is no I2C bus; correct --display"
    case BELFRY_EBUSY: "a kernel driver uses the display: remove its overlay from config.txt"
    case BELFRY_EREMOTEIO, BELFRY_ENXIO: "nothing answers at that address: look at the wiring, or correct the address"
    default: "look at the wiring: power, ground, SDA, SCL"
    }
  }

  private var gpioAdvice: StaticString {
    switch error.rawValue {
    case BELFRY_ENODEV, BELFRY_ENOENT: "name a chip as gpiodetect lists them, or try --buttons keyboard"
    case BELFRY_ENOTTY: "that is no GPIO chip; gpiodetect lists them"
    case BELFRY_EACCES, BELFRY_EPERM: "join the group gpio, or run as root"
    case BELFRY_EBUSY: "end the other program that uses the line, or choose another in [buttons]"
    default: "choose another line in [buttons]; gpioinfo lists them"
    }
  }

  private var hapticsAdvice: StaticString {
    switch error.rawValue {
    case BELFRY_EACCES, BELFRY_EPERM: "join the group gpio, or run as root"
    case BELFRY_EBUSY: "end the other program that uses the line, or choose another in [haptics]"
    case BELFRY_ELOOP, BELFRY_EFOREIGN: outputAdvice("correct --haptics")
    default: fileAdvice("correct --haptics, or [haptics]; gpioinfo lists chips and lines")
    }
  }

  private var scriptAdvice: StaticString {
    switch error.rawValue {
    case BELFRY_EFOREIGN: "name a FIFO or a file of your own in --buttons"
    case BELFRY_ESHARED: "run chmod go-w on it, or correct --buttons"
    default: "correct --buttons"
    }
  }

  private var storeAdvice: StaticString {
    switch error.rawValue {
    case BELFRY_EFOREIGN: "run chown on it and its files, or choose another --state"
    case BELFRY_ESHARED: "run chmod go-w on it, or choose another --state"
    case BELFRY_EBUSY: "end the other belfry that uses it, or choose another --state"
    case BELFRY_EACCES, BELFRY_EPERM, BELFRY_EROFS: "make it writable, or choose another --state"
    case BELFRY_ENOENT: "make the directory above it, or choose another --state"
    case BELFRY_ENOSPC, BELFRY_EDQUOT: "make room on its file system"
    case BELFRY_ENOTREGULAR, BELFRY_ELOOP: "remove what is there, or choose another --state"
    case BELFRY_EHELPERENDED, BELFRY_EHELPERSILENT: "see the kernel's log (dmesg), and the card or disk"
    case BELFRY_EIO: "the card or disk may be failing: replace it, or choose another --state"
    default: "choose another --state"
    }
  }

  private var configurationAdvice: StaticString {
    switch error.rawValue {
    case BELFRY_EFBIG: "a configuration has at most 65536 bytes; correct --config"
    default: fileAdvice("correct --config")
    }
  }

  private var controlAdvice: StaticString {
    switch error.rawValue {
    case BELFRY_EADDRINUSE: "end the other program that listens there, or choose another --control"
    case BELFRY_ENOTSOCK: "remove what is there yourself, or choose another --control"
    default: fileAdvice("correct --control")
    }
  }

  /// For a file that is written for people and programs.
  private func outputAdvice(_ correction: StaticString) -> StaticString {
    switch error.rawValue {
    case BELFRY_ELOOP: "name the file itself, not a link to it"
    case BELFRY_EFOREIGN: "remove it, or name another one"
    default: fileAdvice(correction)
    }
  }

  private func fileAdvice(_ correction: StaticString) -> StaticString {
    switch error.rawValue {
    case BELFRY_ENOSPC, BELFRY_EDQUOT: "make room on its file system"
    default: correction
    }
  }
}
