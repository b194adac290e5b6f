"""The bill of materials of a release, as SPDX 2.3 in JSON: the parts of the release's files, with licences.

https://spdx.github.io/spdx-spec/v2.3/
"""

import dataclasses
import datetime
import json
import pathlib
import re
import urllib.parse

# The licences of the compiled and linked parts, by the start of the Debian package's name. NOTICE has the details.
LINKED_LICENCES = {
    "libbearssl-": "MIT",
    "libbluetooth-": "GPL-2.0-or-later",
    "libc6-": "LGPL-2.1-or-later",
    "libgcc-": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libgpiod-": "LGPL-2.1-or-later",
    "libi2c-": "LGPL-2.1-or-later",
    "libinih-": "BSD-3-Clause",
    "linux-libc-": "GPL-2.0-only WITH Linux-syscall-note",
    "unifont": "GPL-2.0-or-later WITH Font-exception-2.0 OR OFL-1.1",
    "fonts-unifont": "GPL-2.0-or-later WITH Font-exception-2.0 OR OFL-1.1",
    "xfonts-terminus": "OFL-1.1-RFN",
    "unicode-data": "Unicode-DFS-2016",
}
# The licences of Board/image/contents.py. None: a text about licences, or an archive of other parts.
IMAGE_LICENCES = {
    "GPL-2.0-only": "GPL-2.0-only",
    "GPL-2.0-only and LGPL-2.0": "GPL-2.0-only AND LGPL-2.0-only",
    "Broadcom/Raspberry Pi: unmodified, for a Raspberry Pi only": "LicenseRef-Broadcom-RaspberryPi",
    "Cypress driver licence: for its chips only": "LicenseRef-Cypress",
    "notices": None,
    "text of the licence": None,
}
# Licences without an SPDX name: the package whose notices in the image hold the text.
OTHER_LICENCES = {
    "LicenseRef-Broadcom-RaspberryPi": "raspi-firmware",
    "LicenseRef-Cypress": "bluez-firmware",
}
# A binary as a whole is under the licence of the headers of libbluetooth: see NOTICE.
BINARY_LICENCE = "GPL-2.0-or-later"
SUPPLIER = "Organization: The Belfry authors"


class UnknownLicence(Exception):
    """A part whose licence this file does not know."""


@dataclasses.dataclass
class Artefact:
    """A file of the release that was made from other parts."""

    name: str
    path: pathlib.Path
    board: str
    purpose: str
    # The parts of an image, as Board/image/manifest.py writes them.
    parts: pathlib.Path | None = None


def linked_licence(package: str) -> str:
    for start, licence in LINKED_LICENCES.items():
        if package.startswith(start):
            return licence
    raise UnknownLicence(f"{package} has no known licence: add it to Board/release/spdx.py")


def image_licence(package: str, names: list[str]) -> str:
    """Returns the licence of a package of an image whose files have several."""
    # Modules are parts of the kernel, which as a whole is under this licence.
    plain = {"GPL-2.0-only" if name.startswith("module: ") else name for name in names}
    unknown = plain - IMAGE_LICENCES.keys()
    if unknown:
        raise UnknownLicence(f"{package} has an unknown licence, {min(unknown)}: add it to Board/release/spdx.py")
    expressions = {IMAGE_LICENCES[name] for name in plain} - {None}
    return " AND ".join(sorted(expressions)) or "NOASSERTION"


def reference(*words: str) -> str:
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", "-".join(words))


class Document:
    """The packages and relationships of a document; a package that is added twice is listed once."""

    def __init__(self) -> None:
        self.packages: dict[str, dict] = {}
        self.relationships: list[dict] = []

    def relate(self, one: str, kind: str, other: str) -> None:
        relationship = {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
        if relationship not in self.relationships:
            self.relationships.append(relationship)

    def add(self, name: str, version: str, licence: str, supplier: str, key: str = "", **more: object) -> str:
        """Adds a package and returns its identifier. `key` distinguishes packages of the same name."""
        identifier = reference(name, key) if key else reference(name)
        self.packages[identifier] = {
            "SPDXID": identifier, "name": name, "versionInfo": version, "supplier": supplier,
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": licence,
            "licenseDeclared": licence, "copyrightText": "NOASSERTION", **more}
        return identifier

    def add_debian(
        self, name: str, version: str, architecture: str, source: str, source_version: str, licence: str,
        sha256: str | None = None,
    ) -> str:
        """Adds a package of Debian, with its source package."""
        quoted = urllib.parse.quote(version, safe="")
        locator = f"pkg:deb/debian/{name}@{quoted}?arch={architecture}"
        more: dict[str, object] = {"sourceInfo": f"Debian source package {source} {source_version}"}
        if sha256 is not None:
            more["checksums"] = [{"algorithm": "SHA256", "checksumValue": sha256}]
        more["externalRefs"] = [
            {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": locator}]
        return self.add(name, version, licence, "Organization: Debian", f"{version}-{architecture}", **more)


def describe(made: Document, version: str, time: int, digest: str) -> dict:
    """Returns the whole document with the packages of `made`. `digest` is the SHA-256 of the sources."""
    used = " ".join(package["licenseConcluded"] for package in made.packages.values())
    created = datetime.datetime.fromtimestamp(time, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"belfry-{version}",
        # Unique for these files, as SPDX requires; this address has no page.
        "documentNamespace": f"https://belfry.invalid/spdx/{version}/{digest}",
        "creationInfo": {"created": created, "creators": [SUPPLIER, "Tool: belfry-make-release"]},
        "packages": list(made.packages.values()),
        "relationships": made.relationships,
        "hasExtractedLicensingInfos": [
            {"licenseId": name, "name": name.removeprefix("LicenseRef-"),
             "extractedText": f"The notices of Debian's package {package}: licences/{package}.txt in the image."}
            for name, package in OTHER_LICENCES.items() if name in used],
    }


def document(
    version: str, time: int, artefacts: list[Artefact], sources: str, sums: dict[str, str],
    linked: dict[str, list[list[str]]], data: list[list[str]], swift: str,
) -> dict:
    """Returns the document about `artefacts` and the archive `sources`.

    `sums` has the SHA-256 of each file, `linked` the Debian packages that a board's binary is linked with, and `data`
    those whose data it contains; each with name, version, architecture, source, its version, and perhaps its SHA-256.
    """
    made = Document()

    def add_file(name: str, licence: str, purpose: str) -> str:
        checksums = [{"algorithm": "SHA256", "checksumValue": sums[name]}]
        identifier = made.add(
            name, version, licence, SUPPLIER, packageFileName=name, primaryPackagePurpose=purpose, checksums=checksums)
        made.relate("SPDXRef-DOCUMENT", "DESCRIBES", identifier)
        return identifier

    source = add_file(sources, "MIT", "SOURCE")
    fonts = made.add(
        "Belfry's digits, numerals and icons", version, "MIT", SUPPLIER, sourceInfo="the folder Fonts of the sources")
    library = made.add(
        "Swift standard library", swift, "Apache-2.0 WITH Swift-exception", "Organization: The Swift project")
    for artefact in artefacts:
        identifier = add_file(artefact.name, BINARY_LICENCE, artefact.purpose)
        made.relate(identifier, "GENERATED_FROM", source)
        made.relate(identifier, "CONTAINS", fonts)
        made.relate(identifier, "STATIC_LINK", library)
        for name, *fields in linked[artefact.board]:
            part = made.add_debian(name, *fields[:4], linked_licence(name), *fields[4:])
            made.relate(identifier, "STATIC_LINK", part)
        for name, *fields in data:
            made.relate(identifier, "CONTAINS", made.add_debian(name, *fields[:4], linked_licence(name)))
        for part in json.loads(artefact.parts.read_text()) if artefact.parts else []:
            licence = image_licence(part["name"], part["licences"])
            fields = [part[key] for key in ("name", "version", "architecture", "source", "source-version")]
            made.relate(identifier, "CONTAINS", made.add_debian(*fields, licence, part["sha256"]))
    return describe(made, version, time, sums[sources])
