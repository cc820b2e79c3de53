"""How the code is divided: python -m bench.house [--list]

A table of packages, files, lines and modules with a single importer, then private imports across
packages, import cycles and the longest function, for the source, the tests and the training.
``--list`` names the modules behind each figure.
"""

import argparse
import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Module:
    """One file: its lines, what it imports (or only for its types), its longest function."""

    name: str
    path: Path
    lines: int
    imports: frozenset[str]
    typing: frozenset[str]
    longest: tuple[int, str]


def read_modules(*folders: Path) -> list[Module]:
    """Every module below these folders, named as it is imported, its imports made whole."""
    paths = {_name(path): path for folder in folders for path in sorted(folder.rglob("*.py"))}
    return [_read(name, path, set(paths) | _library()) for name, path in paths.items()]


def private_imports(modules: Iterable[Module]) -> Iterator[tuple[str, str]]:
    """Who imports a private module of another package, and which; rooms of one package are one."""
    for module in modules:
        for imported in sorted(module.imports):
            rooms = imported.split(".")
            private = next((at for at, room in enumerate(rooms) if room.startswith("_")), 0)
            shared = min(private, 2)  # rooms that importer and imported must have in common
            if private and module.name.split(".")[:shared] != rooms[:shared]:
                yield module.name, imported


def single_importers(modules: list[Module]) -> dict[str, str]:
    """Private modules that one other module imports; what a package shows counts as imported."""
    importers = defaultdict(set)
    for module in modules:
        for imported in module.imports:
            importers[imported].add(module.name)
    return {
        module.name: next(iter(importers[module.name]))
        for module in modules
        if module.name.rpartition(".")[2].startswith("_") and len(importers[module.name]) == 1
    }


def find_cycles(modules: Iterable[Module]) -> list[list[str]]:
    """Cycles of imports, apart from one another; imports inside functions count as well."""
    graph = {module.name: set(module.imports - module.typing) for module in modules}
    cycles = []
    while True:
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            cycles.append(list(error.args[1]))
            for name in set(cycles[-1]):
                graph[name] = set()
        else:
            return cycles


def _library() -> set[str]:
    return {_name(path) for path in (ROOT / "src").rglob("*.py")}


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    parts = parts[1:] if parts[0] == "src" else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _read(name: str, path: Path, known: set[str]) -> Module:
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    imports = set(_imports(ast.walk(tree), known))
    checked = [
        inner
        for node in tree.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in node.body
    ]
    functions = [
        ((node.end_lineno or 0) - node.lineno + 1, f"{name}.{node.name}")
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    ]
    longest = max(functions, default=(0, ""))
    lines = len(text.splitlines())
    typing = frozenset(_imports(checked, known))
    return Module(name, path, lines, frozenset(imports - {name}), typing, longest)


def _imports(nodes: Iterable[ast.AST], known: set[str]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from {alias.name for alias in node.names} & known
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from inner & known
            if inner - known and node.module in known:
                yield node.module


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="name the modules, too")
    listing = parser.parse_args().list
    source = read_modules(ROOT / "src")
    alone = single_importers(source)
    print(f"{'package':24}{'files':>6}{'lines':>8}{'median':>8}{'single-importer':>17}")
    for package, inside in sorted(_by_package(source).items()):
        print(_row(package, inside, alone))
    large = ("generation", "planners", "readers", "answering")
    rest = [one for one in source if ([*one.name.split("."), ""])[1] not in large]
    print(_row("without these four", rest, alone), f"  ({', '.join(large)})")
    print(_row("src", source, alone))
    for folder in ("tests", "training", "bench"):
        inside = read_modules(ROOT / folder)
        print(_row(folder, inside, single_importers(inside)))
    print()
    for folder in ("src/manyhop", "tests", "training", "bench"):
        inside = read_modules(ROOT / folder)
        private = list(private_imports(inside))
        print(
            f"{folder}: {len(private)} private imports across packages"
            f" from {len({importer for importer, _ in private})} files,"
            f" {len(find_cycles(inside))} cycles,"
            f" longest function: {'{} lines, {}'.format(*max(one.longest for one in inside))}"
        )
        if listing:
            print(*(f"  {importer} imports {imported}" for importer, imported in private), sep="\n")
            print(*(f"  cycle: {' > '.join(cycle)}" for cycle in find_cycles(inside)), sep="\n")
    if listing:
        print("imported once:")
        print(*(f"  {name} by {importer}" for name, importer in sorted(alone.items())), sep="\n")


def _by_package(modules: list[Module]) -> dict[str, list[Module]]:
    packages = defaultdict(list)
    for module in modules:
        packages[([*module.name.split("."), "(top)"])[1]].append(module)
    return packages


def _row(name: str, modules: list[Module], alone: dict[str, str]) -> str:
    lines = [module.lines for module in modules]
    single = sum(module.name in alone for module in modules)
    return f"{name:24}{len(lines):6}{sum(lines):8}{median(lines):8.0f}{single:17}"


if __name__ == "__main__":
    main()
