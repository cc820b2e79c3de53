"""Answers that a large reader writes: from several passages together, and by SQL over tables.

It also judges the best of the others' proposals. All it says becomes signs for the chooser, and
what it says stands somewhere, or it is dropped.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from manyhop.asking._chooser import Chooser, answer_key, log_odds
from manyhop.asking._look import Look
from manyhop.asking._prompts import Messages, judging, mended, querying, reading
from manyhop.asking._proposal import Proposal
from manyhop.asking._shown import Passage, Support, shown_passages, supported
from manyhop.models import Generated, LargeModel, Models
from manyhop.programs import TableQ, TextQ, Value
from manyhop.sources import Table
from manyhop.tables import QueryError, Sheets, Written

_ANSWER_TOKENS, _SQL_TOKENS = 90, 110
_TABLES = 3  # that it writes queries over
_TABLE_LETTERS = 2600  # of their descriptions
WRITTEN = {"reader", "reader list", "reader polar", "written query"}
_JUDGED = 3  # proposals of the other ways that it judges
_EVIDENCE = 300  # letters of evidence that it judges by
_LIKED, _MIDDLING = 40, -1.5  # tokens of an answer that are weighed; a mean of theirs
_LEAST = 0.5  # share of an answer's words that must stand in a passage
_CITED = re.compile(r"\[?(\d+)\]?[.:]?\s*(.*)", re.DOTALL)
_POLAR = re.compile(r"(yes|no)\b[\s.,:;–-]*(.*)", re.IGNORECASE | re.DOTALL)
_FENCE = re.compile(r"```(?:sql)?|;\s*$", re.IGNORECASE)
UNJUDGED = -1.0


class _Said(NamedTuple):
    number: int | None
    text: str
    signs: dict[str, float]


class LargeReading:
    """A way of answering that asks a large reader.

    Example: ``LargeReading(LargeModel.load_large())(look)``
    """

    def __init__(self, model: LargeModel) -> None:
        self._model = model
        yes = [model.tokens(word)[0] for word in ("yes", "Yes")]
        no = [model.tokens(word)[0] for word in ("no", "No")]
        self._yes, self._no = np.array(yes), np.array(no)
        self._shown: tuple[Look, list[Passage]] | None = None  # of the question asked last

    @classmethod
    def open(cls, models: Models) -> "LargeReading | None":
        """One with the large reader of these models, where they have one."""
        return cls(models.large) if models.large else None

    def __call__(self, look: Look) -> Iterator[Proposal]:
        """What it reads in the best passages, then what its query gives."""
        passages = self._passages(look)
        if passages:
            yield from self._read(look, passages)
        yield from self._queried(look)

    def judged(self, look: Look, proposals: Sequence[Proposal]) -> list[Proposal]:
        """Proposals with what the reader thinks of those that seem best without it.

        What was judged before keeps its judgement.
        """
        asked = reading(self._passages(look), look.text)
        said = {
            answer_key(each.values_text): (each.signs["reader agrees"], each.signs["reader likes"])
            for each in proposals
            if each.signs.get("reader asked")
        }
        encoder = look.models.sentence_encoder
        best = [each.proposal for each in Chooser.load().rank(look.text, proposals, encoder)]
        mine = [each for each in proposals if each.way in WRITTEN]
        for proposal in (*mine, *best[:_JUDGED]):
            key = answer_key(proposal.values_text)
            if key not in said:
                said[key] = self._odds(asked, proposal), self._likelihood(look, asked, proposal)
        found = []
        for proposal in proposals:
            key = answer_key(proposal.values_text)
            agrees, likes = said.get(key, (UNJUDGED, UNJUDGED))
            signs = dict(proposal.signs) | {
                "reader agrees": agrees,
                "reader likes": likes,
                "reader asked": float(key in said),
            }
            found.append(msgspec.structs.replace(proposal, signs=signs))
        return found

    def _passages(self, look: Look) -> list[Passage]:
        """The same for judging as for reading, so that they are read once."""
        known = self._shown
        if known is None or known[0] is not look:
            known = self._shown = (look, shown_passages(look))
        return known[1]

    def _odds(self, asked: Messages, proposal: Proposal) -> float:
        """The log-odds of "yes" to whether a proposal is right."""
        answer = "; ".join(proposal.values_text[:12])[:_EVIDENCE]
        quotes = [cited.quote for value in proposal.values[:4] for cited in value.citations[:2]]
        evidence = str(proposal.detail.get("sql", "")) or " … ".join(dict.fromkeys(quotes))
        if proposal.sentence and proposal.sentence not in evidence:
            evidence = f"{proposal.sentence} … {evidence}"
        prompt = self._model.chat(judging(asked, answer, evidence[:_EVIDENCE]))
        chances = self._model.next_chances(prompt)
        yes, no = (np.logaddexp.reduce(chances[each]) for each in (self._yes, self._no))
        return float(np.clip((yes - no) / 4, -3, 3))

    def _likelihood(self, look: Look, asked: Messages, proposal: Proposal) -> float:
        """How readily it would have given this answer itself, from the passage that has most of it:
        the mean log-probability of the answer's tokens, counted from a middling one.
        """
        answer = "; ".join(proposal.values_text[:12])
        found = supported(answer, self._passages(look), None)
        number = found.passage.rank + 1 if found else 1
        prompt = self._model.chat(asked, opening=f"[{number}]")
        told = self._model.tokens(f" {answer}")[:_LIKED]
        chances = self._model.log_chances(prompt, told)
        return float(np.clip(np.mean(chances), -4, 0)) - _MIDDLING if told else UNJUDGED

    def _read(self, look: Look, passages: Sequence[Passage]) -> Iterator[Proposal]:
        prompt = self._model.chat(reading(passages, look.text), opening="[")
        written = self._model.generate(prompt, _ANSWER_TOKENS, stop=("\n[", "\n\n", "\nQuestion"))
        said = _parsed(written, len(passages))
        if not said.text or said.text.lower().strip(" .") in ("none", "not stated", "unknown"):
            return
        polar = _POLAR.match(said.text)
        parts = [part.strip() for part in said.text.split(";") if part.strip()]
        if polar:
            told = polar[2].strip() or look.text
            found = supported(told, passages, said.number)
            if found:
                yield _proposal("reader polar", look, [polar[1].lower()], [found], said)
        elif len(parts) > 1:
            stands = [supported(part, passages, said.number) for part in parts]
            kept = [(p, s) for p, s in zip(parts, stands, strict=True) if s and s.share >= _LEAST]
            if kept:
                texts, supports = [part for part, _ in kept], [support for _, support in kept]
                share = len(kept) / len(parts)
                yield _proposal("reader list", look, texts, supports, said, {"kept": share})
        else:
            text = said.text.rstrip(".") if len(said.text.split()) < 6 else said.text
            found = supported(text, passages, said.number)
            if found and found.share >= _LEAST:
                yield _proposal("reader", look, [text], [found], said)

    def _queried(self, look: Look) -> Iterator[Proposal]:
        tables = [source for source in look.sources("table")[:_TABLES] if isinstance(source, Table)]
        if not tables:
            return
        with Sheets(tables) as sheets:
            described = sheets.describe()
            if len(described) > _TABLE_LETTERS:
                described = described[:_TABLE_LETTERS].rpartition("\n")[0]
            asked = querying(described, look.text)
            sql, written = self._sql(asked)
            retried = False
            try:
                result = sheets.run(sql)
            except QueryError as error:
                retried = True
                sql, written = self._sql(mended(asked, sql, str(error)))
                try:
                    result = sheets.run(sql)
                except QueryError:
                    return
            yield from _from_query(look, sheets, sql, result, written, retried)

    def _sql(self, asked: Messages) -> tuple[str, Generated]:
        prompt = self._model.chat(asked)
        written = self._model.generate(prompt, _SQL_TOKENS, stop=(";", "\n\n", "```\n"))
        return _FENCE.sub("", written.text.strip()).strip(), written


def _parsed(written: Generated, passages: int) -> _Said:
    """The reply after its opening bracket: a number, then the answer."""
    match = _CITED.match(written.text.strip())
    number = int(match[1]) - 1 if match else None
    text = match[2].strip() if match else written.text.strip()
    sure = written.logprobs or [0.0]
    signs = {
        "number": max(sure[0], -4.0),
        "sure": max(float(np.mean(sure[2:] or sure)), -3.0),
        "least sure": max(min(sure[2:] or sure), -6.0) / 2,
        "ended": float(written.ended),
    }
    return _Said(number if number is not None and 0 <= number < passages else None, text, signs)


def _proposal(
    way: str,
    look: Look,
    texts: Sequence[str],
    supports: Sequence[Support],
    said: _Said,
    more: dict[str, float] | None = None,
) -> Proposal:
    sources = {each.passage.source.id: each.passage.source for each in supports}
    cites_named = [
        said.number is not None and each.passage.rank == said.number for each in supports
    ]
    signs = said.signs | {
        "support": float(np.mean([each.share for each in supports])),
        "verbatim": float(np.mean([each.verbatim for each in supports])),
        "rank": float(np.mean([each.passage.rank for each in supports])) / 3,
        "named": float(np.mean(cites_named)),
        "kinds": float(any(source.kind != "snippet" for source in sources.values())),
    }
    return Proposal(
        way=way,
        values=tuple(
            Value(text, 1.0, (support.citation,))
            for text, support in zip(texts, supports, strict=True)
        ),
        program=TextQ(look.text),
        signs=signs | (more or {}),
        sources=tuple(sources.values()),
        sentence=said.text if way == "reader polar" else "",
    )


def _from_query(
    look: Look, sheets: Sheets, sql: str, result: Written, written: Generated, retried: bool
) -> Iterator[Proposal]:
    values = result.values
    if not values or not result.citations:
        return
    ids = {citation.source_id for citation in result.citations}
    sure = written.logprobs or [0.0]
    yield Proposal(
        way="written query",
        values=tuple(Value(text, 1.0, result.citations) for text in values),
        program=TableQ(look.text),
        signs={
            "sure": max(float(np.mean(sure)), -3.0),
            "least sure": max(min(sure), -6.0) / 2,
            "retried": float(retried),
            "list": float(len(values) > 1),
            "many": float(np.log(result.count)),
            "zero": float(values == ("0",)),
            "joins": float(len(ids) > 1),
            "first": float(look.sources("table")[0].id in ids),
            "texts": log_odds(_texts_share(look)),
        },
        sources=tuple(table.source for table in sheets.tables.values() if table.source.id in ids),
        detail={"sql": sql, "rows": result.count},
    )


def _texts_share(look: Look) -> float:
    """How the best text's search score stands to the best table's."""
    scores = {kind: look.hits[kind][0].score for kind in look.hits if look.hits[kind]}
    text, table = max(scores.get("snippet", 0.0), 0.0), max(scores.get("table", 0.0), 0.0)
    return text / (text + table) if text + table else 0.5
