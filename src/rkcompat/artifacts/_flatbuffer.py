"""A FlatBuffer read field by field, with no trust in any offset or length (https://flatbuffers.dev/internals)."""

from collections.abc import Iterator
from struct import Struct

from ._file import DamageError
from ._source import Source

_U16 = Struct("<H")
_U32 = Struct("<I")
_I32 = Struct("<i")
_U64 = Struct("<Q")
#: The list of a table's fields begins with its own size and that of the table.
_FIRST_FIELD = 4


class FlatBuffer:
    """A FlatBuffer that stands in a file; positions are those of the file, so that messages can name them."""

    def __init__(self, file: Source, start: int, end: int) -> None:
        self._file = file
        self._start = start
        self._end = end

    def root(self) -> "Table":
        """The root table.

        Raises:
            DamageError: there is none.
        """
        return Table(self, self.follow(self._start))

    def read(self, position: int, length: int) -> bytes:
        """The bytes at a position.

        Raises:
            DamageError: they do not lie in the buffer.
        """
        if not self._start <= position <= position + length <= self._end:
            raise DamageError(f"the FlatBuffer ends at byte {self._end}, but leads to bytes {position} to {position + length}")
        return self._file.read(position, length)

    def number(self, form: Struct, position: int) -> int:
        """The number at a position.

        Raises:
            DamageError: it does not lie in the buffer.
        """
        number: int = form.unpack(self.read(position, form.size))[0]
        return number

    def follow(self, position: int) -> int:
        """The position that the offset at this one leads to.

        Raises:
            DamageError: the offset does not lie in the buffer.
        """
        return position + self.number(_U32, position)


class Table:
    """One table; a field that it does not have, or that its schema does not number (``None``), is ``None``.

    Every method raises `DamageError` where an offset or a length leads out of the buffer.
    """

    def __init__(self, buffer: FlatBuffer, position: int) -> None:
        self._buffer = buffer
        self._position = position
        self._fields = position - buffer.number(_I32, position)
        self._fields_size = buffer.number(_U16, self._fields)
        if self._fields_size < _FIRST_FIELD:
            raise DamageError(f"the FlatBuffer has a table at byte {position} without a list of fields")

    def _field(self, index: int | None) -> int | None:
        if index is None:
            return None
        slot = _FIRST_FIELD + 2 * index
        if slot + 2 > self._fields_size:
            return None
        offset = self._buffer.number(_U16, self._fields + slot)
        return self._position + offset if offset else None

    def u32(self, index: int | None) -> int | None:
        """An unsigned number of 32 bits."""
        field = self._field(index)
        return None if field is None else self._buffer.number(_U32, field)

    def u64(self, index: int | None) -> int | None:
        """An unsigned number of 64 bits."""
        field = self._field(index)
        return None if field is None else self._buffer.number(_U64, field)

    def string(self, index: int | None, longest: int = 4096) -> str | None:
        """A string of at most `longest` bytes; what is no UTF-8 in it shows as an escape."""
        field = self._field(index)
        if field is None:
            return None
        position = self._buffer.follow(field)
        length = self._buffer.number(_U32, position)
        if length > longest:
            raise DamageError(f"the FlatBuffer has a text of {length} bytes at byte {position}, needed at most {longest}")
        return self._buffer.read(position + 4, length).decode("utf-8", "backslashreplace")

    def table(self, index: int | None) -> "Table | None":
        """A table."""
        field = self._field(index)
        return None if field is None else Table(self._buffer, self._buffer.follow(field))

    def tables(self, index: int | None) -> Iterator["Table"]:
        """A vector of tables, each read when it is asked for: the length that it states may be a lie."""
        field = self._field(index)
        if field is None:
            return
        position = self._buffer.follow(field)
        for number in range(self._buffer.number(_U32, position)):
            yield Table(self._buffer, self._buffer.follow(position + 4 + 4 * number))
