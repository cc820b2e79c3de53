"""Small question files in the shapes that others write."""

EXAM = [
    ["No", "Question", "Option A", "Option B", "Option C", "Correct Answer"],
    ["1", "Which town is the capital?", "Oslo", "Bergen", "Hamar", "A"],
    ["2", "What is salty?", "rain", "the lake", "the sea", "C"],
]
SCIENCE = [
    {
        "id": "m1",
        "question": {
            "stem": "What melts?",
            "choices": [{"text": "rock", "label": "A"}, {"text": "ice", "label": "B"}],
        },
        "answerKey": "B",
    }
]
SQUAD = {
    "version": "v2.0",
    "data": [
        {
            "title": "Forth",
            "paragraphs": [
                {
                    "context": "The Forth Bridge was opened in March 1890.",
                    "qas": [
                        {
                            "id": "f1",
                            "question": "When was it opened?",
                            "answers": [{"text": "1890"}, {"text": "in 1890"}],
                        },
                        {"id": "f2", "question": "Who paid?", "answers": [], "is_impossible": True},
                    ],
                }
            ],
        }
    ],
}
BOOLEAN = [
    {"question": "is ice cold", "answer": True, "passage": "Ice is cold."},
    {"question": "is fire cold", "answer": False, "passage": "Fire is hot."},
]
TITLED = [
    {
        "_id": "h1",
        "question": "Which is older?",
        "answer": "Tay",
        "context": [["Forth", ["It opened.", " In 1890."]], ["Tay", ["It opened in 1887."]]],
    }
]
