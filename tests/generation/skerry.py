"""An invented league with its clubs, grounds, managers and towns: a small world to ask about."""

from manyhop.sources import AnySource, Cell, Column, Image, Link, Snippet, Table

# club, town, manager, founded, colour of the crest's shield, animal on it
CLUBS = (
    ("Northwick Rovers", "Northwick", "Anna Bright", 1901, "red", "heron"),
    ("Kettle Bay United", "Kettle Bay", "Tomas Reed", 1899, "blue", "seal"),
    ("Skerry Athletic", "Port Skerry", "Mirela Novak", 1887, "red", "lion"),
    ("Oldhaven Town", "Oldhaven", "Gregor Lund", 1912, "green", "heron"),
    ("Farrow City", "Farrow", "Daniel Okafor", 1905, "blue", "stag"),
    ("Marram Wanderers", "Marram", "Ines Duarte", 1921, "yellow", "hare"),
    ("Tarn Valley", "Tarnford", "Peter Vane", 1934, "red", "seal"),
    ("Great Lowick Albion", "Great Lowick", "Ruth Castell", 1896, "black", "stag"),
    ("Whinmoor Thistle", "Whinmoor", "Owen Pryce", 1909, "green", "lion"),
    ("Saltburn Harriers", "Saltburn Head", "Karin Holm", 1928, "blue", "heron"),
)
# ground, opened, capacity, architect, floodlights
GROUNDS = (
    ("Mill Lane", 1923, 9400, "Edith Moor", 4),
    ("The Shingle", 1911, 12100, "Alan Strand", 2),
    ("Castle Park", 1932, 21500, "Edith Moor", 4),
    ("Harbour Field", 1954, 7800, "Leo Brandt", 2),
    ("Corn Exchange Ground", 1926, 16300, "Alan Strand", 6),
    ("Dune Road", 1961, 5200, "Nora Fell", 2),
    ("Riverside Stadium", 1998, 18900, "Leo Brandt", 4),
    ("Abbey Meadow", 1908, 14700, "Edith Moor", 6),
    ("Thistle Green", 1949, 6600, "Nora Fell", 2),
    ("Lantern Hill", 1975, 8300, "Alan Strand", 4),
)
# manager: day of birth, place of birth, nationality
MANAGERS = (
    ("3 May 1961", "Farrow", "English"),
    ("19 October 1970", "Dublin", "Irish"),
    ("7 January 1966", "Zagreb", "Croatian"),
    ("28 March 1958", "Bergen", "Norwegian"),
    ("11 July 1974", "Lagos", "Nigerian"),
    ("2 February 1979", "Porto", "Portuguese"),
    ("15 August 1963", "Farrow", "English"),
    ("30 November 1969", "Northwick", "English"),
    ("9 June 1972", "Cardiff", "Welsh"),
    ("24 December 1967", "Bergen", "Norwegian"),
)
# town: population, county
TOWNS = (
    (48210, "Skerryshire"),
    (61775, "Lowick County"),
    (113400, "Skerryshire"),
    (27930, "Lowick County"),
    (90155, "Skerryshire"),
    (15480, "Marram Coast"),
    (33620, "Lowick County"),
    (70890, "Lowick County"),
    (22345, "Skerryshire"),
    (19760, "Marram Coast"),
)
# points, goals, matches won in the league table
RESULTS = (
    (61, 54, 18),
    (58, 49, 17),
    (77, 71, 23),
    (35, 31, 9),
    (69, 66, 20),
    (28, 25, 7),
    (44, 40, 12),
    (52, 47, 15),
    (39, 36, 10),
    (31, 29, 8),
)


def sources() -> list[AnySource]:
    """Three tables, forty pages and twenty pictures."""
    return [_league(), _grounds(), _managers(), *_pages(), *_pictures()]


def _link(name: str) -> Cell:
    return Cell(name, links=(Link(name, title=name),))


def _league() -> Table:
    rows = [
        (
            _link(club[0]),
            _link(club[1]),
            _link(club[2]),
            Cell(str(points)),
            Cell(str(goals)),
            Cell(str(won)),
        )
        for club, (points, goals, won) in zip(CLUBS, RESULTS, strict=True)
    ]
    columns = (
        Column("Club"),
        Column("Town"),
        Column("Manager"),
        Column("Points", "number"),
        Column("Goals", "number"),
        Column("Matches won", "number"),
    )
    return Table(id="league", title="2019–20 Skerry League", columns=columns, rows=tuple(rows))


def _grounds() -> Table:
    rows = [
        (_link(ground), _link(club[1]), _link(club[0]), Cell(f"{capacity:,}"), Cell(str(opened)))
        for (ground, opened, capacity, _, _), club in zip(GROUNDS, CLUBS, strict=True)
    ]
    columns = (
        Column("Ground"),
        Column("Town"),
        Column("Club"),
        Column("Capacity", "number"),
        Column("Opened", "date"),
    )
    return Table(id="grounds", title="Skerry League grounds", columns=columns, rows=tuple(rows))


def _managers() -> Table:
    seasons = (4, 2, 9, 3, 6, 1, 5, 7, 2, 8)
    cups = (1, 0, 4, 0, 2, 0, 1, 2, 0, 1)
    rows = [
        (_link(club[2]), _link(club[0]), Cell(str(season)), Cell(str(cup)))
        for club, season, cup in zip(CLUBS, seasons, cups, strict=True)
    ]
    columns = (
        Column("Manager"),
        Column("Club"),
        Column("Seasons", "number"),
        Column("Cups", "number"),
    )
    return Table(id="managers", title="Skerry League managers", columns=columns, rows=tuple(rows))


def _pages() -> list[Snippet]:
    pages = []
    for (club, town, manager, founded, _, _), ground, born, (people, county) in zip(
        CLUBS, GROUNDS, MANAGERS, TOWNS, strict=True
    ):
        name, opened, capacity, architect, _ = ground
        day, place, nationality = born
        pages += [
            _page(
                club,
                f"{club} is a football club based in {town}. The club was founded in {founded}.",
            ),
            _page(
                manager, f"{manager} (born {day} in {place}) is a {nationality} football manager."
            ),
            _page(town, f"{town} is a town in {county}. It has a population of {people:,}."),
            _page(
                name,
                f"{name} is a football stadium in {town}. It was designed by {architect} and "
                f"opened in {opened}. The stadium has a capacity of {capacity:,}.",
            ),
        ]
    return pages


def _page(title: str, text: str) -> Snippet:
    return Snippet(id=f"page-{title.lower().replace(' ', '-')}", title=title, text=text)


def _pictures() -> list[Image]:
    crests = [
        Image(
            id=f"crest-{club.lower().replace(' ', '-')}",
            title=club,
            caption=f"The crest of {club}",
            meta={"shows": {"colour of the shield": colour, "animal": animal}},
        )
        for club, _, _, _, colour, animal in CLUBS
    ]
    views = [
        Image(
            id=f"view-{ground.lower().replace(' ', '-')}",
            title=ground,
            caption=f"{ground} seen from above",
            meta={"shows": {"number of floodlights": lights}},
        )
        for ground, _, _, _, lights in GROUNDS
    ]
    return [*crests, *views]
