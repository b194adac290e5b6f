"""The Apple Media Service, provider side: Remote Command, Entity Update, Entity Attribute.

The player does what it is told and tells every attribute that was registered when it changes, cut to what a
notification holds. What iOS does when another application plays is not written down; here the new values come before
or after the name of the player, as the test wants.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .att import AttError, uuid_octets
from .att_server import AttServer
from .attributes import EXTENDED, NOTIFY, READ, WRITE, Characteristic, Service
from .log import ActivityLog, Kind

AMS_UUID = uuid_octets("89D3502B-0F36-433A-8EF4-C502AD55F8DC")
REMOTE_COMMAND_UUID = uuid_octets("9B3C81D8-57B1-4A8A-B8DF-0E56F7CA51C2")
ENTITY_UPDATE_UUID = uuid_octets("2F7CABCE-808D-411F-9A0C-BB92BA96C102")
ENTITY_ATTRIBUTE_UUID = uuid_octets("C6B2F38C-23AB-46D8-A6AB-A3A870BBD5D7")

PLAY, PAUSE, TOGGLE, NEXT, PREVIOUS, VOLUME_UP, VOLUME_DOWN = range(7)
PLAYER_NAME, PLAYBACK_INFO, VOLUME = (0, 0), (0, 1), (0, 2)
ARTIST, ALBUM, TITLE, DURATION = (2, 0), (2, 1), (2, 2), (2, 3)
KNOWN = {PLAYER_NAME, PLAYBACK_INFO, VOLUME, *((1, number) for number in range(4)), ARTIST, ALBUM, TITLE, DURATION}
INVALID_STATE, INVALID_COMMAND, ABSENT_ATTRIBUTE = 0xA0, 0xA1, 0xA2
TRUNCATED = 1

Attribute = tuple[int, int]


@dataclass
class Track:
    """A track of the player."""

    title: str = "Heroes"
    artist: str = "David Bowie"
    album: str = "Heroes"
    duration: float = 371.0


@dataclass
class MediaOptions:
    """How this phone's media service behaves where phones differ."""

    separator: str = "."
    """The sign between the integer and the fraction of a number."""
    commands: tuple[int, ...] = (PLAY, PAUSE, TOGGLE, NEXT, PREVIOUS, VOLUME_UP, VOLUME_DOWN)
    """The commands that the player accepts."""
    limit: int = 512
    """The longest value of an update, if the MTU allows it."""
    subscription_error: int | None = None
    registration_error: int | None = None
    command_error: int | None = None
    """The error code for every command; `None`: commands succeed."""
    has_entity_attribute: bool = True
    has_remote_command: bool = True
    has_player_name: bool = True
    on_player_name: Callable[[], None] | None = None
    """Called instead of an answer when Player Name is registered: iOS 8.3 crashed then (openradar 21283910)."""


@dataclass
class Player:
    """The application that plays, and its state."""

    name: str = "Music"
    tracks: list[Track] = field(default_factory=lambda: [Track(), Track("Low", "David Bowie", "Low", 187.5)])
    number: int = 0
    is_playing: bool = True
    rate: float = 1.0
    elapsed: float = 67.25
    volume: float = 0.5

    @property
    def track(self) -> Track:
        """The present track."""
        return self.tracks[self.number]


class MediaSource:
    """Keeps what the phone plays, and serves it to the watch."""

    def __init__(self, log: ActivityLog, server: AttServer, options: MediaOptions | None = None) -> None:
        self.log = log
        self.server = server
        self.options = options or MediaOptions()
        self.player: Player | None = None
        self.values: dict[Attribute, bytes] = {}
        self._registered: list[Attribute] = []
        self._selected: Attribute | None = None
        self.on_command: Callable[[int], None] | None = None
        """Carries out the commands in place of the player."""
        self.remote_command = Characteristic(
            REMOTE_COMMAND_UUID, WRITE | NOTIFY | EXTENDED, on_write=self._on_command,
            on_subscribe=self._on_commands_subscribed, on_configure=self._may_configure)
        self.entity_update = Characteristic(
            ENTITY_UPDATE_UUID, WRITE | NOTIFY | EXTENDED, on_write=self._on_registration,
            on_subscribe=self._on_updates_subscribed, on_configure=self._may_configure)
        self.entity_attribute = Characteristic(
            ENTITY_ATTRIBUTE_UUID, READ | WRITE | EXTENDED, self._selected_value, on_write=self._on_selection)
        characteristics = [self.remote_command] if self.options.has_remote_command else []
        characteristics.append(self.entity_update)
        if self.options.has_entity_attribute:
            characteristics.append(self.entity_attribute)
        self.service = Service(AMS_UUID, characteristics)

    # -- What the user of the phone does -------------------------------------------------------------------------

    def play(self, player: Player | None = None, *, name_last: bool = False) -> Player:
        """Starts the player of an application, in place of the one before."""
        self.player = player or Player()
        values = self._values(self.player)
        if name_last:
            values[PLAYER_NAME] = values.pop(PLAYER_NAME)
        self._tell(values)
        return self.player

    def change(self, **changes: object) -> None:
        """Changes the state of the player, and notifies the watch of the difference."""
        assert self.player
        for name, value in changes.items():
            setattr(self.player, name, value)
        self._tell(self._values(self.player))

    def quit(self, *, name_only: bool = False) -> None:
        """Ends the player. With `name_only`, the phone keeps its other values: it considers them unchanged."""
        self.player = None
        ended = [PLAYER_NAME] if name_only else self._values(Player())
        self._tell({attribute: b"" for attribute in ended})

    def offer(self, *commands: int) -> None:
        """Sets the commands that the player accepts."""
        self.options.commands = commands
        self.server.notify(self.remote_command, bytes(commands))

    def send_update(self, value: bytes) -> None:
        """Notifies any octets as an entity update."""
        self.server.notify(self.entity_update, value[:self.server.mtu - 3])

    # -- Values --------------------------------------------------------------------------------------------------

    def _decimal(self, value: float) -> str:
        return f"{value:.3f}".replace(".", self.options.separator)

    def _values(self, player: Player) -> dict[Attribute, bytes]:
        state = f"{int(player.is_playing)},{self._decimal(player.rate if player.is_playing else 0)}"
        track = player.track
        texts = {
            PLAYER_NAME: player.name, PLAYBACK_INFO: f"{state},{self._decimal(player.elapsed)}",
            VOLUME: self._decimal(player.volume), ARTIST: track.artist, ALBUM: track.album, TITLE: track.title,
            DURATION: self._decimal(track.duration)}
        if not self.options.has_player_name:
            del texts[PLAYER_NAME]
        return {attribute: text.encode() for attribute, text in texts.items()}

    def _tell(self, values: dict[Attribute, bytes]) -> None:
        for attribute, value in values.items():
            if self.values.get(attribute) != value:
                self.values[attribute] = value
                if attribute in self._registered:
                    self._send(attribute)

    def _send(self, attribute: Attribute) -> None:
        value = self.values.get(attribute, b"")
        room = min(self.options.limit, self.server.mtu - 6)
        flags = TRUNCATED if len(value) > room else 0
        self.send_update(bytes((*attribute, flags)) + value[:room])

    # -- What the watch does -------------------------------------------------------------------------------------

    def end_session(self) -> None:
        """Forgets the registrations, because the link has ended."""
        self._registered = []
        self._selected = None

    def _may_configure(self, _: bytes) -> None:
        if self.options.subscription_error is not None:
            raise AttError(self.options.subscription_error)

    def _on_updates_subscribed(self, is_on: bool) -> None:
        self.log.add(Kind.PHONE, "entity updates subscribed", on=is_on)

    def _on_commands_subscribed(self, is_on: bool) -> None:
        self.log.add(Kind.PHONE, "remote commands subscribed", on=is_on)
        if is_on:
            self.server.notify(self.remote_command, bytes(self.options.commands))

    def _on_registration(self, value: bytes) -> Callable[[], None]:
        attributes = [(value[0], number) for number in value[1:]] if len(value) > 1 else []
        self.log.add(Kind.PHONE, "attributes registered", octets=value)
        if self.options.registration_error is not None:
            raise AttError(self.options.registration_error)
        if not attributes or not KNOWN.issuperset(attributes):
            self.log.violation("AMS: an entity or attribute that there is not", octets=value)
            raise AttError(INVALID_COMMAND)
        if self.options.on_player_name and PLAYER_NAME in attributes:
            self.options.on_player_name()
        self._registered = [one for one in self._registered if one[0] != value[0]] + attributes

        def tell() -> None:
            for attribute in attributes:
                if self.values.get(attribute):
                    self._send(attribute)

        return tell

    def _on_selection(self, value: bytes) -> None:
        self.log.add(Kind.PHONE, "attribute selected", octets=value)
        if len(value) != 2 or tuple(value) not in KNOWN:
            self.log.violation("AMS: a selection that there is not", octets=value)
            raise AttError(INVALID_COMMAND)
        attribute = (value[0], value[1])
        if attribute not in self._registered:
            raise AttError(INVALID_STATE)
        if not self.values.get(attribute):
            raise AttError(ABSENT_ATTRIBUTE)
        self._selected = attribute

    def _selected_value(self) -> bytes:
        if self._selected is None:
            raise AttError(INVALID_STATE)
        return self.values.get(self._selected, b"")

    def _on_command(self, value: bytes) -> Callable[[], None]:
        self.log.add(Kind.PHONE, "remote command", octets=value)
        if len(value) != 1 or value[0] not in self.options.commands:
            self.log.violation("AMS: a command that is not offered", octets=value)
            raise AttError(INVALID_COMMAND)
        if self.options.command_error is not None:
            raise AttError(self.options.command_error)
        return lambda: self._perform(value[0])

    def _perform(self, command: int) -> None:
        if self.on_command:
            self.on_command(command)
            return
        player = self.player
        if player is None:
            return
        if command in (NEXT, PREVIOUS):
            step = 1 if command == NEXT else -1
            self.change(number=(player.number + step) % len(player.tracks), elapsed=0.0)
        elif command in (VOLUME_UP, VOLUME_DOWN):
            self.change(volume=min(1.0, max(0.0, player.volume + (0.0625 if command == VOLUME_UP else -0.0625))))
        else:
            self.change(is_playing=not player.is_playing if command == TOGGLE else command == PLAY)
