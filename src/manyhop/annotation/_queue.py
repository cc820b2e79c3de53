"""A queue: items, the flow they go through, and where each of them stands."""

import shutil
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import msgspec

from manyhop.annotation._agreement import Agreement, agreement
from manyhop.annotation._decisions import Decision, Decisions
from manyhop.annotation._flow import Flow, Stage, Values
from manyhop.errors import ManyhopError
from manyhop.evaluation import write_whole
from manyhop.sources import AnySource, source_from_json

ABOUT, ITEMS, SOURCES = "queue.json", "items.jsonl", "sources.jsonl"
VERDICT = "verdict"

State = Literal["open", "disputed", "rejected", "finished"]


class Item(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What people go over: a question with its answers and sources, or sources alone.

    ``pseudo`` is the generated form of a question; ``record`` its official record. ``known`` are
    the right values of a test item, by field.
    """

    id: str
    question: str = ""
    answers: tuple[str, ...] = ()
    pseudo: str = ""
    program: str = ""
    evidence: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    gold: tuple[str, ...] = ()
    record: dict[str, Any] = msgspec.field(default_factory=dict)
    known: Values = msgspec.field(default_factory=dict)


class Standing(msgspec.Struct, frozen=True):
    """Where an item stands: at which stage, in which round, and what it has come to so far."""

    item: Item
    state: State
    stage: str
    round: int
    values: Values
    made: tuple[Decision, ...]  # at this stage and in this round
    feedback: tuple[str, ...] = ()


class _About(msgspec.Struct):
    name: str
    flow: Flow


class Queue:
    """Items on their way through a flow, in a folder.

    Example: ``Queue.create(Path("queues/bridges"), flow_named("review"), items, sources)``
    """

    patience = 600.0  # seconds for which an item that somebody was given is kept from others

    def __init__(self, folder: Path, name: str, flow: Flow) -> None:
        self.folder = folder
        self.name = name
        self.flow = flow
        self.decisions = Decisions(folder)
        self._seen = -1  # decisions that the next two take in
        self._made: dict[str, list[Decision]] = {}
        self._stands: dict[str, Standing] = {}
        self._reading = threading.RLock()
        self._given: dict[str, tuple[str, float]] = {}  # what each person was given last, and when

    @classmethod
    def create(
        cls,
        folder: Path,
        flow: Flow,
        items: Sequence[Item],
        sources: Iterable[AnySource] = (),
    ) -> "Queue":
        """Write a new queue, whole or not at all; its owner alone can read it."""
        if folder.exists():
            raise ManyhopError(f"{folder} is there already; choose another name for the queue")
        if not items:
            raise ManyhopError("there is nothing to go over; choose what has questions or sources")
        folder.parent.mkdir(parents=True, exist_ok=True)
        making = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
        about = msgspec.json.format(msgspec.json.encode(_About(folder.name, flow)), indent=1)
        written = {
            ABOUT: about + b"\n",
            ITEMS: b"".join(msgspec.json.encode(item) + b"\n" for item in items),
            SOURCES: b"".join(source.to_json() + b"\n" for source in sources),
        }
        try:
            for name, content in written.items():
                write_whole(making / name, content, private=True)
            making.rename(folder)
        except BaseException:
            shutil.rmtree(making)
            raise
        return cls.open(folder)

    @classmethod
    def open(cls, folder: Path) -> "Queue":
        """The queue in a folder."""
        try:
            about = msgspec.json.decode((folder / ABOUT).read_bytes(), type=_About)
        except FileNotFoundError:
            raise ManyhopError(f"{folder} is no queue (there is no {ABOUT})") from None
        except msgspec.DecodeError as error:
            raise ManyhopError(f"{folder / ABOUT}: {error}; undo the last change") from error
        return cls(folder, about.name, about.flow)

    @cached_property
    def items(self) -> dict[str, Item]:
        """All items by id, in the order of the file."""
        lines = (self.folder / ITEMS).read_bytes().splitlines()
        found = [msgspec.json.decode(line, type=Item) for line in lines]
        return {item.id: item for item in found}

    @cached_property
    def sources(self) -> Mapping[str, AnySource]:
        """The sources beside the items."""
        lines = (self.folder / SOURCES).read_bytes().splitlines()
        return {source.id: source for source in map(source_from_json, lines)}

    def standings(self) -> dict[str, Standing]:
        """Where every item stands, as of the last decision."""
        with self._reading:
            every = self.decisions.all()
            if self._seen != len(every):
                made: dict[str, list[Decision]] = {}
                for each in self.decisions.standing():
                    made.setdefault(each.item, []).append(each)
                new = every[max(self._seen, 0) :]
                changed = {each.item for each in new} if self._seen >= 0 else self.items
                found = {
                    id: self._standing(self.items[id], made.get(id, ()))
                    for id in changed
                    if id in self.items
                }
                self._stands, self._made = self._stands | found, made
                self._seen = len(every)
            return self._stands

    def next_for(self, who: str, stage: str = "") -> Standing | None:
        """What a person may go over next; none while a test waits to be passed or is failed.

        What others were given comes last, so that nobody's work is for nothing.
        """
        test, busy = self._test_for(who), None
        for each in self.standings().values():
            if test:
                if each.item.known and not any(d.who == who for d in each.made):
                    return each
            elif not each.item.known and stage in ("", each.stage) and self._may(who, each):
                if self._has_enough(each, who):
                    busy = busy or each
                    continue
                self._given[who] = each.item.id, time.monotonic()
                return each
        return busy

    def decide(
        self, item: str, stage: str, who: str, values: Values, *, round: int | None = None
    ) -> Decision:
        """Take a decision down; a ``ManyhopError`` says why it can't be taken.

        One that comes when others have gone on with the item is kept beside theirs and changes
        nothing (``is_late``). ``round`` is the one that the person was shown.
        """
        standing, who = self._asked(item), _name(who)
        round = standing.round if round is None else round
        checked = self.flow.stage(stage).checked(values)
        if refused := self._refused(standing, stage, round, who):
            raise ManyhopError(refused)
        return self.decisions.add(item=item, stage=stage, who=who, values=checked, round=round)

    def is_late(self, decision: Decision) -> bool:
        """Whether the item had been decided by others before, so that this one does not count."""
        self.standings()
        made = self._made.get(decision.item, ())
        return self._is_closed(decision, [each for each in made if each.number < decision.number])

    def settle(self, item: str, who: str, values: Values) -> Decision:
        """Decide what others disagreed on."""
        standing = self._asked(item)
        if standing.state != "disputed":
            raise ManyhopError("this is settled already; take the next one")
        checked = self.flow.stage(standing.stage).checked(values)
        return self.decisions.add(
            item=item,
            stage=standing.stage,
            who=_name(who),
            values=checked,
            round=standing.round,
            final=True,
        )

    def undo(self, who: str) -> Decision | None:
        """Take back a person's last decision; none where there is nothing to take back."""
        mine = [each for each in self.decisions.standing() if each.who == who]
        if not mine:
            return None
        last = mine[-1]
        self.decisions.add(item=last.item, stage=last.stage, who=who, values={}, undoes=last.number)
        return last

    def disputed(self) -> list[Standing]:
        """What waits to be settled."""
        return [each for each in self.standings().values() if each.state == "disputed"]

    def agreements(self) -> dict[str, Agreement]:
        """Agreement on every verdict and choice that several people gave, by stage and field."""
        found = {}
        made = [each for each in self.decisions.standing() if not each.final]
        for stage in self.flow.stages:
            for field in stage.fields:
                if field.kind == "choice" and (stage.annotators > 1 or stage.qualifies):
                    judged: dict[tuple[str, int], list[str]] = {}
                    for each in made:
                        if each.stage == stage.name and each.values.get(field.name):
                            said = each.values[field.name][0]
                            judged.setdefault((each.item, each.round), []).append(said)
                    found[f"{stage.name}: {field.label}"] = agreement(list(judged.values()))
        return found

    def people(self) -> dict[str, int]:
        """How many decisions each person has made."""
        return dict(Counter(each.who for each in self.decisions.standing()).most_common())

    def counts(self) -> dict[str, int]:
        """How many items are where: at each stage, disputed, rejected, finished."""
        real = [each for each in self.standings().values() if not each.item.known]
        where = Counter(e.stage if e.state == "open" else e.state for e in real)
        stages = [stage.name for stage in self.flow.stages if not stage.qualifies]
        return {name: where[name] for name in (*stages, "disputed", "rejected", "finished")}

    def qualified(self, who: str) -> bool | None:
        """Whether a person passed the test; None while it goes on, or where there is none."""
        if not self._tests:
            return None
        stands = self.standings()
        known = [stands[id] for id in self._tests]
        mine = [(each.item, made) for each in known for made in each.made if made.who == who]
        if len(mine) < len(known):
            return None
        right = sum(
            all(made.values.get(name) == said for name, said in item.known.items())
            for item, made in mine
        )
        least = next((stage.qualifies for stage in self.flow.stages if stage.qualifies), 0.0)
        return right >= least * len(known)

    @cached_property
    def _tests(self) -> list[str]:
        return [item.id for item in self.items.values() if item.known]

    def _test_for(self, who: str) -> bool:
        """Whether somebody still has test items to answer."""
        return bool(self._tests) and self.qualified(who) is None

    def _may(self, who: str, standing: Standing) -> bool:
        return standing.state == "open" and not self._refused(
            standing, standing.stage, standing.round, who
        )

    def _refused(self, standing: Standing, stage: str, round: int, who: str) -> str:
        """Why a person may not decide this; nothing where they may."""
        item, made = standing.item, self._made.get(standing.item.id, ())
        if any((each.who, each.stage, each.round) == (who, stage, round) for each in made):
            return "you have decided this already; undo it to decide again"
        if not item.known and self._tests and not self.qualified(who):
            return "pass the test at the beginning first"
        wrote = self.flow.stages[1 if self.flow.stages[0].qualifies else 0].name
        if self.flow.stage(stage).others and any(
            (each.who, each.stage) == (who, wrote) for each in made
        ):
            return "you wrote this; somebody else judges it"
        here = (standing.state, standing.stage, standing.round)
        asked = Decision(number=0, item=item.id, stage=stage, who=who, when="", round=round)
        if here != ("open", stage, round) and not self._is_closed(asked, made):
            return "somebody took a decision on this back meanwhile; take the next one"
        return ""

    def _is_closed(self, decision: Decision, before: Sequence[Decision]) -> bool:
        """Whether a stage of an item had all the judgements it takes."""
        asked = decision.item, decision.stage, decision.round
        made = [each for each in before if (each.item, each.stage, each.round) == asked]
        test = self.items[decision.item].known
        enough = len(_judges(made)) >= self.flow.stage(decision.stage).annotators
        return not test and (enough or any(each.final for each in made))

    def _has_enough(self, standing: Standing, who: str) -> bool:
        """Whether as many others as it takes have decided an item or were just given it."""
        until = time.monotonic() - self.patience
        given = [
            person
            for person, (item, when) in self._given.items()
            if item == standing.item.id and when > until and person != who
        ]
        people = {*given, *(made.who for made in standing.made)}
        return len(people) >= self.flow.stage(standing.stage).annotators

    def _asked(self, item: str) -> Standing:
        if item not in self.items:
            raise ManyhopError(f"the queue has no item {item!r}")
        return self.standings()[item]

    def _standing(self, item: Item, made: Sequence[Decision]) -> Standing:
        names = [stage.name for stage in self.flow.stages]
        round, back_to, at = 0, 0, 0
        values: Values = {}
        feedback: list[str] = []
        while at < len(names):
            stage = self.flow.stages[at]
            if bool(stage.qualifies) != bool(item.known):
                at += 1
                continue
            here = [
                each
                for each in made
                if each.stage == stage.name and (at < back_to or each.round == round)
            ]
            final = [each for each in here if each.final][:1]
            judges = final or _judges(here)[: stage.annotators]
            stands = (stage.name, round, values, tuple(here), tuple(feedback))
            if item.known or (not final and len(judges) < stage.annotators):
                return _stands(item, "open", *stands)
            verdict = _majority(judges)
            if verdict is None and stage.passes:
                return _stands(item, "disputed", *stands)
            if verdict in stage.back:
                feedback = [t for each in judges for t in each.values.get("feedback", ())]
                round, back_to = round + 1, names.index(stage.back[verdict])
                at = back_to
                continue
            if stage.passes and verdict not in stage.passes:
                return _stands(item, "rejected", *stands)
            values = values | _merged(stage, judges, verdict)
            at += 1
        return _stands(item, "finished", "", round, values, (), ())


def _stands(
    item: Item,
    state: State,
    stage: str,
    round: int,
    values: Values,
    made: tuple[Decision, ...],
    feedback: tuple[str, ...],
) -> Standing:
    return Standing(item, state, stage, round, values, made, feedback)


def _judges(made: Sequence[Decision]) -> list[Decision]:
    """The first judgement of each person; what settles a dispute is none."""
    first: dict[str, Decision] = {}
    for each in made:
        if not each.final:
            first.setdefault(each.who, each)
    return list(first.values())


def _majority(judges: Sequence[Decision]) -> str | None:
    """What more than half say; none where no verdict does."""
    said = Counter(each.values[VERDICT][0] for each in judges if each.values.get(VERDICT))
    if not said:
        return None
    verdict, number = said.most_common(1)[0]
    return verdict if 2 * number > said.total() else None


def _merged(stage: Stage, judges: Sequence[Decision], verdict: str | None) -> Values:
    """What a stage adds: everybody's texts where several were asked, else the one person's."""
    found: Values = {}
    for field in stage.fields:
        if field.name == VERDICT:
            found[VERDICT] = [verdict] if verdict else []
        elif stage.annotators > 1:
            found[field.name] = [t for each in judges for t in each.values.get(field.name, ())]
        elif judges:
            found[field.name] = judges[-1].values.get(field.name, [])
    return found


def _name(who: str) -> str:
    name = " ".join(who.split())[:60]
    if not name:
        raise ManyhopError("say who you are first; your name stands beside each decision")
    return name
