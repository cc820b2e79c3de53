"""The island around the invented league: films shot there, its ferries, and how things are made."""

from manyhop.sources import AnySource, Cell, Column, Image, Link, Procedure, Snippet, Step, Table

# film, year, director, genre, running time in minutes, prizes, colour of the title, thing on it
FILMS = (
    ("The Salt Road", 1987, "Helen Arkwright", "drama", 118, 6, "white", "horse"),
    ("Nine Tides", 1994, "Marek Sova", "thriller", 102, 2, "red", "boat"),
    ("A Lamp for Agnes", 1979, "Helen Arkwright", "comedy", 91, 1, "yellow", "lantern"),
    ("Winter Harbour", 2003, "Joanna Peel", "drama", 127, 9, "white", "boat"),
    ("The Clockmaker's Boat", 2011, "Marek Sova", "comedy", 96, 3, "blue", "boat"),
    ("Gannet", 1998, "Rosa Lindqvist", "thriller", 109, 4, "red", "bird"),
    ("Letters to the Mainland", 2008, "Joanna Peel", "drama", 134, 7, "yellow", "lantern"),
    ("Two Pipers", 1983, "Duncan Ogilvie", "comedy", 88, 0, "white", "dog"),
    ("Undertow", 2016, "Rosa Lindqvist", "thriller", 113, 5, "blue", "horse"),
    ("The Bread Strike", 1991, "Duncan Ogilvie", "drama", 121, 8, "red", "key"),
)
# director: day and place of birth, school
DIRECTORS = {
    "Helen Arkwright": ("12 April 1941", "Leeds", "Harrow Lane College"),
    "Marek Sova": ("23 September 1955", "Prague", "Prague Film Academy"),
    "Joanna Peel": ("6 June 1962", "Port Skerry", "Harrow Lane College"),
    "Rosa Lindqvist": ("17 January 1968", "Uppsala", "Stockholm Institute of Film"),
    "Duncan Ogilvie": ("1 November 1947", "Dundee", "Harrow Lane College"),
}
# ferry, port, shipyard, launched, passengers, cabins, colour of the hull, funnels
FERRIES = (
    ("Lady Marram", "Kettle Bay", "Dolan and Sons", 1972, 410, 12, "white", 1),
    ("Island Queen", "Port Skerry", "Hartwell Yard", 1989, 860, 44, "blue", 2),
    ("Saint Brannoc", "Oldhaven", "Dolan and Sons", 1965, 295, 8, "black", 1),
    ("Western Light", "Port Skerry", "Norsund Verft", 2004, 1120, 73, "orange", 2),
    ("Kittiwake", "Kettle Bay", "Hartwell Yard", 1981, 370, 10, "green", 1),
    ("Ocean Herald", "Saltburn Head", "Norsund Verft", 2012, 1350, 96, "red", 3),
    ("Duke of Farrow", "Oldhaven", "Dolan and Sons", 1958, 240, 6, "black", 2),
    ("Morning Star", "Saltburn Head", "Hartwell Yard", 1996, 640, 31, "green", 3),
)
# title, then the titles of its steps
MADE = (
    (
        "Skerry fish pie",
        (
            "Poach the haddock in milk",
            "Boil and mash the potatoes",
            "Make a sauce from the milk",
            "Fold in the peas and eggs",
            "Spread the mash on top",
            "Bake until golden",
        ),
    ),
    (
        "Painting a wooden dinghy",
        (
            "Turn the boat upside down",
            "Sand off the old paint",
            "Fill the cracks",
            "Brush on the primer",
            "Apply two coats of paint",
            "Varnish the rails",
        ),
    ),
    (
        "Knitting a fisherman's hat",
        (
            "Cast on 96 stitches",
            "Knit the ribbed band",
            "Work the cable pattern",
            "Decrease for the crown",
            "Sew up the seam",
        ),
    ),
)


def sources() -> list[AnySource]:
    """Two tables, twenty-three pages, eighteen pictures and three procedures."""
    return [_films(), _ferries(), *_pages(), *_pictures(), *_procedures()]


def _link(name: str) -> Cell:
    return Cell(name, links=(Link(name, title=name),))


def _films() -> Table:
    rows = [
        (_link(film), Cell(str(year)), _link(director), Cell(str(minutes)), Cell(str(prizes)))
        for film, year, director, _, minutes, prizes, _, _ in FILMS
    ]
    columns = (
        Column("Film"),
        Column("Year", "date"),
        Column("Director"),
        Column("Running time (minutes)", "number"),
        Column("Awards", "number"),
    )
    return Table(
        id="films", title="List of films shot on Skerry", columns=columns, rows=tuple(rows)
    )


def _ferries() -> Table:
    rows = [
        (_link(ferry), Cell(port), Cell(str(launched)), Cell(f"{people:,}"), Cell(str(cabins)))
        for ferry, port, _, launched, people, cabins, _, _ in FERRIES
    ]
    columns = (
        Column("Ferry"),
        Column("Home port"),
        Column("Launched", "date"),
        Column("Passengers", "number"),
        Column("Cabins", "number"),
    )
    return Table(
        id="ferries", title="List of Skerry Line ferries", columns=columns, rows=tuple(rows)
    )


def _pages() -> list[Snippet]:
    films = [
        _page(
            film,
            f"{film} is a {year} {genre} film directed by {director}. It was filmed in "
            f"{'Oldhaven' if minutes % 2 else 'Kettle Bay'}.",
        )
        for film, year, director, genre, minutes, _, _, _ in FILMS
    ]
    directors = [
        _page(
            name,
            f"{name} (born {day} in {place}) is a film director. "
            f"{name.split()[0]} studied at {school}.",
        )
        for name, (day, place, school) in DIRECTORS.items()
    ]
    ferries = [
        _page(ferry, f"{ferry} is a passenger ferry. It was built by {yard} in {launched - 1}.")
        for ferry, _, yard, launched, _, _, _, _ in FERRIES
    ]
    return [*films, *directors, *ferries]


def _page(title: str, text: str) -> Snippet:
    return Snippet(id=f"page-{_slug(title)}", title=title, text=text)


def _slug(title: str) -> str:
    return title.lower().replace("'", "").replace(" ", "-")


def _pictures() -> list[Image]:
    posters = [
        Image(
            id=f"poster-{_slug(film)}",
            title=film,
            caption=f"The poster for {film}",
            meta={"shows": {"colour of the title": colour, "object": thing}},
        )
        for film, _, _, _, _, _, colour, thing in FILMS
    ]
    ships = [
        Image(
            id=f"ship-{_slug(ferry)}",
            title=ferry,
            caption=f"{ferry} leaving harbour",
            meta={"shows": {"colour of the hull": colour, "number of funnels": funnels}},
        )
        for ferry, _, _, _, _, _, colour, funnels in FERRIES
    ]
    return [*posters, *ships]


def _procedures() -> list[Procedure]:
    return [
        Procedure(
            id=f"how-{_slug(title)}",
            title=title,
            steps=tuple(
                Step(title=step, text=step, images=(f"{_slug(title)}-{number}.jpg",))
                for number, step in enumerate(steps, start=1)
            ),
        )
        for title, steps in MADE
    ]
