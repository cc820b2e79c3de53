"""Programs as people write them: names, quoted questions, and bare words for operations.

Whatever comes from a question is quoted as in JSON; the words of the language are not::

    Compare(latest, Compose(TextQ("When did [answer] open?"), Known("Forth Bridge")), …)
"""

import json
import re
from functools import cache
from typing import Any, NoReturn, get_args

import msgspec
from msgspec import inspect

from manyhop.errors import ManyhopError
from manyhop.programs._program import DEEPEST, Program

_KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Program)}
_SPACE = re.compile(r"\s*")
_WORD = re.compile(r"[A-Za-z]\w*")
_strings = json.JSONDecoder(strict=False)


def print_program(program: Program) -> str:
    """The program on one line, so that ``parse_program`` gives it back.

    Example: ``print_program(TextQ("Why?"))`` → ``'TextQ("Why?")'``
    """
    shown: list[str] = []
    name = type(program).__name__
    for slot in _slots(name):
        value = getattr(program, slot.name)
        if value != slot.default:
            many = value if slot.many else (value,)
            shown.extend(_shown(item, bare=bool(slot.words)) for item in many)
    return f"{name}({', '.join(shown)})"


def parse_program(text: str) -> Program:
    """The program that is written in ``text``; spaces and line ends between parts do not matter.

    Example: ``parse_program('TextQ("Who designed the Humber Bridge?")')``
    """
    parser = _Parser(text)
    program = parser.program(1)
    parser.end()
    return program


class _Slot(msgspec.Struct, frozen=True):
    """What may stand at one place in the parentheses: a bare word, a quoted text or a program."""

    name: str
    words: tuple[str, ...]
    quoted: bool
    many: bool
    default: Any

    @property
    def may_be_left_out(self) -> bool:
        return self.many or self.default is not msgspec.NODEFAULT

    @property
    def wanted(self) -> str:
        if self.words:
            return f"one of {', '.join(self.words)}"
        return "a text in double quotes" if self.quoted else "a program"


@cache
def _slots(name: str) -> tuple[_Slot, ...]:
    """The slots of a node are the fields of its type, in their order."""
    described = inspect.type_info(_KINDS[name])
    assert isinstance(described, inspect.StructType)
    return tuple(_slot(_KINDS[name], field) for field in described.fields)


def _slot(kind: type[Any], field: inspect.Field) -> _Slot:
    item, many = field.type, False
    if isinstance(item, inspect.VarTupleType):
        item, many = item.item_type, True
    declared = kind.__annotations__[field.name]
    words = get_args(declared) if isinstance(item, inspect.LiteralType) else ()
    return _Slot(field.name, words, isinstance(item, inspect.StrType), many, field.default)


def _shown(item: Any, *, bare: bool) -> str:
    if isinstance(item, str):
        return item if bare else json.dumps(item, ensure_ascii=False)
    return print_program(item)


class _Parser:
    """Reads a text from left to right; ``at`` is how far it has come."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.skip()

    def program(self, level: int) -> Program:
        start = self.at
        name = self.word()
        if name not in _KINDS:
            self.fail(f"a program begins with one of {', '.join(_KINDS)}", start)
        if level > DEEPEST:
            self.fail(f"programs may stand at most {DEEPEST} deep inside one another", start)
        self.take("(")
        fields: dict[str, Any] = {}
        for slot in _slots(name):
            if self.sees(")") and slot.may_be_left_out:
                fields |= {slot.name: ()} if slot.many else {}
                break
            if fields:
                self.take(",")
            fields[slot.name] = self.many(slot, level) if slot.many else self.item(slot, level)
        self.take(")")
        program: Program = _KINDS[name](**fields)
        return program

    def many(self, slot: _Slot, level: int) -> tuple[Any, ...]:
        items = [self.item(slot, level)]
        while self.sees(","):
            self.take(",")
            items.append(self.item(slot, level))
        return tuple(items)

    def item(self, slot: _Slot, level: int) -> Any:
        start = self.at
        if slot.words:
            word = self.word()
            return word if word in slot.words else self.fail(f"expected {slot.wanted}", start)
        if not slot.quoted:
            return self.program(level + 1)
        if not self.sees('"'):
            self.fail(f"expected {slot.wanted}", start)
        try:
            quoted, self.at = _strings.raw_decode(self.text, start)
        except json.JSONDecodeError as error:
            self.fail("this quoted text does not end or has a wrong escape", error.pos)
        self.skip()
        return quoted

    def word(self) -> str:
        match = _WORD.match(self.text, self.at)
        if match:
            self.at = match.end()
            self.skip()
        return match[0] if match else ""

    def take(self, sign: str) -> None:
        if not self.sees(sign):
            self.fail(f"expected {sign!r}", self.at)
        self.at += 1
        self.skip()

    def sees(self, sign: str) -> bool:
        return self.text.startswith(sign, self.at)

    def skip(self) -> None:
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def end(self) -> None:
        if self.at < len(self.text):
            self.fail("the program ended before this", self.at)

    def fail(self, fault: str, at: int) -> NoReturn:
        found = _WORD.match(self.text, at)
        shown = repr(found[0] if found else self.text[at]) if at < len(self.text) else "the end"
        raise ManyhopError(f"column {at + 1}: {fault}, found {shown}")
