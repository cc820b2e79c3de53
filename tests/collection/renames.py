"""Stopping a process at its renames, whichever library makes them (Linux).

tantivy renames from Rust, without the C library, so only the kernel can say when. A process watches
itself from the next call on; whoever has the other end is asked before every rename.
"""

import ctypes
import fcntl
import os
import platform
import select
import socket
import struct
import sys
from collections.abc import Callable
from pathlib import Path

_RENAMES = {"x86_64": (82, 264, 316), "aarch64": (38, 276)}.get(platform.machine(), ())
_SECCOMP = {"x86_64": 317, "aarch64": 277}.get(platform.machine(), 0)
_PLAIN_RENAME = 82  # two paths; the others have a folder before each
_NO_NEW_PRIVILEGES, _FILTER, _LISTENER = 38, 1, 1 << 3
_ASK, _ALLOW = 0x7FC00000, 0x7FFF0000
_LOAD, _IS, _RETURN = 0x20, 0x15, 0x06
_RECEIVE, _ANSWER = 0xC0502100, 0xC0182101
_GO_ON = 1

CAN_WATCH = sys.platform == "linux" and bool(_RENAMES)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_void_p))


def watch_renames(end: socket.socket) -> None:
    """Have every rename of this process, and of its threads to come, asked about at ``end``."""
    count = len(_RENAMES)
    steps = [(_LOAD, 0, 0, 0)]
    steps += [(_IS, count - at, 0, number) for at, number in enumerate(_RENAMES)]
    steps += [(_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _ASK)]
    packed = b"".join(struct.pack("HBBI", *step) for step in steps)
    held = ctypes.create_string_buffer(packed)
    program = _Program(len(steps), ctypes.addressof(held))
    kernel = ctypes.CDLL(None, use_errno=True)
    kernel.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    listener = kernel.syscall(_SECCOMP, _FILTER, _LISTENER, ctypes.byref(program))
    if listener < 0:
        raise OSError(ctypes.get_errno(), "renames cannot be watched here")
    socket.send_fds(end, [b"."], [listener])
    os.close(listener)


def answer_renames(end: socket.socket, may: Callable[[str], bool]) -> None:
    """Ask ``may`` with each new name until the other process is gone; without leave it waits."""
    _, [listener], _, _ = socket.recv_fds(end, 1, 1)
    events = select.poll()
    events.register(listener, select.POLLIN)
    while all(event & select.POLLIN for _, event in events.poll()):
        asked = bytearray(80)
        try:
            fcntl.ioctl(listener, _RECEIVE, asked)
        except FileNotFoundError:  # the process was killed just now
            continue
        id, pid, _, number, _, _, *arguments = struct.unpack("QIIiIQ6Q", asked)
        address = arguments[1 if number == _PLAIN_RENAME and _PLAIN_RENAME in _RENAMES else 3]
        if may(_text_at(pid, address)):
            fcntl.ioctl(listener, _ANSWER, bytearray(struct.pack("QqiI", id, 0, 0, _GO_ON)))
    os.close(listener)


def _text_at(process: int, address: int) -> str:
    with Path(f"/proc/{process}/mem").open("rb", buffering=0) as memory:
        memory.seek(address)
        return memory.read(4096).partition(b"\0")[0].decode()
