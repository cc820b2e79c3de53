"""Questions turned into statements: what reads well, in plain English."""

import pytest

from manyhop.english import listed, statement

SAID = [
    # when, where, why, how
    ("When did the lighthouse open?", "1981", "The lighthouse opened in 1981."),
    ("When was the mill built?", "May 1790", "The mill was built in May 1790."),
    ("When did the ship sink?", "14 April 1912", "The ship sank on 14 April 1912."),
    ("When does the bakery close?", "5 pm", "The bakery closes at 5 pm."),
    ("Where does the river begin?", "in the Alps", "The river begins in the Alps."),
    ("Where was Ada born?", "London", "Ada was born in London."),
    ("Where does the Severn rise?", "Wales", "The Severn rises in Wales."),
    ("Why did the bridge fall?", "the wind", "The bridge fell because of the wind."),
    ("How tall is the tower?", "90 metres", "The tower is 90 metres tall."),
    ("How far is it from Hull to Hessle?", "8 km", "It is 8 km from Hull to Hessle."),
    ("How long did it take to dig the well?", "a week", "It took a week to dig the well."),
    ("How long does it take Ada to row across?", "1 hour", "It takes Ada 1 hour to row across."),
    ("How old was Ada when she moved?", "36", "Ada was 36 when she moved."),
    ("In what year did the mine close?", "1984", "The mine closed in 1984."),
    ("On which side of the road is the inn?", "left", "The inn is on the left side of the road."),
    # what, which, who
    ("Who built the canal?", "James Brindley", "James Brindley built the canal."),
    ("What colour are the doors?", "Green.", "The doors are green."),
    ("What is on top of the chapel?", "a cross", "A cross is on top of the chapel."),
    ("What is the capital of Norway?", "Oslo", "The capital of Norway is Oslo."),
    ("What does the farmer grow?", "barley", "The farmer grows barley."),
    ("What do I need for my kite?", "string", "You need string for your kite."),
    ("When should I turn the cheese?", "in May", "You should turn the cheese in May."),
    ("What does the viaduct cross?", "Danube", "The viaduct crosses Danube."),
    ("What is the boy standing on?", "A barrel", "The boy is standing on a barrel."),
    ("What grows behind the barn?", "Nettles", "Nettles grow behind the barn."),
    ("What kind of animal is on the sign?", "Lion.", "A lion is on the sign."),
    ("Which figure holds the lamp?", "left", "The left figure holds the lamp."),
    ("Which bus goes to the harbour?", "the 42", "The 42 goes to the harbour."),
    ("What flag hangs over the door?", "Italian flag", "The Italian flag hangs over the door."),
    ("What shape is the pond?", "circle", "The pond is a circle."),
    ("What's hanging in the hall?", "Two lamps", "Two lamps are hanging in the hall."),
    ("Which file shows the abbey?", "abbey.png", "abbey.png shows the abbey."),
    ("Which pictures show a sled?", "DSC_0024.jpg", "DSC_0024.jpg shows a sled."),
    ("Which teams won the cup?", "Ajax", "Ajax won the cup."),
    ("Where was the abbot born?", "Paris", "The abbot was born in Paris."),
    # how many
    ("How many arches does the bridge have?", "seven", "The bridge has seven arches."),
    ("How many boats are there in the bay?", "1", "There is 1 boat in the bay."),
    ("How many people live on the island?", "300", "300 people live on the island."),
    ("The hall is lit by how many lamps?", "six", "The hall is lit by six lamps."),
    ("How many towers does Tower Farm have?", "2", "Tower Farm has 2 towers."),
    ("How much did the lock gate cost?", "£300", "The lock gate cost £300."),
    ("How much does the ferry carry?", "90 tonnes", "The ferry carries 90 tonnes."),
    ("How much money did the fair raise?", "£2,000", "The fair raised £2,000."),
    # choices
    ("Which is older, the abbey or the castle?", "abbey", "The abbey is older."),
    ("Which fell first, the abbey or the one on the hill?", "the keep", "The keep fell first."),
    ("Is the spire taller or shorter than the oak?", "Taller", "The spire is taller than the oak."),
    ("Does the ferry or the train leave first?", "the train", "The train leaves first."),
    ("Between Anna and Bo, who wore a hat?", "Bo", "Bo wore a hat."),
    # yes and no
    ("Is the gate open at night?", "yes", "Yes, the gate is open at night."),
    ("Is the gate open at night?", "No.", "No, the gate is not open at night."),
    ("Does the church have a spire?", "yes", "Yes, the church has a spire."),
    ("Did the king sign the treaty?", "no", "No, the king did not sign the treaty."),
    ("Are there any ponds in the park?", "yes", "Yes, there are ponds in the park."),
    ("Are there any ponds in the park?", "no", "No, there are no ponds in the park."),
    ("Do both the inn and the mill have chimneys?", "no",
     "No, the inn and the mill do not both have chimneys."),
    ("Are all the windows round?", "no", "No, not all the windows are round."),
    ("Can the tower be seen from the sea?", "yes", "Yes, the tower can be seen from the sea."),
    ("Is the back of the hall a flat wall?", "no", "No, the back of the hall is not a flat wall."),
]  # fmt: skip


@pytest.mark.parametrize(("question", "value", "said"), SAID)
def test_a_question_becomes_a_statement(question: str, value: str, said: str) -> None:
    assert statement(question, value.rstrip(".")) == said


def test_words_that_were_spaced_apart_are_joined_again() -> None:
    assert statement("Is St . Anne ' s well - kept garden open ?", "yes") == (
        "Yes, St. Anne's well-kept garden is open."
    )


def test_several_values_are_listed_and_the_verb_agrees() -> None:
    values = listed(["Oslo", "Bergen", "Tromsø"])
    assert statement("Which city is on the coast?", values) == (
        "Oslo, Bergen and Tromsø are on the coast."
    )


def test_what_stands_before_the_question_is_kept() -> None:
    assert statement("In the old photo, what is the girl holding?", "a kite") == (
        "In the old photo, the girl is holding a kite."
    )


def test_no_rule_is_forced_on_what_is_no_question() -> None:
    assert statement("main harbour of the island", "Port Ellen") is None


@pytest.mark.parametrize(
    ("question", "value", "said"),
    [
        ("How much longer is the pier than the quay?", "40 m",
         "The pier is 40 m longer than the quay."),
        ("How many metres longer is the pier than the quay?", "5",
         "The pier is 5 metres longer than the quay."),
        ("How many years after the war did the mill open?", "3 years",
         "The mill opened 3 years after the war."),
        ("Which mill that shut in 1920 is shown with a cart?", "Low Mill",
         "Low Mill is shown with a cart."),
        ("Which player who scored twice was born in Spain?", "Torres", "Torres was born in Spain."),
    ],
)  # fmt: skip
def test_differences_and_relative_clauses(question: str, value: str, said: str) -> None:
    assert statement(question, value) == said
