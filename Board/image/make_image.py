"""Makes a board's SD-card image. `make image BOARD=…` first makes everything that it needs, and then calls it.

The same packages, binary and time give the same image, to the octet.
"""

import argparse
import hashlib
import pathlib
import shutil
import subprocess
import sys
import tomllib

import contents
import kernel_image
import kernel_modules
import manifest
import partitions

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
PROFILES = sorted(path.stem for path in (REPOSITORY / "Board/profiles").glob("*.ini"))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("board", help="a folder of Board/ that has an image.toml")
    parser.add_argument("--packages", type=pathlib.Path, required=True, help="where fetch-debs unpacked them")
    parser.add_argument("--init", type=pathlib.Path, required=True, help="process 1, for the board")
    parser.add_argument("--binary", type=pathlib.Path, required=True, help="belfry, for the board")
    parser.add_argument("--profile", default="oled-bonnet", help="the settings to begin with: a file of Board/profiles")
    parser.add_argument("--version", required=True, help="Belfry's version, for the list of the image's parts")
    parser.add_argument("--time", type=int, required=True, help="SOURCE_DATE_EPOCH: the time of every file")
    parser.add_argument("--firmware", type=pathlib.Path, help="a folder with the user's patches for the Bluetooth chip")
    parser.add_argument("--debug", action="store_true", help="a shell at the serial console")
    parser.add_argument("--xz", action="store_true", help="the image compressed, too")
    parser.add_argument("--output", type=pathlib.Path, required=True)
    return parser.parse_args()


def fill(recipe: contents.Recipe, boot: pathlib.Path, options: argparse.Namespace) -> None:
    profiles = REPOSITORY / "Board/profiles"
    profile = profiles / f"{options.profile}.ini"
    filling = contents.Contents(recipe, boot)
    filling.put_firmware()
    filling.put_kernel()
    filling.put_device_tree()
    filling.put_settings(HERE / "boot", profiles, profile)
    filling.put_root(options.init, options.binary, profile)
    filling.put_tools()
    filling.put_licences(REPOSITORY)
    (boot / "licences/MANIFEST.txt").write_text(manifest.text(recipe))


def digest(path: pathlib.Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def make(options: argparse.Namespace) -> pathlib.Path:
    """Makes the image beside `output`, and then replaces `output`, so that a failure keeps the finished image."""
    if options.profile not in PROFILES:
        raise FileNotFoundError(f"there is no profile '{options.profile}'; there are: {', '.join(PROFILES)}")
    settings = tomllib.loads((REPOSITORY / "Board" / options.board / "image.toml").read_text())
    listed = options.packages.with_name(options.packages.name + ".packages")
    recipe = contents.Recipe(
        settings, options.packages, listed, options.time, options.debug, options.firmware, options.version)
    unfinished = options.output.with_name(options.output.name + ".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    boot = unfinished / "boot"
    boot.mkdir(parents=True)
    fill(recipe, boot, options)
    image = unfinished / f"belfry-{options.board}{'-debug' if options.debug else ''}.img"
    partitions.make_image(image, boot, unfinished, options.time)
    (unfinished / f"{image.stem}.bmap").write_text(partitions.block_map(image))
    (unfinished / f"{image.stem}.manifest.txt").write_text(manifest.text(recipe))
    (unfinished / f"{image.stem}.parts.json").write_text(manifest.debian_parts(recipe))
    images = [image, partitions.compress(image)] if options.xz else [image]
    sums = [f"{digest(path)}  {path.name}\n" for path in images]
    (unfinished / "SHA256SUMS").write_text("".join(sums))
    shutil.rmtree(options.output, ignore_errors=True)
    unfinished.rename(options.output)
    return options.output / image.name


def main() -> None:
    options = arguments()
    try:
        image = make(options)
    except (OSError, subprocess.CalledProcessError, kernel_image.UnknownKernel, kernel_modules.MissingModule) as error:
        sys.exit(f"make_image: {error}")
    packed = image.with_name(image.name + ".xz")
    compressed = f", {packed.stat().st_size} octets as .xz" if packed.exists() else ""
    print(f"image: {image}, {image.stat().st_blocks * 512} octets on disk{compressed}")


if __name__ == "__main__":
    main()
