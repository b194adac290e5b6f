"""Fetches the Debian packages of a board's image: fetch_packages.py BOARD FOLDER."""

import os
import pathlib
import shutil
import subprocess
import sys
import tomllib

BOARD = pathlib.Path(__file__).resolve().parent.parent
# The VideoCore's firmware, the Bluetooth chip's patch, the repair of the data partition, the shell of DEBUG=1,
# licences.
PACKAGES = ["raspi-firmware", "bluez-firmware", "e2fsck-static", "busybox-static", "base-files"]


def main() -> None:
    board, folder = sys.argv[1:]
    settings = tomllib.loads((BOARD / board / "image.toml").read_text())
    environment = dict(os.environ, DEBIAN_COMPONENTS="main non-free-firmware")
    kernel = f"depends:{settings['kernel-package']}"
    # A failure keeps the packages that are there. The new folder holds no older versions under other names.
    fetched = f"{folder}.new"
    shutil.rmtree(fetched, ignore_errors=True)
    command = [str(BOARD / "fetch-debs"), settings["architecture"], fetched, kernel, *PACKAGES]
    status = subprocess.run(command, env=environment, check=False).returncode
    if status != 0:
        sys.exit(status)
    pathlib.Path(f"{folder}.packages").unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
    pathlib.Path(fetched).rename(folder)
    pathlib.Path(f"{fetched}.packages").rename(f"{folder}.packages")


if __name__ == "__main__":
    main()
