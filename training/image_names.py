"""Plain names for what photos show: the image tags, and what questions ask after."""

_LISTED = """
man woman boy girl child baby crowd
dog puppy cat kitten horse cow sheep goat pig elephant giraffe zebra bear lion tiger monkey rabbit
deer bird duck goose seagull swan chicken eagle owl parrot penguin fish shark whale turtle frog
snake lizard insect butterfly bee spider
beach ocean sea lake river stream waterfall pond pool wave sand snow ice mountain hill cliff rock
forest tree bush grass field meadow desert garden flower leaf sky cloud sun sunset rain
street road highway path trail bridge tunnel sidewalk crosswalk intersection alley park playground
fence gate wall building house tower church castle skyscraper barn tent stadium station airport
market store restaurant office kitchen bathroom bedroom hallway stairs balcony porch roof
door window floor ceiling curtain blinds carpet mirror lamp chandelier fireplace
table desk chair bench stool couch sofa bed crib pillow blanket shelf bookshelf cabinet dresser
drawer closet counter sink toilet bathtub shower towel
television monitor computer laptop keyboard mouse phone camera clock radio speaker printer fan
refrigerator stove oven microwave toaster dishwasher
car truck bus van taxi train tram subway motorcycle scooter bicycle bike boat ship sailboat canoe
kayak airplane helicopter kite balloon tractor wagon carriage cart stroller wheelchair
ball football basketball baseball soccer tennis volleyball frisbee bat racket skateboard surfboard
snowboard skis sled skates golf hockey swing slide trampoline rope ladder
hat cap helmet glasses sunglasses shirt jacket coat sweater dress skirt jeans shorts suit tie
uniform costume scarf gloves shoes boots backpack purse bag suitcase umbrella watch necklace
swimsuit mask
pizza sandwich burger hotdog bread cake donut cookie pie fruit apple banana orange strawberry
lemon grape vegetable carrot broccoli tomato potato salad soup rice pasta meat egg cheese
icecream plate bowl cup mug glass bottle fork knife spoon pan pot kettle tray basket box candle
book newspaper paper pen sign poster picture painting map flag statue fountain graffiti
guitar piano drum violin microphone
toy doll teddy puppet balloon
tool hammer shovel bucket broom hose chain wheel engine machine pole hydrant bench mailbox
sculpture monument column arch dome clocktower lighthouse windmill bridge pier dock harbor
fire smoke light shadow reflection splash leash collar stick log branch nest cage
plant vase pottedplant cactus palm wheat corn hay
"""

NAMES = list(dict.fromkeys(_LISTED.split()))

SPOKEN = {"icecream": "ice cream", "pottedplant": "potted plant", "clocktower": "clock tower"}
SPOKEN |= {"teddy": "teddy bear"}

# Beside the tags: what questions about pictures are answered with.

SPORTS = """
tennis;baseball;basketball;football;soccer;rugby;volleyball;golf;hockey;ice hockey;cricket;boxing
wrestling;swimming;diving;surfing;skiing;snowboarding;skateboarding;cycling;mountain biking;running
horse riding;rowing;kayaking;canoeing;sailing;climbing;gymnastics;frisbee;badminton;table tennis
wakeboarding;water skiing;motocross;car racing;wheelchair racing;ice skating;sledding;archery
"""
DOINGS = """
running;walking;jumping;swimming;sitting;standing;lying;sleeping;eating;drinking;playing;riding
climbing;reading;talking;laughing;smiling;dancing;singing;cooking;cutting;throwing;catching;kicking
holding;carrying;pushing;pulling;looking;watching;posing;waiting;working;writing;painting;fishing
diving;surfing;skiing;skating;paddling;rowing;kayaking;cycling;driving;flying;digging;washing
shopping;hugging;kissing;fighting;celebrating;performing;chasing;sniffing;biting;splashing;sliding
swinging;snowboarding;skateboarding;wakeboarding;grazing;resting;crawling;kneeling;balancing
"""
WEATHER = "sunny;rainy;cloudy;snowy;foggy;stormy;windy;clear"
MORE_THINGS = """
ice cream;hamburger;hot dog;doughnut;cupcake;pancake;noodles;sushi;fish and chips;steak;chicken leg
pear;pineapple;melon;cherry;onion;pepper;mushroom;bean;lettuce;chocolate;coffee;tea;juice;wine;beer
tram;streetcar;snowmobile;bulldozer;fire engine;ambulance;police car;jeep;van;caravan;trolleybus
ferry;speedboat;jet ski;wheelchair;motor scooter;unicycle;rickshaw;golf cart;hot air balloon
dragonfly;damselfly;beetle;ant;moth;ladybird;snail;crab;lobster;jellyfish;seal;dolphin;puffin;pigeon
crow;gull;heron;stork;flamingo;ostrich;peacock;turkey;hen;rooster;donkey;camel;llama;kangaroo;koala
panda;polar bear;fox;wolf;leopard;cheetah;hippopotamus;rhinoceros;crocodile;squirrel;hedgehog;mole
rat;hamster;guinea pig;kitten;puppy;lamb;calf;foal;trumpet;flute;saxophone;cello;harp;organ
accordion;drums;game controller;remote control;toothbrush;hair dryer;scissors;mosquito net;net
potted plant;flowers;tree trunk;balance beam;ball pit;seesaw;hammock
garden bench;swing;stage;fountain;palace;cathedral;mosque;temple;lighthouse;greenhouse;museum
library;hospital;school;factory;garage;dam;pier;canal;glacier;volcano;cave;vineyard;orchard
"""


def listed(words: str) -> list[str]:
    """The names in one of the lists above."""
    return [name.strip() for line in words.strip().splitlines() for name in line.split(";")]
