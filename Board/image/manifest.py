"""The list of everything in an image: each file with its part, source, licence and size."""

import json

import contents

HEADING = """Everything in this image
========================

{model}. The files below initramfs.lz4 are the root file system. "Source" is where the part's source is to be had: a
Debian source package, from Debian's archive or its snapshots; or Belfry's repository. Binary packages, with the
SHA-256 of each, stand at the end.

"""


def table(rows: list[tuple[str, ...]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() + "\n" for row in rows)


def text(recipe: contents.Recipe) -> str:
    """Returns the list as text; parts by name, files by path."""
    parts = sorted(recipe.parts.values(), key=lambda part: (part.name, part.licence))
    pieces = [HEADING.format(model=recipe.settings["model"])]
    rows = [("part", "version", "octets", "licence")]
    for part in parts:
        rows.append((part.name, part.version, str(sum(size for _, size in part.files)), part.licence))
    pieces.append(table(rows))
    for part in parts:
        pieces.append(f"\n{part.name} {part.version}, {part.licence}\n  Source: {part.source}\n")
        pieces.append(table([(f"  {size:>9}", name) for name, size in sorted(part.files)]))
    packages = [(name, package.version, package.digest) for name, package in sorted(recipe.debian.items())]
    pieces.append("\nDebian's packages\n" + table(packages))
    return "".join(pieces)


def debian_parts(recipe: contents.Recipe) -> str:
    """Returns the Debian packages in the image with their licences, as JSON for the release."""
    licences: dict[str, set[str]] = {}
    for part in recipe.parts.values():
        licences.setdefault(part.name, set()).add(part.licence)
    listed = [
        {"name": name, "version": package.version, "architecture": package.architecture, "source": package.source,
         "source-version": package.source_version, "sha256": package.digest, "licences": sorted(licences[name])}
        for name, package in sorted(recipe.debian.items()) if name in licences]
    return json.dumps(listed, indent=2) + "\n"
