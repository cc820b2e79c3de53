"""Queries over open tables: what they give, over how many rows, and which cells they cite."""

import pytest

from manyhop.sources import Cell, CellAt, Table, long_table, table_from_grid
from manyhop.tables import Filter, Join, OpenColumn, OpenTable, Query, cite, opened, run, say


def table(title: str, *lines: str) -> OpenTable:
    grid = [[Cell(text) for text in line.split("|")] for line in lines]
    return opened(table_from_grid(grid, title=title))


def column(of: OpenTable, name: str) -> OpenColumn:
    return next(each for each in of.columns if each.name == name)


@pytest.fixture
def animals() -> OpenTable:
    return table(
        "animals",
        "name|diet|sleep|tame|seen",
        "Cow|herbi|4|Y|2019-03-01",
        "Dog|carni|10.1|Y|2020-01-15",
        "Cat|carni|12.5|Y|2020-06-30",
        "Giraffe|herbi|1.9||2021-11-11",
        "Bat|NA|19.9||2021-12-24",
    )


@pytest.fixture
def flights() -> OpenTable:
    rows = (
        [str(n), "UA" if n % 3 else "AA", "NA" if n % 10 == 0 else str(n)] for n in range(30_000)
    )
    return opened(long_table(["flight", "carrier", "delay"], rows, title="flights"))


def test_columns_are_typed(animals: OpenTable) -> None:
    sorts = [each.sort for each in animals.columns]
    assert sorts == ["text", "text", "number", "truth", "date"]
    assert column(animals, "diet").filled == 4
    assert column(animals, "diet").few == (("carni", 2), ("herbi", 2))
    assert column(animals, "name").is_key


def test_durations_are_numbers() -> None:
    films = table("films", "title|time", "Siberiade|4h 35m", "Short|58m", "Long|1:40:00")
    assert column(films, "time").sort == "number"
    best = run(Query("most", films, select=column(films, "title"), of=column(films, "time")))
    assert best.values == ("Siberiade",)
    assert best.measures == (275.0,)


def test_counting_and_folding(animals: OpenTable) -> None:
    carni = (Filter(column(animals, "diet"), "=", "carni"),)
    sleep = column(animals, "sleep")
    assert run(Query("fold", animals, fold="count", filters=carni)).values == ("2",)
    assert run(Query("fold", animals, fold="mean", of=sleep, filters=carni)).values == ("11.30",)
    assert run(Query("fold", animals, fold="different", of=column(animals, "diet"))).values == (
        "2",
    )
    empty = Filter(column(animals, "diet"), "is empty")
    assert run(Query("fold", animals, fold="count", filters=(empty,))).values == ("1",)


def test_periods_and_flags(animals: OpenTable) -> None:
    when = Filter(column(animals, "seen"), "when", ("2020-01-01", "2021-01-01"))
    names = Query("cells", animals, select=column(animals, "name"), filters=(when,))
    assert run(names).values == ("Dog", "Cat")
    tame = Filter(column(animals, "tame"), "=", True)
    assert run(Query("fold", animals, fold="count", filters=(tame,))).values == ("3",)


def test_ranges_and_parts_of_dates(animals: OpenTable) -> None:
    name = column(animals, "name")
    within = Filter(column(animals, "sleep"), "within", (4, 12.5))
    names = Query("cells", animals, select=name, filters=(within,))
    assert run(names).values == ("Cow", "Dog", "Cat")
    seen = column(animals, "seen")
    december = Filter(seen, "part", ("month", 12))
    assert run(names._replace(filters=(december,))).values == ("Bat",)
    friday = Filter(seen, "part", ("weekday", 5))
    assert run(names._replace(filters=(friday,))).values == ("Cow", "Bat")
    count = Query("most", animals, select=seen, grouped=True, part="year", fold="count")
    assert run(count).values == ("2020",)
    assert run(count._replace(part="weekday")).values == ("Friday",)


def test_extremes_comparisons_and_neighbours(animals: OpenTable) -> None:
    name, sleep = column(animals, "name"), column(animals, "sleep")
    least = Query("most", animals, select=name, of=sleep, descending=False)
    assert run(least).values == ("Giraffe",)
    sides = ((Filter(name, "=", "Dog"),), (Filter(name, "=", "Cat"),))
    both = Query("compare", animals, of=sleep, sides=sides, names=("Dog", "Cat"))
    assert run(both).values == ("Cat",)
    assert run(both).measures == (12.5, 10.1)
    assert run(both._replace(shape="apart")).values == ("2.40",)
    assert run(both._replace(shape="more")).values == ("No",)
    after = Query("beside", animals, select=name, filters=sides[0], offset=1)
    assert run(after).values == ("Cat",)


def test_the_winner_of_a_comparison_cites_both_numbers(animals: OpenTable) -> None:
    name, sleep = column(animals, "name"), column(animals, "sleep")
    sides = ((Filter(name, "=", "Dog"),), (Filter(name, "=", "Cat"),))
    query = Query("compare", animals, of=sleep, sides=sides, names=("Dog", "Cat"))
    [citations] = cite(query, run(query))
    assert [citation.quote for citation in citations] == ["10.1", "12.5"]


def test_a_part_of_a_cell_is_found_in_whole_words() -> None:
    metro = table("metro", "stop|lines", "A|1, 14", "B|4", "C|14", "D|141")
    on_14 = Filter(column(metro, "lines"), "holds", "14")
    names = Query("cells", metro, select=column(metro, "stop"), filters=(on_14,))
    assert run(names).values == ("A", "C")


def test_a_long_table_is_counted_whole_and_cites_its_first_rows(flights: OpenTable) -> None:
    query = Query(
        "fold", flights, fold="count", filters=(Filter(column(flights, "carrier"), "=", "AA"),)
    )
    result = run(query)
    assert (result.values, result.rows) == (("10,000",), 10_000)
    [citations] = cite(query, result)
    assert [citation.place for citation in citations] == [CellAt(0, 1), CellAt(3, 1), CellAt(6, 1)]
    assert all(flights.source.quote(c.place) == c.quote for c in citations)
    missing = Filter(column(flights, "delay"), "is empty")
    assert run(Query("fold", flights, fold="count", filters=(missing,))).values == ("3,000",)
    latest = Query("most", flights, select=column(flights, "flight"), of=column(flights, "delay"))
    assert run(latest).values == ("29999",)
    assert cite(latest, run(latest))[0][0].quote == "29999"


def test_joined_tables_group_by_the_other_tables_column(flights: OpenTable) -> None:
    airlines = table("airlines", "carrier|name", "AA|American", "UA|United", "B6|JetBlue")
    join = Join(column(flights, "carrier"), column(airlines, "carrier"))
    query = Query(
        "most", flights, select=column(airlines, "name"), fold="count", grouped=True, joins=(join,)
    )
    result = run(query)
    assert (result.values, result.measures) == (("United",), (20_000,))
    [citations] = cite(query, result)
    assert {citation.source_id for citation in citations} == {airlines.source.id}
    assert "JOIN" in str(query)


def test_numbers_are_said_plainly() -> None:
    assert say(58_665, "count") == "58,665"
    assert say(54.47215, "mean") == "54.47"
    assert say(0.012345, "mean") == "0.0123"
    assert say(2013.0, None) == "2013"


def test_the_same_table_is_opened_once() -> None:
    small = Table(title="t", columns=(), rows=())
    assert opened(small) is opened(small)


def test_queries_are_said_in_the_words_of_their_tables(animals: OpenTable) -> None:
    diet, sleep = column(animals, "diet"), column(animals, "sleep")
    carni = (Filter(diet, "=", "carni"),)
    mean = Query("fold", animals, fold="mean", of=sleep, filters=carni)
    assert mean.words == "mean of sleep where diet = carni"
    assert Query("fold", animals, fold="count").words == "number of rows"
    name = column(animals, "name")
    least = Query("most", animals, select=name, of=sleep, descending=False)
    assert least.words == "name with the smallest sleep"
    ranged = (Filter(sleep, "within", (4, 12.5)), Filter(diet, "is filled"))
    cells = Query("cells", animals, select=name, filters=ranged)
    assert cells.words == "name where sleep within 4 to 12.5 and diet is filled"
    sides = ((Filter(name, "=", "Cat"),), (Filter(name, "=", "Dog"),))
    longer = Query("compare", animals, of=sleep, sides=sides, names=("Cat", "Dog"))
    assert longer.words == "which has the greatest sleep between Cat and Dog"
