"""Run by the crash test: writes batch after batch until it is killed, saying what it committed."""

import sys

from manyhop.collection import Collection
from manyhop.sources import Snippet


def main(folder: str, start: int) -> None:
    with Collection.open(folder, create=True) as collection, collection.writer() as writer:
        for batch in range(start, start + 1_000_000):
            for part in range(11):
                writer.put(Snippet(id=f"{batch}-{part}", text=f"batch{batch} part{part} bridge"))
            writer.put(Snippet(id="latest", text=f"latest{batch}"))
            if batch % 3 == 2:
                for part in range(11):
                    writer.remove(f"{batch - 2}-{part}")
            writer.commit()
            print(batch, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
